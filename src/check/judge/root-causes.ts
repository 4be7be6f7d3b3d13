import { parseUrl } from '../../url/parse-url.js';
import { isLoopback } from '../../url/safe-url.js';
import type { ObservedElement, ObservedPage, ReportedError } from '../observe/observed-page.js';

/** Whether a line of the failed requests, `address (reason)`, is about this address. */
const isOf = (line: string, url: string): boolean => line.startsWith(`${url} (`);

/** Why an element is not defined. */
interface ScriptTrouble {
  /** The line of the request that failed; undefined when another finding gives the reason. */
  readonly failed: string | undefined;
}

/** Why a script of the page did not run; undefined if no reason is known. */
function scriptTrouble({ documents, failedRequests, mismatches, violations }: ObservedPage): ScriptTrouble | undefined {
  const urls = documents.flatMap(({ scripts }) => scripts.map(({ url }) => url));
  const isBlocked = violations.some(
    (each) => !each.reportOnly && each.directive.startsWith('script-src') && urls.includes(each.blocked),
  );
  if (isBlocked || urls.some((url) => url in mismatches)) return { failed: undefined };
  const failed = failedRequests.find((line) => urls.some((url) => isOf(line, url)));
  return failed === undefined ? undefined : { failed };
}

/** The codes that an element reports when its isolated fields do not work. */
const OF_FIELDS = ['fields_unavailable', 'fields_not_isolated', 'key_not_allowed', 'address_not_allowed'];

/** Whether an element's error only follows from something else that is reported. */
function isConsequence(
  { code }: ReportedError,
  { address, documents, keys, violations }: ObservedPage,
  areFieldsWrong: boolean,
): boolean {
  const blocks = (directive: RegExp): boolean => violations.some((each) => !each.reportOnly && directive.test(each.directive));
  if (code === 'insecure_context') return isPlainHttp(address) || documents[0]?.secureContext === false;
  if (code === 'setting_invalid') return documents.some((each) => each.elements.some(hasPlainAddress));
  if (code === 'key_unusable') return keys.some(({ state }) => state === 'unusable');
  if (code === 'network_unreachable') return blocks(/^connect-src/);
  if (OF_FIELDS.includes(code)) return areFieldsWrong || blocks(/^(frame-src|child-src)/);
  return false;
}

const hasPlainAddress = ({ addresses }: ObservedElement): boolean => Object.values(addresses).some(isPlainHttp);

function isPlainHttp(address: string): boolean {
  const url = parseUrl(address);
  return url?.protocol === 'http:' && !isLoopback(url.hostname);
}

/**
 * Leaves out the facts that only follow from others, so that one mistake leads to one finding.
 *
 * A page over http is not a secure context, and its elements report that. A script that does not run leaves its elements
 * undefined. An element whose description does not load reports it. A policy that blocks a request also makes it fail.
 *
 * @param areFieldsWrong Whether a finding reports why isolated fields do not work.
 */
export function withoutConsequences(
  seen: ObservedPage,
  areFieldsWrong: boolean,
): ObservedPage & { readonly trouble: ScriptTrouble | undefined } {
  const { address, documents, errors, unavailable, failedRequests, ownScripts } = seen;
  const isUndefined = documents.some(({ elements }) => elements.some(({ defined }) => !defined));
  const ran = Object.keys(ownScripts).filter((url) => !(url in seen.mismatches));
  const trouble = isUndefined && ran.length === 0 ? scriptTrouble(seen) : undefined;
  const left = errors.filter((error) => !isConsequence(error, seen, areFieldsWrong));
  const reporting = new Set(errors.map(({ tag }) => tag));
  const ofReporting = documents.flatMap(({ elements }) =>
    elements.filter(({ tag }) => reporting.has(tag)).flatMap(({ addresses }) => Object.values(addresses)),
  );
  const plain = new Set(
    documents.flatMap(({ elements }) => elements.flatMap(({ addresses }) => Object.values(addresses).filter(isPlainHttp))),
  );
  const isPlain = (blocked: string): boolean => [...plain].some((each) => new URL(each).origin === parseUrl(blocked)?.origin);
  return {
    ...seen,
    errors: left,
    // To let the policy allow it would be the wrong cure.
    violations: seen.violations.filter(({ directive, blocked }) => !(directive === 'connect-src' && isPlain(blocked))),
    // The element's error says why.
    unavailable: unavailable.filter(({ tag, reason }) => !reporting.has(tag) || ['sold_out', 'expired'].includes(reason)),
    failedRequests: failedRequests.filter((line) => !ofReporting.some((url) => isOf(line, url)) && line !== trouble?.failed),
    documents: isPlainHttp(address) ? documents.map((each) => ({ ...each, secureContext: true })) : documents,
    trouble,
  };
}
