import type { ObservedDocument, ObservedElement, ObservedPage } from '../../src/check/observe/observed-page.js';

// What the check observes in a page that is ready for production, and changes to it.

export const PAGE = 'https://shop.example/pay';

export const element = (changes: Partial<ObservedElement> = {}): ObservedElement => ({
  tag: 'p2p-transfer',
  defined: true,
  test: false,
  opensGatewayPage: false,
  disabled: false,
  timeOver: false,
  knownAttributes: ['amount', 'currency', 'tracking-id', 'return-url', 'notification-url', 'checkout-url', 'test'],
  unknownAttributes: [],
  asksServer: true,
  opensOrders: true,
  publicKey: 'MIIB',
  returnUrl: 'https://shop.example/paid',
  notificationUrl: 'https://shop.example/notifications',
  addresses: { 'checkout-url': 'https://checkout.example/', 'return-url': 'https://shop.example/paid' },
  ...changes,
});
export const page = (changes: Partial<ObservedDocument> = {}): ObservedDocument => ({
  url: PAGE,
  secureContext: true,
  elements: [element()],
  scripts: [],
  metaPolicies: [],
  ...changes,
});
export const observedPage = (changes: Partial<ObservedPage> = {}): ObservedPage => ({
  address: PAGE,
  policy: "default-src 'self' https://checkout.example; base-uri 'none'",
  documents: [page()],
  fields: {},
  violations: [],
  errors: [],
  unavailable: [],
  ownScripts: {},
  keys: [],
  returns: [],
  secrets: [],
  serverScripts: [],
  mismatches: {},
  mixedContent: [],
  consoleErrors: [],
  failedRequests: [],
  ...changes,
});
export const withElement = (changes: Partial<ObservedElement>): ObservedPage =>
  observedPage({ documents: [page({ elements: [element(changes)] })] });
export const withScripts = (urls: readonly string[], integrity: string, changes: Partial<ObservedPage> = {}): ObservedPage =>
  observedPage({ documents: [page({ scripts: urls.map((url) => ({ url, integrity })) })], ...changes });

export const own = 'https://cdn.example/checkout.js';
export const PINNED = 'sha384-aaaa';
export const OWN = { version: '1.0.0', hash: PINNED };
export const PUBLISHED = { version: '1.0.0', scripts: [{ file: 'checkout.js', integrity: PINNED }] };
