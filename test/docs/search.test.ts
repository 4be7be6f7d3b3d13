import MiniSearch from 'minisearch';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MINI_SEARCH, UNSEARCHED, withoutSamples } from '../../docs/.vitepress/search.js';
import { readDocuments } from '../../build/manifest/documents.mjs';

// The site's search: its index of sections, with the site's own options. The site itself takes a minute to build.

const plain = (text: string): string => text.replaceAll(/[`*]|\]\([^)]*\)/g, ' ');

const sections = [...readDocuments()]
  .filter(([path]) => !UNSEARCHED.test(path))
  .flatMap(([path, source]) => {
    const searched = withoutSamples(source).replaceAll(/^```.*?^```$/gms, '');
    const titles: string[] = [];
    return searched.split(/^(?=#{1,6} )/m).map((section, index) => {
      const [, marks = '', title = ''] = /^(#+) (.*)/.exec(section) ?? [];
      titles.splice(Math.max(0, marks.length - 1), Infinity, plain(title));
      return {
        id: `${path}#${index}`,
        path,
        title: plain(title),
        titles: titles.slice(0, -1),
        text: plain(section.replace(/^#.*/, '')),
      };
    });
  });
const index = new MiniSearch<(typeof sections)[number]>({
  fields: ['title', 'titles', 'text'],
  storeFields: ['path', 'title'],
  searchOptions: { fuzzy: 0.2, prefix: true, ...MINI_SEARCH.searchOptions },
  ...MINI_SEARCH.options,
});
index.addAll(sections);

