const SECTIONS = ['credit_card', 'recipient_card'];
const HEADER_KEYS = ['alg', 'cty', 'enc', 'kid', 'typ'];

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function headerOf(token: unknown): Json | undefined {
  const parts = typeof token === 'string' ? token.split('.') : [];
  if (parts.length !== 5) return undefined;
  try {
    const header: unknown = JSON.parse(atob((parts[0] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return isObject(header) ? header : undefined;
  } catch {
    return undefined;
  }
}

function sectionProblem(name: string, section: unknown): string | undefined {
  if (!isObject(section) || Object.keys(section).join() !== 'token') return `${name} is not {token} alone`;
  // A saved recipient is sent as the token that the gateway issued for it: there is nothing to hide.
  if (name === 'recipient_card' && /^[\w-]+$/.test(String(section['token']))) return undefined;
  const header = headerOf(section['token']);
  if (!header) return `${name}.token is no JWE in compact form`;
  return Object.keys(header).sort().join() === HEADER_KEYS.join() ? undefined : `${name}.token has other header members`;
}

/**
 * Checks the rule that a card section in a request body is one JWE and nothing else.
 *
 * @returns the violation, or undefined. A body without card sections, or one that is not JSON, violates nothing.
 */
export function unsealed(body: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  const search = (value: unknown): string | undefined => {
    if (!isObject(value)) return undefined;
    for (const [key, inner] of Object.entries(value)) {
      const problem = SECTIONS.includes(key) ? sectionProblem(key, inner) : search(inner);
      if (problem) return problem;
    }
    return undefined;
  };
  return search(parsed);
}

/** The body without its encrypted parts: what anyone on the network path can read. */
export const withoutCiphertext = (body: string): string =>
  body.replaceAll(/(eyJ[\w-]+)\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+/g, (_, header: string) =>
    atob(header.replaceAll('-', '+').replaceAll('_', '/')),
  );
