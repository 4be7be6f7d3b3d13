import { createHash } from 'node:crypto';
import { parseUrl } from '../../url/parse-url.js';
import { isLoopback } from '../../url/safe-url.js';
import type { withoutConsequences } from './root-causes.js';
import { type Finding, finding } from './finding.js';
import type { ObservedElement } from '../observe/observed-page.js';

/** SHA-256 (base64url) of the public keys that every sandbox publishes. */
export const SANDBOX_KEYS: readonly string[] = [
  'cpU-sxU--UlndqcWwTWSO0kqVQsKelF-g8jqKuM1Ogg',
  '9HOmND4DGcDeXJ6EEtaAh_yW7MMTaQcfEGhw2_t7PeA',
];

const isSandboxKey = (publicKey: string): boolean =>
  SANDBOX_KEYS.includes(createHash('sha256').update(publicKey.trim()).digest('base64url'));

/** Whether an address can be reached only from this machine. */
export const isOwnMachine = (address: string): boolean => isLoopback(parseUrl(address)?.hostname ?? '');

/** Whether something comes from another server of this machine, as of the sandbox, whose build of a version has hashes of its own. */
export const isOfSandbox = (address: string, page: string): boolean =>
  isOwnMachine(address) && new URL(address).origin !== new URL(page).origin;

/** Whether an address is http on a public host. */
const isPlainHttp = (address: string): boolean => parseUrl(address)?.protocol === 'http:' && !isOwnMachine(address);

const LOOPBACK_WHY = 'It works only on this machine: on a payer’s device it leads to that device.';

function checkAddress(where: string, address: string): Finding[] {
  if (isOwnMachine(address)) {
    return [finding('loopback_address', `${where} is ${address}.`, LOOPBACK_WHY, 'Set the production address.')];
  }
  if (isPlainHttp(address)) {
    return [
      finding(
        'plain_http',
        `${where} is ${address}.`,
        'Data sent there can be read and changed on the way.',
        'Serve it over https, and set that address.',
      ),
    ];
  }
  return [];
}

const WHY_NOT: Readonly<Record<string, string>> = {
  sold_out: 'it is sold out',
  expired: 'it can no longer be bought',
  unknown: 'the gateway does not know it',
  unreadable: 'its description can’t be read',
  unreachable: 'its description can’t be loaded',
};

/** Checks the addresses for notifications and for the payer's return, and whether the outcome can be queried. */
function checkAddressesOfPayment({
  tag,
  defined,
  opensGatewayPage,
  asksServer,
  publicKey,
  returnUrl,
  notificationUrl,
}: ObservedElement): Finding[] {
  const found: Finding[] = [];
  // The payer pays on the gateway's page, which gets no settings from this page.
  if (opensGatewayPage) {
    found.push(
      finding(
        'registered_address_needed',
        `<${tag}> leads to the gateway’s page.`,
        'The gateway notifies your server of payments there only if your shop has registered a notification address, and leads ' +
          'back to your shop only if it has registered a return address (for a product, return_url also does that).',
        'Register both at the gateway, and verify notifications with verifyNotification.',
      ),
    );
  } else if (publicKey !== undefined) {
    if (notificationUrl === undefined) {
      found.push(
        finding(
          'notification_url_missing',
          `<${tag}> has no notification-url.`,
          'When a payer closes the page too early, your server does not learn that they paid.',
          'Set it, and verify notifications there with verifyNotification. If the gateway has an address for the whole shop, ' +
            'run this command with --ignore notification_url_missing.',
        ),
      );
    }
    if (returnUrl === undefined) {
      found.push(
        finding(
          'return_url_missing',
          `<${tag}> has no return-url.`,
          'Payers return from the bank to the address that the page had, with everything in it.',
          'Set a return-url that works in any browser and without a session.',
        ),
      );
    }
    // Before it is defined, its properties are unknown.
    if (defined && !asksServer) {
      found.push(
        finding(
          'resolve_status_missing',
          `<${tag}> has no resolveStatus.`,
          'When the gateway’s answer gets lost, the outcome stays unknown, and the payer can’t learn whether they have paid.',
          'Set the property to a function that asks your server, and answer it there with createStatusHandler.',
        ),
      );
    }
  }
  return found;
}