/** Each word, and a page that answers it. */
const WORDS: Readonly<Record<string, RegExp>> = {
  webhook: /notifications|words/,
  IPN: /words/,
  callback: /words|notifications/,
  '3DS': /words/,
  SCA: /words/,
  'fake card numbers': /words|sandbox/,
  'Apple Pay': /words|headless/,
  'Google Pay': /words|headless/,
  PayPal: /words/,
  refund: /after-payment|words|reference\/server/,
  chargeback: /words|after-payment/,
  capture: /after-payment|words|reference\/server/,
  void: /after-payment|words|reference\/server/,
  tokenization: /words/,
  'saved card': /transfer|words/,
  installments: /words/,
  recurring: /words/,
  trial: /subscription|words|reference/,
  unsubscribe: /words/,
  'cancel subscription': /subscription|words|reference\/server/,
  invoice: /words/,
  payout: /words/,
  iframe: /words|isolated-fields/,
  CSP: /security|words/,
  CORS: /operators|words/,
  PCI: /security|words/,
  SAQ: /words|security/,
  'secret key': /words|server/,
  'test card': /sandbox|words/,
  idempotency: /words/,
  'double charge': /words/,
  'minor units': /words|transfer|product/,
  decimals: /words/,
  surcharge: /words/,
  AVS: /words/,
  Swagger: /words/,
  ngrok: /words/,
  Shopify: /words/,
  CSRF: /php-python|words|troubleshooting/,
  'prefill name': /words/,
  'pre-fill amount': /words/,
  'accept only Visa': /words/,
  'change card of subscription': /words/,
  'redirect after payment': /words/,
  'thank you page': /words/,
  'success page': /words/,
  'reconcile at the end of the day': /words/,
  'invalid URL': /words|troubleshooting/,
  'key expired': /words|operators/,
  'webhook IP': /words/,
  RTL: /words/,
  HMAC: /words/,
  SSR: /words/,
  'shadow DOM': /words|styling/,
  '::part': /words|styling/,
  logo: /words|styling/,
  'soft decline': /words/,
  'customer charged twice': /words/,
  'payment pending for hours': /words/,
  'payer closed the tab before returning': /words/,
  'settlement payout report': /words/,
  'guest checkout': /words/,
  'merchant initiated transaction': /words/,
  'zero amount verification': /words/,
  'breaking changes': /words/,
  offline: /words/,
  'payment stuck processing': /words/,
  'donation amount': /words/,
  'split payment marketplace': /words/,
  'buy now pay later': /words/,
  KYC: /words/,
  performance: /words/,
  'environment variables': /words/,
  'export transactions csv': /words/,
  webpack: /troubleshooting|frameworks/,
  starter: /frameworks/,
  cypress: /testing|words/,
  jest: /testing|words/,
  install: /quick-start|words/,
  figures: /figures\/|words/,
  'discount code': /words/,
  coupon: /words/,
  cart: /words/,
  'multiple products cart': /words/,
  'tax VAT': /words/,
  'currency conversion': /words/,
  'cancel order': /words/,
  'React Native': /words/,
  Laravel: /words/,
  Django: /words/,
  'Spring Boot Java': /words/,
  '.NET C#': /words/,
  'serverless Vercel lambda': /words/,
  serverless: /words/,
  'GDPR personal data': /words/,
  'cookie consent': /words/,
  'card number validation Luhn': /words/,
  'remove placeholder': /words/,
  autofocus: /words/,
  'page reload after payment': /words|outcomes/,
  'TypeScript types': /words|frameworks/,
  'ping health check': /words/,
  'shipping address': /words/,
  'error codes': /words|troubleshooting/,
  subscription: /words|payments\/subscription/,
  'credit card': /words/,
  SEPA: /words/,
  iban: /words/,
  locale: /words|languages/,
  translate: /words|languages/,
  'amount format': /words|transfer/,
  'dark mode': /words|styling/,
  'QR code': /words/,
  'log / debug': /words/,
  debug: /words/,
  'duplicate payment': /words/,
  translations: /words|languages/,
  analytics: /words/,
  preorder: /words|after-payment/,
  iOS: /words/,
  'mobile app': /words/,
  timeout: /words|outcomes/,
  decline: /sandbox|words|outcomes/,
  mock: /testing|words/,
  reports: /figures\/reports|words/,
  quickstart: /quick-start|words/,
  clientSecret: /words/,
  'payment intent': /words/,
  confirmPayment: /words/,
  invalid_api_key: /words/,
  card_declined: /words|sandbox/,
  JWKS: /words/,
  'crypto.subtle undefined': /words|going-live/,
  'element not showing': /words|troubleshooting/,
  'button does nothing': /words|troubleshooting/,
  'window is not defined': /words|frameworks/,
  Astro: /words/,
  proration: /words/,
  'dunning failed renewal': /words/,
  'customer portal': /words/,
  'list customers pagination': /words|reference/,
  clickjacking: /words|isolated-fields/,
  'XSS skimming magecart': /words|security/,
  'rate limiting': /words|sandbox/,
  'reverse proxy nginx': /words|server/,
  'migrate from v1': /words|versions/,
  'screen reader': /words|accessibility/,
  autofill: /words|transfer/,
  conformance: /words|operators/,
  'check in CI exit code': /words|going-live/,
  'statement descriptor': /words/,
  'card form not showing': /words|troubleshooting/,
  'postal code': /words/,
  'do not honor': /words/,
  'error message customization': /words|languages/,
  'multiple elements on one page': /words/,
  wix: /words/,
  NG8001: /angular/,
  NG0304: /angular/,
  'secret key leaked': /words|security/,
  'Stripe Elements': /words|isolated-fields/,
  'Refused to frame': /words|security/,
  'card number paste with spaces': /words\.md Autofill/,
  'autofill browser saved card': /words\.md Autofill/,
  'challenge iframe too small on mobile': /words\.md Challenge dialog/,
  'surcharge credit vs debit BIN': /words\.md Fee/,
  'disable pay button until valid': /words\.md Button text/,
  'pay button stays grey': /words\.md Button text/,
  'currency not supported': /words\.md Tax/,
  'reset form after decline': /words\.md Decline/,
  'screen reader announces error': /words\.md Screen reader/,
  'blank iframe': /isolated-fields\.md When the frame is blank/,
  'spinner forever': /words\.md Spinner/,
  'session expired': /words\.md Session expired/,
  'amount rounding yen': /words\.md Minor units/,
  'SMS code did not come': /words\.md OTP/,
  'OTP wrong code': /words\.md OTP/,
  'bank page does not open': /words\.md OTP/,
  'change button color': /words\.md Button color|styling/,
  'Uncaught SyntaxError unexpected token export': /words\.md ES modules/,
  'peer dependency conflict': /words\.md ES modules/,
  'Safari ITP': /words\.md Incognito/,
  'change language at runtime': /words\.md Change the language/,
  'currency symbol position': /words\.md Currency symbol/,
  'comma or dot decimal': /words\.md Currency symbol/,
  'gift card': /words\.md Discount/,
  'snapshot test shadow DOM': /words\.md Test ids/,
  'data-testid': /words\.md Test ids/,
  'CI headless': /words\.md Test ids/,
  skimmer: /words\.md XSS/,
  'log card number by mistake': /words\.md Card number in a log/,
  'permissions policy payment': /words\.md Permissions-Policy/,
  'network lost while paying': /words\.md Offline/,
  'customer account': /words\.md Customer account/,
  'card to card limit': /words\.md Minimum/,
  'Elements provider': /words\.md Client secret/,
  'form looks squashed on phone': /words\.md Width/,
  'keyboard covers the pay button': /words\.md Width/,
  'recipient gets less money': /words\.md Fee/,
  'send money to friend': /words\.md Payout/,
  'wrong recipient card': /words\.md Wrong recipient/,
  'money not received': /words\.md Wrong recipient/,
  'transfer cancelled but charged': /words\.md Cancel an order/,
  'proof of payment': /words\.md Receipt/,
  'duplicate transaction error': /words\.md Idempotency/,
  'transfer abroad': /words\.md Countries/,
  'allowed countries': /words\.md Countries/,
  'Chrome extension breaks form': /words\.md VPN/,
  'Google Translate page': /words\.md Browser's translator/,
  'cookie banner covers form': /words\.md Modal/,
  'modal dialog bootstrap': /words\.md Modal/,
  'tabs accordion hidden element': /words\.md Modal/,
  'single page app navigation': /words\.md Reload/,
  'Redux state': /words\.md Redux/,
  'prefill card number from URL': /words\.md Shipping|words\.md Prefill/,
  'test webhook locally': /words\.md Test a webhook/,
  'resend webhook': /words\.md Test a webhook/,
  'webhook order of events': /words\.md Order of webhooks/,
  'webhook timeout': /words\.md Order of webhooks/,
  'queue jobs': /words\.md Order of webhooks/,
  'concurrent requests race condition': /words\.md Database/,
  'list all transactions': /words\.md Find a payment/,
  'search payment by email': /words\.md Find a payment/,
  'reporting monthly revenue': /words\.md Settlement/,
  'sandbox reset data': /sandbox\.md State|words\.md Database/,
  'run in GitHub Codespaces': /words\.md Docker/,
  'time travel subscription': /words\.md Simulate/,
  'data processing agreement': /words\.md GDPR.*data processing/,
  'TLS version': /words\.md Port in use/,
  'dependency audit lit zod': /words\.md Dependencies/,
  'signed commits provenance': /words\.md Dependencies/,
  'American Express 4 digit code': /words\.md CVV/,
  'name on card Cyrillic': /words\.md Card number, name and date/,
  'expiry date format': /words\.md Card number, name and date/,
  'call center take card by phone': /words\.md Phone order/,
  'change currency per customer': /words\.md Tax/,
  'bulk payouts to many cards': /words\.md Bulk payouts/,
  'salary payments': /words\.md Bulk payouts/,
  'remove shadow': /words\.md Shadows/,
  'spacing between fields': /words\.md Shadows/,
  'animation off': /words\.md Animation/,
  tooltip: /words\.md Animation/,
  'tablet landscape': /words\.md Width/,
  'browser zoom 200': /words\.md Screen reader/,
  'voice control': /words\.md Screen reader/,
  Braille: /words\.md Screen reader/,
  'who can see my card': /words\.md Is it safe/,
  'is it safe': /words\.md Is it safe/,
  'public wifi': /words\.md Is it safe/,
  'fake checkout page': /words\.md Is it safe/,
  'domain allowlist': /words\.md VPN/,
  ERR_BLOCKED_BY_CLIENT: /words\.md VPN/,
  'load balancer sticky sessions': /words\.md Serverless|words\.md Load balancer/,
  'payer typed wrong amount': /words\.md Wrong recipient/,
};

