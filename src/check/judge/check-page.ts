import { parseUrl } from '../../url/parse-url.js';
import { type Finding, finding } from './finding.js';
import { isOwnMachine } from './check-elements.js';
import { checkPolicy } from './check-policy.js';
import { checkScripts, type Published } from './check-scripts.js';
import type { ObservedPage, Violation } from '../observe/observed-page.js';

const WHY: readonly (readonly [RegExp, string])[] = [
  [/^script-src/, 'The script does not run: the elements, or a part of the page, do not work.'],
  [/^connect-src/, 'The elements can’t reach the gateway: no price, no payment.'],
  [/^style-src/, 'The style is not applied.'],
  [/^(frame-src|child-src)/, 'The page can’t be shown in a frame; challenge="dialog" and "auto" show the bank’s page in one.'],
];

function cureFor({ directive, blocked }: Violation, isIcon: boolean): string {
  if (isIcon) return 'Add img-src data: to it, or give the page’s icon an address.';
  if (blocked === 'inline') return 'Move it to a file of your own, or give it a nonce.';
  if (!URL.canParse(blocked)) return 'Remove the code that needs it; the elements do not.';
  return `Allow ${new URL(blocked).origin} in ${directive.replace(/-(elem|attr)$/, '')}, or remove the code that needs it.`;
}

/** Whether the policy blocks the isolated fields of an element. */
const blocksFields = ({ directive, blocked }: Violation, { fields }: ObservedPage): boolean =>
  /^(frame-src|child-src)/.test(directive) &&
  Object.keys(fields).some((url) => new URL(url).origin === parseUrl(blocked)?.origin);

function checkViolation(violation: Violation, page: ObservedPage): Finding {
  const { directive, blocked, reportOnly } = violation;
  const isIcon = blocked === 'data' && directive === 'img-src' && page.documents[0]?.hasDataIcon === true;
  const what = isIcon ? 'the page’s icon, <link rel="icon" href="data:…">' : blocked;
  const [why, cure] = blocksFields(violation, page)
    ? ['The isolated fields do not load: the payer can’t type a card.', `Allow ${new URL(blocked).origin} in frame-src.`]
    : [WHY.find(([pattern]) => pattern.test(directive))?.[1] ?? 'The browser blocks it.', cureFor(violation, isIcon)];
  return reportOnly
    ? finding(
        'policy_would_block',
        `The report-only policy would block ${what} (${directive}).`,
        `When it is enforced: ${why}`,
        cure,
      )
    : finding('policy_blocks', `The content security policy blocks ${what} (${directive}).`, why, cure);
}

function checkTransport({ address, documents, mixedContent }: ObservedPage): Finding[] {
  const found: Finding[] = [];
  const [page] = documents;
  if (isOwnMachine(address)) {
    found.push(
      finding(
        'loopback_address',
        `The page is ${address}.`,
        'Payers may get something different: another server, other headers.',
        'Check the page at its production address too.',
      ),
    );
  } else if (new URL(address).protocol === 'http:') {
    found.push(
      finding(
        'plain_http',
        `The page is ${address}.`,
        'Anyone on the network path can change the page and read the cards.',
        'Serve it only over https, and redirect http to https.',
      ),
    );
  }
  if (page && !page.secureContext) {
    found.push(
      finding(
        'insecure_context',
        'The page is not a secure context.',
        'The browser offers no encryption there: the card form refuses to work.',
        'Serve the page, and every page that frames it, over https.',
      ),
    );
  }
  for (const url of mixedContent) {
    found.push(
      finding(
        'mixed_content',
        `The page loads ${url} over http.`,
        'Browsers block it or warn, and it can be changed on the way.',
        'Load it over https.',
      ),
    );
  }
  return found;
}

/** Finds problems with the page around its elements. */
export function checkPage(page: ObservedPage, published: Published | undefined): Finding[] {
  const { violations, failedRequests, consoleErrors } = page;
  const found = [
    ...checkTransport(page),
    ...violations.map((violation) => checkViolation(violation, page)),
    ...checkPolicy(page),
    ...checkScripts(page, published),
  ];
  for (const request of failedRequests) {
    found.push(
      finding(
        'request_failed',
        `${request} did not load.`,
        'Something in the page is missing.',
        'Correct its address, or remove it.',
      ),
    );
  }
  for (const text of consoleErrors) {
    found.push(
      finding(
        'console_error',
        `The console reports: ${text}`,
        'A failing script may break the payment.',
        'Find the cause and fix it.',
      ),
    );
  }
  return found;
}
