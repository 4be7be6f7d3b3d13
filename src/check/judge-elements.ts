import { createHash } from 'node:crypto';
import { parseUrl } from '../url/parse-url.js';
import { isLoopback } from '../url/safe-url.js';
import { type Finding, finding } from './finding.js';
import type { SeenElement, Sighting } from './sighting.js';

/** SHA-256 (base64url) of the public keys that every sandbox publishes. */
export const SANDBOX_KEYS: readonly string[] = [
  'cpU-sxU--UlndqcWwTWSO0kqVQsKelF-g8jqKuM1Ogg',
  '9HOmND4DGcDeXJ6EEtaAh_yW7MMTaQcfEGhw2_t7PeA',
];

const isSandboxKey = (publicKey: string): boolean =>
  SANDBOX_KEYS.includes(createHash('sha256').update(publicKey.trim()).digest('base64url'));

/** Whether an address can be reached from this machine only. */
export const isOwnMachine = (address: string): boolean => isLoopback(parseUrl(address)?.hostname ?? '');

/** Whether an address is http on a host that others reach. */
const isPlainHttp = (address: string): boolean =>
  parseUrl(address)?.protocol === 'http:' && !isOwnMachine(address);

const LOOPBACK_WHY = 'Only this machine reaches it: for every payer it is his own.';

function judgeAddress(where: string, address: string): Finding[] {
  if (isOwnMachine(address)) {
    return [finding('loopback_address', `${where} is ${address}.`, LOOPBACK_WHY, 'Set the production address.')];
  }
  if (isPlainHttp(address)) {
    return [
      finding(
        'plain_http', `${where} is ${address}.`, 'What goes there can be read and changed on the way.', 'Serve it over https, and set that.',
      ),
    ];
  }
  return [];
}

const WHY_NOT: Readonly<Record<string, string>> = {
  sold_out: 'it is sold out',
  expired: 'it can no longer be bought',
  unknown: 'the gateway knows no such thing',
  unreadable: 'what is said of it can’t be read',
  unreachable: 'nobody told what it is',
};

function judgeElement(element: SeenElement, descriptions: Sighting['descriptions']): Finding[] {
  const { tag, defined, test, leads, asksServer, publicKey, returnUrl, notificationUrl } = element;
  const described = Object.entries(descriptions[element.addresses['src'] ?? ''] ?? {});
  const addresses = {
    ...element.addresses, ...Object.fromEntries(described.map(([field, address]) => [`${field} in its JSON`, address])),
  };
  const found: Finding[] = [];
  if (!defined) {
    found.push(
      finding(
        'element_undefined', `<${tag}> is in the page, and nothing defines it.`,
        'The payer sees its fallback, or nothing.',
        'Load checkout.js with type="module", or import checkout-elements/define. Look below for what kept it from running.',
      ),
    );
  }
  if (test) {
    found.push(
      finding(
        'test_mode', tag === 'p2p-transfer' ? `<${tag}> is in test mode.` : `<${tag}> sells a test.`,
        'Payers pay with test money: you deliver for nothing.',
        tag === 'p2p-transfer'
          ? 'Take the attribute test away; keep allowTest off on the server.'
          : 'Have your server make what you sell without test; keep allowTest off there.',
      ),
    );
  }
  if (publicKey !== undefined && isSandboxKey(publicKey)) {
    found.push(
      finding(
        'sandbox_key', `<${tag}> has a public key that the sandbox publishes.`,
        'Its private half is public, too: anybody can read the cards that are encrypted with it.',
        'Set your shop’s own public key, as the gateway shows it.',
      ),
    );
  }
  for (const [name, address] of Object.entries(addresses)) found.push(...judgeAddress(`${name} of <${tag}>`, address));
  // The payment happens on a page of the gateway's, and nothing of this page gets there.
  if (leads) {
    found.push(
      finding(
        'registered_address_needed', `<${tag}> leads to a page of the gateway’s.`,
        'The gateway tells your server of payments there only if your shop has a notification address registered, and leads back ' +
          'to your shop only if its address is (of a product, return_url does that too).',
        'Register both at the gateway, and verify with verifyNotification what comes.',
      ),
    );
  } else if (publicKey !== undefined) {
    if (notificationUrl === undefined) {
      found.push(
        finding(
          'notification_url_missing', `<${tag}> has no notification-url.`,
          'When a payer closes the page too early, your server does not learn that he paid.',
          'Set it, and verify what comes there with verifyNotification. Where the gateway has one for the whole shop, ' +
            'run this with --ignore notification_url_missing.',
        ),
      );
    }
    if (returnUrl === undefined) {
      found.push(
        finding(
          'return_url_missing', `<${tag}> has no return-url.`,
          'Payers come back from the bank to the address that the page happened to have, with all that stood in it.',
          'Set a return-url that works in any browser, and without a session.',
        ),
      );
    }
    // Before it is defined nothing can be said of its properties.
    if (defined && !asksServer) {
      found.push(
        finding(
          'resolve_status_missing', `<${tag}> has no resolveStatus.`,
          'When the gateway’s answer gets lost, the outcome stays unknown, and the payer can’t learn whether they have paid.',
          'Set the property to a function that asks your server, and answer it there with createStatusHandler.',
        ),
      );
    }
  }
  return found;
}

/** What would hurt about the elements of a page. */
export function judgeElements({ documents, errors, unavailable, descriptions }: Sighting): Finding[] {
  const elements = documents.flatMap((each) => each.elements);
  const found = elements.flatMap((element) => judgeElement(element, descriptions));
  if (elements.length === 0) {
    found.push(
      finding(
        'element_missing', 'The page has none of <p2p-transfer>, <product-pay> and <plan-subscribe>.',
        'There is nothing to pay with, or it appears only after something this check does not do.',
        'Check the address; give the one where the element stands at once.',
      ),
    );
  }
  for (const { tag, code, message } of errors) {
    found.push(
      finding(
        'element_error', `<${tag}> told the error ${code}: ${message}`, 'The form does not work, or not wholly, until it is mended.',
        'Do what the error says.',
      ),
    );
  }
  for (const { tag, reason } of unavailable) {
    found.push(
      finding(
        'not_for_sale', `<${tag}> can’t be bought: ${WHY_NOT[reason] ?? reason}.`, 'Payers find nothing to pay for.',
        'Look at the product or plan on your server, and at the addresses that the element has of it.',
      ),
    );
  }
  return found;
}