/** Words that only the page of words has an answer to, or names. */
const NAMED = `
American Express, PAN, vault, network token, stored credentials, MIT CIT, preauthorization, reversal, escrow, 401 unauthorized, 403 forbidden,
404 not found, 502 bad gateway, failed to fetch, mixed content, https required, yarn, pnpm, CommonJS require, require is not defined,
module not found, tree shaking, jsdelivr, unpkg, Drupal, Squarespace, Webflow, FastAPI, Kotlin, Rust, Elixir, Stencil, Capacitor, Electron, PWA,
iPhone, incognito, private browsing, pay what you want, custom amount, dashboard, deprecation, IE11, checkout session, storybook, mock server,
cancel payment, unmount component, browser crash, two tabs, PEM, inventory, digital goods, terms and conditions, contact, pricing, bug bounty,
OTP, SMS code, Klarna, POS, NFC, refused to load the script, violates the following content security policy, 6.4.3, penetration test, EN 301 549,
right to be forgotten, data retention, multiple shops, captcha, device fingerprint, LCP, slow network, fail page, standing order, weekly, staging,
monitoring, kubernetes, change label, reorder fields, liability shift, Face ID, decline code 51, moduleResolution,
customElements.define has already been used, timeout after submit, clock skew, SameSite cookie, stolen card, lost card, issuer unavailable,
do I need a backend, static site, GraphQL, gRPC, Netlify, geolocation, password manager, inputmode, paste card number, websocket,
server-sent events, long polling, real-time status, grace period, pause subscription, UMD, offline development, air-gapped, alerts, metrics,
backup, database, latency, throughput, load test, Sentry, A/B test, support ticket
`
  .trim()
  .split(/,\s+/);

