import { createHash } from 'node:crypto';
import { elementsIn, requested, row, type Seen } from './row.js';
import type { ObservedElement } from '../observe/observed-page.js';

/** SHA-256 (base64url) of the public keys that every sandbox publishes. */
export const SANDBOX_KEYS: readonly string[] = [
  'cpU-sxU--UlndqcWwTWSO0kqVQsKelF-g8jqKuM1Ogg',
  '9HOmND4DGcDeXJ6EEtaAh_yW7MMTaQcfEGhw2_t7PeA',
];

const isSandboxKey = ({ publicKey }: ObservedElement): boolean =>
  publicKey !== undefined && SANDBOX_KEYS.includes(createHash('sha256').update(publicKey.trim()).digest('base64url'));

/** The elements that are not defined, with the request for a script that failed. */
function undefinedIn(seen: Seen): { tag: string; failed: string | undefined }[] {
  const { documents, ownScripts, mismatches, violations, failedRequests } = seen;
  const ran = Object.keys(ownScripts).some((url) => !(url in mismatches));
  const scripts = new Set(ran ? [] : documents.flatMap((each) => each.scripts.map(({ url }) => url)));
  const isRefused =
    Object.keys(mismatches).some((url) => scripts.has(url)) ||
    violations.some((each) => !each.reportOnly && each.directive.startsWith('script-src') && scripts.has(each.blocked));
  // When the policy or the hash blocks the script, another finding reports it.
  if (isRefused) return [];
  const failed = failedRequests.find((line) => scripts.has(requested(line)));
  return elementsIn(seen).flatMap(({ tag, defined }) => (defined ? [] : { tag, failed }));
}

const WHY_NOT: Readonly<Record<string, string>> = {
  sold_out: 'it is sold out',
  expired: 'it can no longer be bought',
  unknown: 'the gateway does not know it',
  unreadable: 'its description can’t be read',
  unreachable: 'its description can’t be loaded',
};

/** Mistakes that keep the elements from working. */
export const ELEMENTS = [
  row('element_missing', 'problem', {
    find: (seen) => (elementsIn(seen).length === 0 ? [seen] : []),
    what: 'The page has no <p2p-transfer>, <product-pay> or <plan-subscribe>.',
    why: 'Payers can’t pay here, or the element appears only after a click; this check clicks nothing.',
    cure: 'Correct the address, or give one of a page that shows the element at once.',
  }),
  row('element_undefined', 'problem', {
    find: undefinedIn,
    what: ({ tag, failed }) =>
      `<${tag}> is in the page, but not defined${failed === undefined ? '' : `: ${failed} did not load`}.`,
    why: 'The payer sees its fallback content, or nothing.',
    cure: ({ failed }) =>
      failed === undefined
        ? 'Load checkout.js with type="module", or import checkout-elements/define. The findings below may show why it did not run.'
        : 'Correct the script’s address.',
    about: ({ failed }) => (failed === undefined ? [] : [requested(failed)]),
  }),
  row('element_error', 'problem', {
    find: ({ errors }) => errors,
    what: ({ tag, code, message }) => `<${tag}> reported the error ${code}: ${message}`,
    why: 'The form does not work, or works only in part, until this is fixed.',
    cure: 'Follow the error’s advice.',
    about: ({ tag, code, message }, seen) => [
      code,
      `${code} ${message.split(':', 1)[0]}`,
      `<${tag}>`,
      ...elementsIn(seen).flatMap((each) => (each.tag === tag ? Object.values(each.addresses) : [])),
    ],
    silencedBy: [
      ...(['plain_http', 'insecure_context', 'key_unusable', 'policy_blocks', 'fields_missing', 'fields_headers_wrong'] as const),
      ...(['fields_parent_missing', 'fields_key_missing', 'fields_address_missing', 'fields_unknown'] as const),
    ],
  }),
  row('not_for_sale', 'problem', {
    find: ({ unavailable }) => unavailable,
    what: ({ tag, reason }) => `The offer of <${tag}> is unavailable: ${WHY_NOT[reason] ?? reason}.`,
    why: 'Payers find nothing to pay for.',
    cure: 'Check the product or plan on your server, and its addresses in the element.',
    // The element's error says why it can't be read.
    about: ({ tag, reason }) => (reason === 'sold_out' || reason === 'expired' ? [] : [`<${tag}>`]),
    silencedBy: ['element_error'],
  }),
];

