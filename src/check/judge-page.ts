import { type Finding, finding } from './finding.js';
import { isOwnMachine } from './judge-elements.js';
import { judgePolicy } from './judge-policy.js';
import type { Sighting, Violation } from './sighting.js';

const WHY: readonly (readonly [RegExp, string])[] = [
  [/^script-src/, 'The script does not run: the elements, or a part of the page, stay dead.'],
  [/^connect-src/, 'The elements can’t reach the gateway: no price, no payment.'],
  [/^style-src/, 'The style is not applied.'],
  [/^(frame-src|child-src)/, 'The page can’t be shown in a frame, as challenge="dialog" shows the bank’s.'],
];

function cureFor({ directive, blocked }: Violation): string {
  if (blocked === 'inline') return 'Move it into a file of your own, or give it a nonce.';
  if (!URL.canParse(blocked)) return 'Remove what needs it; the elements do not.';
  return `Allow ${new URL(blocked).origin} in ${directive.replace(/-(elem|attr)$/, '')}, or remove what needs it.`;
}

function judgeViolation(violation: Violation): Finding {
  const { directive, blocked, reportOnly } = violation;
  const why = WHY.find(([pattern]) => pattern.test(directive))?.[1] ?? 'The browser refuses it.';
  return reportOnly
    ? finding('policy_would_block', `The report-only policy would block ${blocked} (${directive}).`, `Once enforced: ${why}`, cureFor(violation))
    : finding('policy_blocks', `The content security policy blocks ${blocked} (${directive}).`, why, cureFor(violation));
}

function judgeScripts({ documents, ownScripts, serverScripts }: Sighting): Finding[] {
  const found: Finding[] = [];
  for (const { url: page, scripts } of documents) {
    for (const { url, integrity } of scripts) {
      // The browser asked nobody for it, and says so in the console.
      if (!URL.canParse(url)) continue;
      const isOwn = ownScripts.includes(url);
      if (isOwnMachine(url) && !isOwnMachine(page)) {
        found.push(
          finding('loopback_address', `A script comes from ${url}.`, 'Only this machine reaches it: no payer gets the script.', 'Serve it with the page.'),
        );
      }
      if (new URL(url).origin === new URL(page).origin || integrity) continue;
      found.push(
        isOwn
          ? finding(
              'integrity_missing', `The element's script ${url} comes from another origin, without integrity.`,
              'Whoever changes that file reads every card.',
              'Serve a fixed version of it with an integrity attribute and crossorigin="anonymous", or serve it yourself.',
            )
          : finding(
              'foreign_script', `The script ${url} of another origin runs in the page, without integrity.`,
              'A script in the page can read what the payer types, and whoever changes that file changes the page.',
              'Keep it off the page where cards are typed, or pin it with integrity.',
            ),
      );
    }
  }
  for (const url of serverScripts) {
    found.push(
      finding(
        'server_code_in_page', `${url} holds checkout-elements/merchant.`,
        'That code takes the secret key. If the key is delivered along, anybody can refund, charge and sell with it.',
        'Import it on your server only; if the key was in the page, have the gateway issue a new one.',
      ),
    );
  }
  return found;
}

function judgeTransport({ address, documents, mixedContent }: Sighting): Finding[] {
  const found: Finding[] = [];
  const [page] = documents;
  if (isOwnMachine(address)) {
    found.push(
      finding(
        'loopback_address', `The page is ${address}.`, 'What is found here can differ from what payers get: another server, other headers.',
        'Check the page at its production address, too.',
      ),
    );
  } else if (new URL(address).protocol === 'http:') {
    found.push(
      finding('plain_http', `The page is ${address}.`, 'Whoever is on the way can change the page and read the cards.', 'Serve it over https only, and redirect http there.'),
    );
  }
  if (page && !page.secureContext) {
    found.push(
      finding(
        'insecure_context', 'The page is no secure context.', 'The browser has no encryption there: the card form refuses to work.',
        'Serve the page, and every page that frames it, over https.',
      ),
    );
  }
  for (const url of mixedContent) {
    found.push(
      finding('mixed_content', `The page asks for ${url} over http.`, 'Browsers block it, or warn; on the way it can be changed.', 'Ask for it over https.'),
    );
  }
  return found;
}

/** What would hurt about a page around its elements. */
export function judgePage(sighting: Sighting): Finding[] {
  const { violations, failedRequests, consoleErrors } = sighting;
  const found = [...judgeTransport(sighting), ...violations.map(judgeViolation), ...judgePolicy(sighting), ...judgeScripts(sighting)];
  for (const request of failedRequests) {
    found.push(finding('request_failed', `${request} did not load.`, 'Something in the page is missing.', 'Correct its address, or remove it.'));
  }
  for (const text of consoleErrors) {
    found.push(finding('console_error', `The console says: ${text}`, 'A script that fails may take the payment with it.', 'Look into it, and mend it.'));
  }
  return found;
}