/** A chapter that names the first word of the phrase. */
const named = (word: string): RegExp => new RegExp(`words\\.md .*${word.split(' ')[0]!.replaceAll('.', '\\.')}`, 'i');

test.each([...Object.entries(WORDS), ...NAMED.map((word) => [word, named(word)] as const)])(
  'who searches for %s finds it among the first three',
  (word, page) => {
    const found = index.search(word).slice(0, 3) as unknown as { readonly path: string; readonly title: string }[];
    expect(found.map(({ path, title }) => `${path} ${title}`).join('\n')).toMatch(page);
  },
);

test.each(['refund', 'void', 'capture', 'release', 'deposit', 'chargeback'])(
  '%s finds the page of what follows a payment',
  (word) => {
    const found = index.search(word).slice(0, 3) as unknown as { readonly path: string }[];
    expect(found.map(({ path }) => path)).toContain('docs/server/after-payment.md');
  },
);

const codesIn = (path: string): string[] => [
  ...new Set(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code = '']) => code)),
  ),
];

/** Codes whose own chapter comes before their row in the table. */
const CHAPTERS: Readonly<Record<string, string>> = {
  job_lost: 'docs/outcomes.md',
  outcome_unknown: 'docs/server/after-payment.md',
};

test.each(['docs/troubleshooting.md', 'docs/going-live.md'])(
  'every code of %s is found by its name among the first three',
  (page) => {
    const codes = codesIn(page);
    expect(codes.length).toBeGreaterThan(40);
    const found = (code: string): string[] =>
      (index.search(code).slice(0, 3) as unknown as { readonly path: string }[]).map(({ path }) => path);
    expect(
      codes.filter((code) => !found(code).includes(CHAPTERS[code] ?? page)).map((code) => `${code}: ${found(code).join(', ')}`),
    ).toEqual([]);
  },
);

test('forty words are searched', () => expect(Object.keys(WORDS).length).toBeGreaterThanOrEqual(40));