const hasForm = ({ opensGatewayPage, publicKey }: ObservedElement): boolean => !opensGatewayPage && publicKey !== undefined;

/** Mistakes in what the elements are set to. */
export const SETTINGS = [
  row('test_mode', 'problem', {
    find: (seen) => elementsIn(seen).filter(({ test }) => test),
    what: ({ tag }) => (tag === 'p2p-transfer' ? `<${tag}> is in test mode.` : `<${tag}> sells a test product or plan.`),
    why: 'Payers pay with test money: you deliver without being paid.',
    cure: ({ tag }) =>
      tag === 'p2p-transfer'
        ? 'Remove the attribute test; keep allowTest off on the server.'
        : 'Have your server create the product or plan without test; keep allowTest off there.',
  }),
  row('sandbox_key', 'problem', {
    find: (seen) => elementsIn(seen).filter(isSandboxKey),
    what: ({ tag }) => `<${tag}> has a public key of the sandbox.`,
    why: 'Its private key is public too: anyone can decrypt the cards that are encrypted with it.',
    cure: 'Set your shop’s own public key, as the gateway shows it.',
  }),
  row('key_unusable', 'problem', {
    find: ({ keys }) => keys.filter(({ state }) => state === 'unusable'),
    what: ({ tag, reason }) => `The public key of <${tag}> can’t be used. ${reason}`,
    why: 'Nothing can be encrypted: no payer can pay.',
    cure: 'Set your shop’s public key, as the gateway shows it.',
    about: () => ['key_unusable'],
  }),
  row('key_refused', 'problem', {
    find: ({ keys }) => keys.filter(({ state }) => state === 'refused'),
    what: ({ tag, address }) => `The gateway at ${address} refuses the public key of <${tag}>.`,
    why: 'Every payment fails: the key is of another shop, of another gateway, or of a test system.',
    cure: 'Set the public key that this gateway shows for your shop.',
  }),
  // The payer pays on the gateway's page, which gets no settings from this page.
  row('registered_address_needed', 'advice', {
    find: (seen) => elementsIn(seen).filter(({ opensGatewayPage }) => opensGatewayPage),
    what: ({ tag }) => `<${tag}> leads to the gateway’s page.`,
    why:
      'The gateway notifies your server of payments there only if your shop has registered a notification address, and leads ' +
      'back to your shop only if it has registered a return address (for a product, return_url also does that).',
    cure: 'Register both at the gateway, and verify notifications with verifyNotification.',
  }),
  row('notification_url_missing', 'problem', {
    find: (seen) => elementsIn(seen).filter((each) => hasForm(each) && each.notificationUrl === undefined),
    what: ({ tag }) => `<${tag}> has no notification-url.`,
    why: 'When a payer closes the page too early, your server does not learn that they paid.',
    cure:
      'Set it, and verify notifications there with verifyNotification. If the gateway has an address for the whole shop, ' +
      'run this command with --ignore notification_url_missing.',
  }),
  row('return_url_missing', 'advice', {
    find: (seen) => elementsIn(seen).filter((each) => hasForm(each) && each.returnUrl === undefined),
    what: ({ tag }) => `<${tag}> has no return-url.`,
    why: 'Payers return from the bank to the address that the page had, with everything in it.',
    cure: 'Set a return-url that works in any browser and without a session.',
  }),
  row('resolve_status_missing', 'advice', {
    // Before an element is defined, its properties are unknown.
    find: (seen) => elementsIn(seen).filter((each) => hasForm(each) && each.defined && !each.asksServer),
    what: ({ tag }) => `<${tag}> has no resolveStatus.`,
    why: 'When the gateway’s answer gets lost, the outcome stays unknown, and the payer can’t learn whether they have paid.',
    cure: 'Set the property to a function that asks your server, and answer it there with createStatusHandler.',
  }),
];