function checkElement(element: ObservedElement, { descriptions, trouble }: ReturnType<typeof withoutConsequences>): Finding[] {
  const { tag, defined, test, publicKey } = element;
  const described = Object.entries(descriptions[element.addresses['src'] ?? ''] ?? {});
  const addresses = {
    ...element.addresses,
    ...Object.fromEntries(described.map(([field, address]) => [`${field} in its JSON`, address])),
  };
  const found: Finding[] = [];
  // When the policy or the hash blocks the script, another finding reports it.
  if (!defined && (!trouble || trouble.failed !== undefined)) {
    found.push(
      finding(
        'element_undefined',
        `<${tag}> is in the page, but not defined${trouble ? `: ${trouble.failed} did not load` : ''}.`,
        'The payer sees its fallback content, or nothing.',
        trouble
          ? 'Correct the script’s address.'
          : 'Load checkout.js with type="module", or import checkout-elements/define. The findings below may show why it did not run.',
      ),
    );
  }
  if (test) {
    found.push(
      finding(
        'test_mode',
        tag === 'p2p-transfer' ? `<${tag}> is in test mode.` : `<${tag}> sells a test product or plan.`,
        'Payers pay with test money: you deliver without being paid.',
        tag === 'p2p-transfer'
          ? 'Remove the attribute test; keep allowTest off on the server.'
          : 'Have your server create the product or plan without test; keep allowTest off there.',
      ),
    );
  }
  if (publicKey !== undefined && isSandboxKey(publicKey)) {
    found.push(
      finding(
        'sandbox_key',
        `<${tag}> has a public key of the sandbox.`,
        'Its private key is public too: anyone can decrypt the cards that are encrypted with it.',
        'Set your shop’s own public key, as the gateway shows it.',
      ),
    );
  }
  for (const [name, address] of Object.entries(addresses)) found.push(...checkAddress(`${name} of <${tag}>`, address));
  return [...found, ...checkAddressesOfPayment(element)];
}

/** Finds problems of the elements of a page. */
export function checkElements(seen: ReturnType<typeof withoutConsequences>): Finding[] {
  const { documents, errors, unavailable } = seen;
  const elements = documents.flatMap((each) => each.elements);
  const found = elements.flatMap((element) => checkElement(element, seen));
  if (elements.length === 0) {
    found.push(
      finding(
        'element_missing',
        'The page has no <p2p-transfer>, <product-pay> or <plan-subscribe>.',
        'Payers can’t pay here, or the element appears only after a click; this check clicks nothing.',
        'Correct the address, or give one of a page that shows the element at once.',
      ),
    );
  }
  for (const { tag, address, state, reason } of seen.keys) {
    if (state === 'unusable') {
      found.push(
        finding(
          'key_unusable',
          `The public key of <${tag}> can’t be used. ${reason}`,
          'Nothing can be encrypted: no payer can pay.',
          'Set your shop’s public key, as the gateway shows it.',
        ),
      );
    }
    if (state === 'refused') {
      found.push(
        finding(
          'key_refused',
          `The gateway at ${address} refuses the public key of <${tag}>.`,
          'Every payment fails: the key is of another shop, of another gateway, or of a test system.',
          'Set the public key that this gateway shows for your shop.',
        ),
      );
    }
  }
  for (const { tag, code, message } of errors) {
    found.push(
      finding(
        'element_error',
        `<${tag}> reported the error ${code}: ${message}`,
        'The form does not work, or works only in part, until this is fixed.',
        'Follow the error’s advice.',
      ),
    );
  }
  for (const { tag, reason } of unavailable) {
    found.push(
      finding(
        'not_for_sale',
        `The offer of <${tag}> is unavailable: ${WHY_NOT[reason] ?? reason}.`,
        'Payers find nothing to pay for.',
        'Check the product or plan on your server, and its addresses in the element.',
      ),
    );
  }
  return found;
}
