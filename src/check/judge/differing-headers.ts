type Headers = Readonly<Record<string, string>>;

const words = (text: string): string => text.trim().split(/\s+/).filter(Boolean).toSorted().join(' ');

/** The directives of a policy, each with its sources sorted. */
const directivesIn = (policy: string): ReadonlyMap<string, string> =>
  new Map(
    policy
      .split(';')
      .map((each) => each.trim())
      .filter(Boolean)
      .map((each) => {
        const [name = '', ...sources] = each.split(/\s+/);
        return [name.toLowerCase(), words(sources.join(' '))];
      }),
  );

/**
 * How a policy differs from the expected one. More directives only limit the document further, except `sandbox`, which changes
 * its origin.
 */
function differingDirectives(expected: string, got: string): string[] {
  const [wanted, given] = [directivesIn(expected), directivesIn(got)];
  const differences = [...wanted].flatMap(([name, sources]) => {
    const actual = given.get(name);
    if (actual === sources) return [];
    const rule = `${name} ${sources}`;
    return actual === undefined
      ? `Content-Security-Policy lacks ${rule}`
      : `Content-Security-Policy has ${name} ${actual} instead of ${rule}`;
  });
  const isSandboxed = given.has('sandbox') && !wanted.has('sandbox');
  return isSandboxed ? [...differences, 'Content-Security-Policy has sandbox, which is for --same-host only'] : differences;
}

/** Whether a header has all expected parts, such as the features of Permissions-Policy. */
function hasParts(expected: string, got: string): boolean {
  const parts = (text: string): string[] => text.split(/[,;]/).map((part) => part.replaceAll(/\s/g, '').toLowerCase());
  return parts(expected).every((part) => parts(got).includes(part));
}

/**
 * The headers that are missing or differ, in words.
 *
 * @param got By their names in lower case.
 */
export function differingHeaders(expected: Headers, got: Headers): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const actual = got[name.toLowerCase()];
    if (actual === undefined) return `${name} is missing`;
    if (name === 'Content-Security-Policy') {
      // Policies in one header are separated by commas, and all of them apply.
      const [fewest = []] = actual
        .split(',')
        .map((policy) => differingDirectives(value, policy))
        .toSorted((one, other) => one.length - other.length);
      return fewest;
    }
    return hasParts(value, actual) ? [] : `${name} is ${actual} instead of ${value}`;
  });
}
