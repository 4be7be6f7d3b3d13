import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShop, SANDBOX_SHOPS } from '../../demo/gateway/shop/shops.js';
import { type FindingCode, ROWS } from '../../src/check/judge/rows.js';
import { SANDBOX_KEYS } from '../../src/check/judge/elements.js';
import { asText, createReport } from '../../src/check/report.js';
import type { ObservedPage } from '../../src/check/observe/observed-page.js';
import { element, OWN, own, PAGE, page, PINNED, PUBLISHED, observedPage, withElement, withScripts } from './observed-pages.js';

const firstSandboxKey = openShop(SANDBOX_SHOPS[0]!).publicKey;

test('a page ready for production has no finding', () => {
  expect(createReport(observedPage())).toEqual({ address: PAGE, problems: 0, findings: [], unchecked: [] });
});

test.each<[FindingCode, string, ObservedPage]>([
  ['element_missing', 'a page without an element', observedPage({ documents: [page({ elements: [] })] })],
  ['element_undefined', 'an element that is not defined', withElement({ defined: false })],
  [
    'element_error',
    'an element that reports an error',
    observedPage({ errors: [{ tag: 'p2p-transfer', code: 'setting_invalid', party: 'merchant', message: 'currency: …' }] }),
  ],
  ['element_disabled', 'an element that is disabled', withElement({ disabled: true })],
  [
    'attribute_without_effect',
    'a function in an attribute',
    withElement({ unknownAttributes: ['prepare', 'class', 'onclick'], properties: ['prepare', 'resolveStatus'] }),
  ],
  [
    'attribute_without_effect',
    'a property in an attribute, in the spelling of attributes',
    withElement({ unknownAttributes: ['resolve-status'], properties: ['prepare', 'resolveStatus'] }),
  ],
  ...['@checkout-outcome', 'oncheckoutoutcome', 'on-checkout-outcome', '(checkout-outcome)', 'v-on:checkout-outcome'].map(
    (name): [FindingCode, string, ObservedPage] => [
      'listener_without_effect',
      `a listener in the attribute ${name}`,
      withElement({ unknownAttributes: [name, 'onclick'] }),
    ],
  ),
  ['listener_without_effect', 'a listener to no event of ours', withElement({ unknownAttributes: ['@checkout-paying'] })],
  ['listener_without_effect', 'a listener to another product’s event', withElement({ unknownAttributes: ['on-success'] })],
  ['attribute_foreign', 'an attribute that no element has', withElement({ unknownAttributes: ['customer_id'] })],
  ['event_unknown', 'a listener to a misspelled event', withElement({ heard: ['checkout-outcome', 'checkout-outcom'] })],
  ['event_unknown', 'a listener to no event', withElement({ heard: ['checkout-drawer-opened'] })],
  [
    'event_unknown',
    'a listener in a document, beside another program’s',
    observedPage({ documents: [page({ heard: ['checkout-ready', 'checkout-drawer-opened', 'checkout-sucess'] })] }),
  ],
  ['property_unknown', 'a misspelled property', withElement({ ownProperties: ['returnURL'], properties: ['returnUrl'] })],
  ['property_unknown', 'a listener in a property', withElement({ ownProperties: ['onSuccess'] })],
  ['tag_taken', 'a tag of another script', withElement({ isTaken: true, defined: false })],
  ['tracking_id_fixed', 'an order that all payers share', withElement({ trackingId: 'test-order-1', opensOrders: false })],
  ['order_missing', 'payments without an order', withElement({ opensOrders: false })],
  ['function_expected', 'a promise in the place of a function', withElement({ notFunctions: ['prepare'], opensOrders: false })],
  [
    'function_expected',
    'a text in the place of a function, beside an order of the page',
    withElement({ notFunctions: ['prepare'], opensOrders: false, trackingId: 'order-17' }),
  ],
  [
    'function_expected',
    'a question to the server that is no function',
    withElement({ notFunctions: ['resolveStatus'], asksServer: false }),
  ],
  [
    'element_unseen',
    'a button that is hidden, and that no script presses',
    { ...withElement({ hidesButton: true }), pressesByScript: false },
  ],
  [
    'element_unseen',
    'a button in white on white',
    withElement({ button: { color: 'rgb(255, 255, 255)', background: 'rgb(250, 250, 250)' } }),
  ],
  [
    'contrast_low',
    'a button in yellow on white',
    withElement({ button: { color: 'rgb(180, 180, 0)', background: 'rgb(255, 255, 255)' } }),
  ],
  ['keys_stopped', 'a script that stops keys', withElement({ stoppedKeys: ['Tab', 'Backspace'] })],
  [
    'event_detail',
    'a listener that reads a detail',
    observedPage({ documents: [page({ readsDetail: [{ type: 'checkout-outcome', line: 'event.detail.outcome' }] })] }),
  ],
  [
    'window_refused',
    'a frame that may open no window',
    observedPage({ documents: [page({ elements: [] }), page({ lacks: ['allow-popups'] })] }),
  ],
  ['element_unclosed', 'a tag that contains the page’s footer', withElement({ contains: 'footer' })],
  ['element_unclosed', 'a tag that is not closed', { ...withElement({ begins: 'p' }), unclosed: ['p2p-transfer'] }],
  [
    'attribute_elsewhere',
    'a sum of a product',
    withElement({ tag: 'product-pay', unknownAttributes: ['amount'], knownAttributes: ['src'] }),
  ],
  [
    'return_url_elsewhere',
    'a page of thanks without the element',
    observedPage({ returns: [{ tag: 'p2p-transfer', address: 'https://shop.example/thanks', status: 200, isElsewhere: true }] }),
  ],
  [
    'policy_missing',
    'a policy in the body',
    { ...observedPage({ documents: [page({ hasLatePolicy: true })] }), policy: undefined },
  ],
  [
    'own_server_blocked',
    'a policy that leaves out the page’s own host',
    {
      ...withElement({ opensOrders: true }),
      policy: "default-src 'self'; connect-src https://checkout.example; base-uri 'none'",
    },
  ],
  ['element_disabled', 'an element that is inert', withElement({ unusable: 'is inert' })],
  ['element_cut_off', 'a box that cuts an element off', withElement({ cutBy: 'div#box' })],
  ['element_overlaid', 'a notice in front of an element', withElement({ overlaidBy: 'div#cookies' })],
  ['element_unseen', 'an element that is hidden', withElement({ unseen: 'is hidden' })],
  ['element_covered', 'a layer over an element', withElement({ coveredBy: 'div#layer' })],
  ['language_unknown', 'a language by its English name', withElement({ language: 'english' })],
  ['time_over', 'a transfer whose time to confirm is over', withElement({ timeOver: true })],
  [
    'attribute_unknown',
    'a misspelled setting, whatever is missing for it',
    {
      ...withElement({ unknownAttributes: ['ammount'] }),
      errors: [{ tag: 'p2p-transfer', code: 'setting_missing', party: 'merchant', message: 'amount: expected …' }],
    },
  ],
  [
    'attribute_unknown',
    'a setting that is not spelled as in HTML, and is missing for it',
    withElement({ unknownAttributes: ['return_url'], returnUrl: undefined }),
  ],
  [
    'return_url_broken',
    'a return address without a page',
    observedPage({ returns: [{ tag: 'p2p-transfer', address: 'https://shop.example/paid', status: 404 }] }),
  ],
  ['test_mode', 'an element in test mode', withElement({ test: true })],
  [
    'element_misspelled',
    'a tag with two letters exchanged',
    observedPage({ documents: [page({ elements: [], undefinedTags: ['p2p-trasnfer', 'other-element'] })] }),
  ],
  [
    'template_unfilled',
    'a key that the server has not filled in',
    {
      ...withElement({ unfilled: ['public-key'] }),
      errors: [{ tag: 'p2p-transfer', code: 'key_unusable', party: 'merchant', message: 'The public key can’t be read.' }],
      keys: [{ tag: 'p2p-transfer', address: 'https://checkout.example', state: 'unusable', reason: 'It is no base64.' }],
    },
  ],
  ['sandbox_key', 'a key of the sandbox', withElement({ publicKey: ` ${firstSandboxKey}\n` })],
  ['loopback_address', 'a gateway on this machine', withElement({ addresses: { 'checkout-url': 'http://127.0.0.1:4010/' } })],
  [
    'loopback_address',
    'notifications to this machine',
    withElement({ addresses: { 'notification-url': 'https://localhost/n' } }),
  ],
  [
    'loopback_address',
    'an address in the page’s description of the product',
    withElement({
      tag: 'product-pay',
      addresses: { 'confirm_url in the description': 'http://127.0.0.1:4010/v2/confirm_order/prd_1/1' },
    }),
  ],
  [
    'plain_http',
    'an address over http in the page’s description of the product',
    withElement({
      tag: 'product-pay',
      addresses: { 'pay_url in the description': 'http://gateway.example/products/prd_1/pay' },
    }),
  ],
  ['not_for_sale', 'a product that is sold out', observedPage({ unavailable: [{ tag: 'product-pay', reason: 'sold_out' }] })],
  [
    'registered_address_needed',
    'a plan that is subscribed to on the gateway’s page',
    withElement({ tag: 'plan-subscribe', opensGatewayPage: true, publicKey: undefined, notificationUrl: undefined }),
  ],
  [
    'registered_address_needed',
    'a payment link, even with settings for a form',
    withElement({ tag: 'product-pay', opensGatewayPage: true }),
  ],
  ['loopback_address', 'the page on this machine', observedPage({ address: 'http://localhost:3000/pay' })],
  ['loopback_address', 'a script from this machine', withScripts(['http://127.0.0.1:4010/checkout.js'], PINNED)],
  ['plain_http', 'the page over http', observedPage({ address: 'http://shop.example/pay' })],
  ['plain_http', 'an address over http', withElement({ addresses: { src: 'http://shop.example/tea.json' } })],
  ['insecure_context', 'a page without encryption', observedPage({ documents: [page({ secureContext: false })] })],
  ['mixed_content', 'a request over http', observedPage({ mixedContent: ['http://shop.example/logo.png'] })],
  ['notification_url_missing', 'a transfer without notifications', withElement({ notificationUrl: undefined })],
  [
    'notification_url_missing',
    'a card form for a product without notifications',
    withElement({ tag: 'product-pay', notificationUrl: undefined }),
  ],
  ['return_url_missing', 'a transfer without a return address', withElement({ returnUrl: undefined })],
  ['resolve_status_missing', 'a transfer that can’t ask the server how it ended', withElement({ asksServer: false })],
  [
    'policy_blocks',
    'a blocked request',
    observedPage({ violations: [{ directive: 'connect-src', blocked: 'https://checkout.example', reportOnly: false }] }),
  ],
  [
    'policy_would_block',
    'a script that a report-only policy would block',
    observedPage({ violations: [{ directive: 'script-src-elem', blocked: 'inline', reportOnly: true }] }),
  ],
  ['policy_missing', 'no policy', observedPage({ policy: undefined })],
  [
    'connect_src_open',
    'a policy only for scripts',
    observedPage({ policy: "script-src 'self'; object-src 'none'; base-uri 'none'" }),
  ],
  ['frame_src_limited', 'a dialog that the default for frames would keep empty', withElement({ challenge: 'auto' })],
  [
    'frame_src_limited',
    'a dialog that the fallback of frame-src would keep empty',
    {
      ...withElement({ challenge: 'auto' }),
      policy:
        "script-src 'self'; child-src 'none'; frame-ancestors 'self'; connect-src 'self' https://checkout.example; base-uri 'none'",
    },
  ],
  ['policy_missing', 'an empty policy', observedPage({ policy: ' ' })],
  [
    'connect_src_open',
    'connections to any host',
    observedPage({ policy: "default-src 'none'; script-src 'self'; connect-src *; base-uri 'none'" }),
  ],
  [
    'connect_src_open',
    'connections to any host over https',
    observedPage({ policy: "script-src 'self'; connect-src 'self' HTTPS:; base-uri 'none'" }),
  ],
  [
    'connect_src_open',
    'any source by default',
    observedPage({ policy: "script-src 'self'; default-src https:; base-uri 'none'" }),
  ],
  ['base_uri_open', 'a policy without base-uri', observedPage({ policy: "default-src 'self' https://checkout.example" })],
  [
    'base_uri_open',
    'a <base> of any host',
    observedPage({ policy: "script-src 'self'; connect-src 'self'; base-uri 'self' https:" }),
  ],
  [
    'connect_src_open',
    'a second connect-src, which does not count',
    observedPage({ policy: "script-src 'self'; connect-src *; connect-src 'self' https://checkout.example; base-uri 'none'" }),
  ],
  [
    'connect_src_open',
    'several open policies',
    observedPage({
      policy: "connect-src *, script-src https:; base-uri 'none'",
      documents: [page({ metaPolicies: ["script-src 'self'"] })],
    }),
  ],
  ...[
    "script-src * 'unsafe-inline' 'unsafe-eval'",
    "script-src 'self' 'unsafe-inline'",
    "script-src 'nonce-r4nd0m' 'unsafe-eval'",
    "script-src 'self' data:",
    'script-src https:, script-src *',
  ].map((sources): ['script_src_open', string, ObservedPage] => {
    const policy = `${sources}; connect-src 'self' https://checkout.example; base-uri 'none'`;
    return ['script_src_open', sources, observedPage({ policy })];
  }),
  [
    'script_src_open',
    'no script-src and no default-src',
    observedPage({ policy: "connect-src 'self' https://checkout.example; base-uri 'none'" }),
  ],
  ['secret_key_in_page', 'a secret key in a script', observedPage({ secrets: ['https://shop.example/app.js'] })],
  [
    'key_refused',
    'a key of another gateway',
    observedPage({ keys: [{ tag: 'p2p-transfer', address: 'https://checkout.example', state: 'refused', reason: '' }] }),
  ],
  [
    'gateway_missing',
    'an address without a gateway',
    observedPage({
      keys: [{ tag: 'p2p-transfer', address: 'https://checkout.example', state: 'missing', reason: 'nothing answers there' }],
    }),
  ],
  [
    'key_unusable',
    'a text that is no key, whatever else the element reports',
    observedPage({
      keys: [{ tag: 'p2p-transfer', address: 'https://checkout.example', state: 'unusable', reason: 'Expected a key.' }],
      errors: [{ tag: 'p2p-transfer', code: 'key_unusable', party: 'merchant', message: 'Expected a key.' }],
    }),
  ],
  [
    'plain_http',
    'a gateway over http: the policy and the element’s own error follow from it',
    {
      ...withElement({ addresses: { 'checkout-url': 'http://checkout.example/' } }),
      policy: "script-src 'self'; connect-src 'self' http://checkout.example; base-uri 'none'",
      violations: [{ directive: 'connect-src', blocked: 'http://checkout.example/', reportOnly: false }],
      errors: [
        {
          tag: 'p2p-transfer',
          code: 'setting_invalid',
          party: 'merchant',
          message: 'checkout-url: expected …; got "http://checkout.example". …',
        },
      ],
    },
  ],
  ['integrity_missing', 'our script from another origin, unpinned', withScripts([own], '', { ownScripts: { [own]: OWN } })],
  [
    'integrity_advised',
    'our script from the page’s own origin, unpinned',
    withScripts(['https://shop.example/checkout.js'], '', { ownScripts: { 'https://shop.example/checkout.js': OWN } }),
  ],
  ['foreign_script', 'another script from another origin, unpinned', withScripts(['https://tags.example/t.js'], '')],
  ['server_code_in_page', 'code for servers', observedPage({ serverScripts: ['https://shop.example/app.js'] })],
  ['request_failed', 'a script that did not load', observedPage({ failedRequests: ['https://shop.example/a.js (status 404)'] })],
  [
    'default_src_open',
    'a default-src of any host',
    observedPage({
      policy: "default-src *; script-src 'self'; connect-src 'self' https://checkout.example; base-uri 'none'",
    }),
  ],
  ['frame_refused', 'a frame that shows nothing', observedPage({ refusedFrames: ['https://pay.example/'] })],
  ['origin_missing', 'a sandbox without an origin', observedPage({ documents: [page({ hasNoOrigin: true })] })],
  ['page_reloads', 'a page that reloads itself', observedPage({ documents: [page({ refresh: '300' })] })],
  [
    'referrer_open',
    'a referrer policy that names the whole address',
    observedPage({ documents: [page({ referrer: 'Unsafe-URL' })] }),
  ],
  ['referrer_open', 'the same in a header', observedPage({ referrerPolicy: 'no-referrer, unsafe-url' })],
  [
    'meta_policy_ignored',
    'frame-ancestors in a <meta>',
    observedPage({
      documents: [page({ metaPolicies: ["script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"] })],
    }),
  ],
  ...['', 'width=1200', 'width=device-width, user-scalable=no', 'width=device-width, maximum-scale=1.0'].map(
    (viewport): [FindingCode, string, ObservedPage] => [
      'viewport',
      `the viewport "${viewport}"`,
      observedPage({ documents: [page({ viewport })] }),
    ],
  ),
  ['console_error', 'an error in the console', observedPage({ consoleErrors: ['boom'] })],
])('%s is found for %s, with a fix', (code, _, seen) => {
  const { findings, problems } = createReport(seen);
  expect(findings.map((found) => found.code)).toEqual([code]);
  expect(problems).toBe(ROWS.find((row) => row.code === code)?.severity === 'problem' ? 1 : 0);
  const [{ what, why, cure } = { what: '', why: '', cure: '' }] = findings;
  for (const text of [what, why, cure]) expect(text).toMatch(/^\S.*\S$/);
});

test.each([
  ...["'nonce-r4nd0m' 'unsafe-inline'", "'sha256-AAAA' 'unsafe-inline'", "'nonce-r4nd0m' 'strict-dynamic' https:"].map(
    (sources): [string, ObservedPage] => [
      sources,
      observedPage({ policy: `script-src ${sources}; connect-src 'self'; base-uri 'none'` }),
    ],
  ),
  ['a pinned script of another origin', withScripts([own], PINNED, { ownScripts: { [own]: OWN } })],
  ['a script of the page’s own origin', withScripts(['https://shop.example/app.js'], '')],
  [
    'a policy in a meta element',
    observedPage({
      policy: undefined,
      documents: [page({ metaPolicies: ["script-src 'self'; connect-src 'self' https://checkout.example; base-uri 'none'"] })],
    }),
  ],
  [
    'a dialog that may show every bank',
    {
      ...withElement({ challenge: 'auto' }),
      policy: "default-src 'self' https://checkout.example; frame-src 'self' https:; base-uri 'none'",
    },
  ],
  [
    "base-uri 'self' in one of several policies",
    observedPage({ policy: "script-src 'self'; connect-src 'self', base-uri 'self', base-uri *" }),
  ],
  [
    'connect-src in one of several policies',
    observedPage({ policy: "script-src 'self', connect-src 'self' https://checkout.example; base-uri 'none'" }),
  ],
  [
    'default-src as the fallback for connect-src',
    observedPage({ policy: "script-src 'nonce-r4nd0m'; default-src 'self' https://checkout.example; base-uri 'none'" }),
  ],
  [
    'a policy without connect-src if nothing connects',
    {
      ...observedPage({
        policy: "script-src 'self'; base-uri 'none'",
        documents: [page({ elements: [element({ addresses: {}, publicKey: undefined })] })],
      }),
    },
  ],
  ['an element in a frame', observedPage({ documents: [page({ elements: [] }), page({ url: 'https://pay.example/frame' })] })],
])('%s is fine', (_, seen) => {
  expect(createReport(seen).findings).toEqual([]);
});

test('the cure for a missing policy is the page’s own', () => {
  const cureOf = (seen: Parameters<typeof createReport>[0]): string => createReport(seen).findings[0]!.cure;
  const seen = withElement({
    challenge: 'auto',
    addresses: { 'checkout-url': 'https://checkout.example/' },
  });
  const [document] = seen.documents;
  const scripts = ['https://shop.example/app.js', own].map((url) => ({ url, integrity: PINNED }));
  expect(cureOf({ ...seen, policy: undefined, documents: [{ ...document!, scripts, hasDataIcon: true }] })).toBe(
    "Send Content-Security-Policy: default-src 'none'; script-src 'self' https://cdn.example; connect-src 'self' https://checkout.example; " +
      "frame-src 'self' https:; img-src data:; base-uri 'none'; and what else your page needs, such as font-src.",
  );
  const inline = cureOf({
    ...seen,
    policy: undefined,
    documents: [{ ...document!, scripts: [{ url: own, integrity: PINNED }], hasInline: true }],
  });
  expect(inline).toContain("script-src https://cdn.example 'self'; ");
  expect(inline).toContain(
    "style-src 'self'; base-uri 'none'; and what else your page needs, such as font-src. Move its inline scripts",
  );
  const framed = withElement({
    addresses: { 'checkout-url': 'https://checkout.example/', 'fields-url': 'https://fields.example/' },
  });
  expect(cureOf({ ...framed, policy: undefined })).toContain('; frame-src https://fields.example; ');
});

test('the cure for a missing policy allows the style sheets and the pictures of the page', () => {
  const files = {
    styles: ['https://shop.example/shop.css'],
    images: ['https://pictures.example/a.png', 'https://shop.example/b.png'],
  };
  const { findings } = createReport(observedPage({ policy: undefined, documents: [page(files)] }));
  const [cure] = findings.filter(({ code }) => code === 'policy_missing').map((each) => each.cure);
  expect(cure).toContain("; img-src https://pictures.example 'self'; style-src 'self'; base-uri 'none'; ");
});

test.each([
  ["default-src https:; script-src 'self'; base-uri 'none'", "Add connect-src 'self' https://checkout.example to it"],
  ["default-src 'none'; script-src 'self'; connect-src *; base-uri 'none'", 'Replace its connect-src by connect-src '],
  ["script-src 'self'; connect-src 'self' https://checkout.example", "Add base-uri 'none' to it"],
  [
    "script-src 'self'; connect-src 'self' https://checkout.example; base-uri *",
    "Replace its base-uri by base-uri 'none', or 'self'",
  ],
])('a directive that is there is replaced, since a second one would count for nothing: %s', (policy, cure) => {
  const [paying] = withElement({ addresses: { 'checkout-url': 'https://checkout.example/' } }).documents[0]!.elements;
  const seen = observedPage({ policy, documents: [page({ elements: [paying!] })] });
  expect(createReport(seen).findings.map((each) => each.cure)).toEqual([expect.stringContaining(cure)]);
});

test('a policy is not opened for an address that is no gateway, or has no fields', () => {
  const violations = [{ directive: 'connect-src', blocked: 'https://files.example/ctp/api', reportOnly: false }];
  const keys = [{ tag: 'p2p-transfer', address: 'https://files.example/', state: 'missing', reason: 'status 404' } as const];
  expect(createReport(observedPage({ violations, keys })).findings.map(({ code }) => code)).toEqual(['gateway_missing']);
  const framed = withElement({ addresses: { 'fields-url': 'https://files.example/fields/' } });
  const fields = { 'https://files.example/fields/': { failed: 'status 404', html: '', headers: {} } };
  const blocked = [{ directive: 'frame-src', blocked: 'https://files.example', reportOnly: false }];
  expect(createReport({ ...framed, fields, violations: blocked }).findings.map(({ code }) => code)).toEqual(['fields_missing']);
});

test('a policy has to allow the origin of an element, whatever another one has wrong there', () => {
  const sold = element({ tag: 'product-pay', addresses: { 'confirm-url': 'https://checkout.example/v2/confirm_order/1/7' } });
  const elements = [element({ addresses: { 'checkout-url': 'https://checkout.example/ctp/api' } }), sold];
  const keys = [{ tag: 'p2p-transfer', address: 'https://checkout.example/ctp/api', state: 'missing', reason: '404' } as const];
  const violations = ['v2/confirm_order/1/7', 'ctp/api'].map((path) => ({
    directive: 'connect-src',
    blocked: `https://checkout.example/${path}`,
    reportOnly: false,
  }));
  const seen = observedPage({ documents: [page({ elements })], keys, violations });
  // Once: what the policy has to name is the origin.
  expect(createReport(seen).findings.map(({ code }) => code)).toEqual(['gateway_missing', 'policy_blocks']);
});

test('what an unclosed element contains is not called hidden', () => {
  const elements = [element({ contains: 'product-pay' }), element({ tag: 'product-pay', unseen: 'is hidden' })];
  const { findings } = createReport(observedPage({ documents: [page({ elements })] }));
  expect(findings.map(({ code }) => code)).toEqual(['element_unclosed']);
});

test.each([
  ['ru', undefined, ['language_unset']],
  ['ru-RU', undefined, ['language_unset']],
  ['ru', 'auto', []],
  ['ru', 'en', []],
  ['en-GB', undefined, []],
  ['tlh', undefined, []],
  ['', undefined, []],
])('a page in "%s" with the language %s: %o', (lang, language, found) => {
  const { findings } = createReport(observedPage({ documents: [page({ lang, elements: [element({ language })] })] }));
  expect(findings.map(({ code }) => code)).toEqual(found);
});

test.each([
  ["default-src 'self'", `Add "img-src 'self' data:" to it`],
  ["default-src * 'unsafe-inline' 'unsafe-eval'", 'Add "img-src https://images.example data:" to it'],
  ["img-src 'none'", "Write data: in place of 'none' in img-src"],
])('the icon that the policy "%s" blocks is no problem, and the cure opens nothing else', (policy, cure) => {
  const violations = [{ directive: 'img-src', blocked: 'data', reportOnly: false }];
  const { findings } = createReport(
    observedPage({ policy, violations, documents: [page({ hasDataIcon: true, images: ['https://images.example/1.png'] })] }),
  );
  expect(findings.find(({ code }) => code === 'icon_blocked')).toEqual({
    code: 'icon_blocked',
    severity: 'advice',
    what: 'The content security policy blocks the page’s icon, <link rel="icon" href="data:…"> (img-src).',
    why: 'The browser shows another icon; payments do not need it.',
    cure: `Give the icon an address, or allow it: ${cure}.`,
  });
  expect(findings.some(({ code }) => code === 'policy_blocks')).toBe(false);
});

test('of several elements without an id, a finding says which one it is about', () => {
  const elements = [element({ place: 1 }), element({ place: 2, notificationUrl: undefined }), element({ id: 'gift', place: 3 })];
  const { findings } = createReport(observedPage({ documents: [page({ elements })] }));
  expect(findings.map(({ what }) => what)).toEqual(['<p2p-transfer> number 2 has no notification-url.']);
});

test.each([
  ['of the page’s own origin', 'https://shop.example/checkout.js'],
  ['of another origin', own],
])('the hash of an altered script %s is no advice', (_, url) => {
  const altered = { version: '1.0.0', hash: 'sha384-bbbb' };
  const { findings } = createReport(withScripts([url], '', { ownScripts: { [url]: altered } }), [], PUBLISHED);
  expect(findings.map(({ code }) => code)).toEqual(['script_unknown']);
  expect(findings[0]!.cure).not.toContain('sha384');
});

test('what could not be checked is said, and is no finding', () => {
  const reason = 'it could not be reached from here';
  const report = createReport(
    observedPage({ keys: [{ tag: 'p2p-transfer', address: 'https://checkout.example', state: 'unchecked', reason }] }),
  );
  expect(report).toMatchObject({ problems: 0, findings: [] });
  expect(asText(report)).toContain(
    '? Not checked: Whether https://checkout.example knows the public key of <p2p-transfer>: it could not be reached from here.',
  );
});

test.each([
  ['ammount', 'amount'],
  ['curency', 'currency'],
  ['tracking_id', 'tracking-id'],
  ['return_url', 'return-url'],
  ['returnurl', 'return-url'],
  ['notificaton-url', 'notification-url'],
])('for the attribute %s, %s is advised', (name, meant) => {
  const { findings } = createReport(withElement({ unknownAttributes: [name] }));
  expect(findings).toMatchObject([
    {
      code: 'attribute_unknown',
      what: `<p2p-transfer> has the attribute ${name}, which it does not know.`,
      cure: `Write ${meant}.`,
    },
  ]);
});

test.each([
  ['p2ptransfer', 'p2p-transfer'],
  ['p2p_transfer', 'p2p-transfer'],
  ['productpay', 'product-pay'],
  ['plan-subscription', undefined],
  ['blink', undefined],
])('for the tag %s, %s is advised', (tag, meant) => {
  const { findings } = createReport(observedPage({ documents: [page({ elements: [], undefinedTags: [tag] })] }));
  expect(findings).toMatchObject([
    meant ? { code: 'element_misspelled', cure: `Write <${meant}>.` } : { code: 'element_missing' },
  ]);
});

test.each([
  ['jp', 'Write ja,'],
  ['UA', 'Write uk,'],
  ['cz', 'Write cs,'],
  ['gr', 'Write el,'],
  // Welsh and Northern Sami, which are also the codes of Cyprus and Sweden.
  ['cy', 'Set a tag of'],
  ['se', 'Set a tag of'],
  ['english', 'Write en,'],
  ['german', 'Write de,'],
  ['Deutsch', 'Write de,'],
  ['qq', 'Set a tag of'],
])('for the language %s: %s', (language, cure) => {
  expect(createReport(withElement({ language })).findings[0]?.cure).toContain(cure);
});

test('an id that the server writes for each order, or a host that is allowed, is no finding', () => {
  expect(createReport(withElement({ trackingId: 'order-1', opensOrders: true })).findings).toEqual([]);
  const policy =
    "default-src 'none'; script-src 'self'; connect-src https://shop.example https://checkout.example; base-uri 'none'";
  expect(createReport({ ...withElement({ opensOrders: true }), policy }).findings).toEqual([]);
});

test.each(['auto', 'en', 'en-GB', 'nb', 'zh-TW', 'pt-BR', 'de-CH', undefined])('the language %s is one', (language) => {
  expect(createReport(withElement({ language })).findings).toEqual([]);
});

test.each([
  ...'class style title aria-label data-amount popover itemprop onclick onerror onsubmit v-cloak :amount.prop @click'.split(' '),
  ...'(click) [class.big] ng-version _ngcontent-ng-c12 formcontrolname jsaction x-data hx-get up-target q:id'.split(' '),
  ...'on:qvisible client:load wire:id s-id lwc-3ab defer-hydration'.split(' '),
])('the attribute %s is no mistake', (name) => {
  expect(createReport(withElement({ unknownAttributes: [name] })).findings).toEqual([]);
});

test.each([
  ...'__reactProps$a1 __reactFiber$a1 _vei __vnode __ngContext__ __zone_symbol__checkout-outcomefalse $$click'.split(' '),
  ...'__svelte_meta l text vnodes renderRoot isUpdatePending hasUpdated payment onclick'.split(' '),
])('the property %s on an element is no mistake', (name) => {
  const properties = ['amount', 'test', 'mode', 'prepare', 'resolveStatus', 'returnUrl', 'savedCards', 'fetch'];
  expect(createReport(withElement({ ownProperties: [name], properties })).findings).toEqual([]);
});

test.each(['click', 'input', 'focusin', 'change', 'submit', 'error', 'cancel', 'reset', 'resize', 'animationend', 'htmx:load'])(
  'a listener to %s on an element is no mistake',
  (type) => {
    expect(createReport(withElement({ heard: [type] })).findings).toEqual([]);
  },
);

test.each([
  ['p2p-transfer', 'price', 'Write amount.'],
  ['p2p-transfer', 'orderid', 'Write tracking-id.'],
  ['product-pay', 'price', 'Set it in a script: element.product = …'],
  ['plan-subscribe', 'price', 'Set it in a script: element.plan = …'],
])('at <%s>, the attribute %s has the cure: %s', (tag, name, cure) => {
  const property = { 'p2p-transfer': 'prepare', 'product-pay': 'product', 'plan-subscribe': 'plan' }[tag] ?? '';
  const knownAttributes = tag === 'p2p-transfer' ? ['amount', 'tracking-id'] : ['base-url'];
  const seen = withElement({ tag, knownAttributes, properties: [property], unknownAttributes: [name] });
  expect(createReport(seen).findings).toMatchObject([{ code: 'attribute_unknown', cure }]);
});

test('what is missing because a property is misspelled is not found again', () => {
  const properties = ['returnUrl', 'resolveStatus', 'prepare'];
  const ownProperties = ['returnURL', 'resolvestatus', 'prepaer'];
  const seen = withElement({ properties, ownProperties, returnUrl: undefined, asksServer: false, opensOrders: false });
  expect(createReport(seen).findings.map(({ cure }) => cure)).toEqual([
    'Write returnUrl.',
    'Write resolveStatus.',
    'Write prepare.',
  ]);
});

test.each([
  [401, 'return_url_broken'],
  [403, 'return_url_broken'],
  [404, 'return_url_broken'],
  [410, 'return_url_broken'],
  [429, undefined],
  [503, undefined],
])('a return address that answers with %s is found (%s), or said to be unchecked', (status, code) => {
  const returns = [{ tag: 'p2p-transfer', address: 'https://shop.example/paid', status }];
  const { findings, unchecked } = createReport(observedPage({ returns }));
  expect(findings.map((found) => found.code)).toEqual(code === undefined ? [] : [code]);
  expect(unchecked).toEqual(
    code === undefined
      ? [
          `Whether payers find a page at return-url of <p2p-transfer>, https://shop.example/paid: it answered with status ${status}.`,
        ]
      : [],
  );
});

test.each([
  ['https://shop.example/pay', 'http://checkout.example/', 'https://checkout.example'],
  ['http://localhost:3000/pay', 'http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
  ['http://localhost:3000/pay', 'http://checkout.example/', 'https://checkout.example'],
  ['https://shop.example/pay', 'http://127.0.0.1:4010/', 'https://…'],
  // It is tried in the network of its developers.
  ['http://192.0.2.7:3000/pay', 'http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
])('on %s with the gateway %s, the policy that is advised names %s', (address, gateway, advised) => {
  const seen = { ...withElement({ addresses: { 'checkout-url': gateway } }), address };
  const cures = ["script-src 'self'; connect-src *; base-uri 'none'", undefined].map(
    (policy) =>
      createReport({ ...seen, policy }).findings.find(({ code }) => /^(connect_src_open|policy_missing)$/.test(code))?.cure,
  );
  for (const cure of cures) expect(cure).toContain(`connect-src 'self' ${advised}`);
  for (const cure of cures.filter(() => !advised.startsWith('http:'))) expect(cure).not.toContain('http:');
});

test('the known sandbox keys are exactly the published ones', () => {
  const published = SANDBOX_SHOPS.map((shop) => createHash('sha256').update(openShop(shop).publicKey).digest('base64url'));
  expect([...SANDBOX_KEYS].sort()).toEqual(published.sort());
});

test('problems come before advice, without duplicates', () => {
  const violation = { directive: 'connect-src', blocked: 'https://checkout.example', reportOnly: false };
  const { findings } = createReport(
    observedPage({
      consoleErrors: ['boom'],
      policy: undefined,
      violations: [violation, violation],
      mixedContent: ['http://a.example/'],
    }),
  );
  expect(findings.map(({ code }) => code)).toEqual(['mixed_content', 'policy_blocks', 'policy_missing', 'console_error']);
});

test('an ignored finding is neither listed nor counted', () => {
  expect(createReport(withElement({ test: true, returnUrl: undefined }), ['test_mode'])).toMatchObject({
    problems: 0,
    findings: [{ code: 'return_url_missing' }],
  });
});

test('the fix for a blocked request names the origin to allow, and never "inline"', () => {
  const cures = ['https://checkout.example/x?y', 'inline', 'eval'].map((blocked) => {
    const violations = [{ directive: 'script-src-elem', blocked, reportOnly: false }];
    return createReport(observedPage({ policy: "default-src 'self'; base-uri 'none'", violations })).findings[0]?.cure;
  });
  expect(cures).toEqual([
    `Add "script-src 'self' https://checkout.example" to it, or remove the code that needs it.`,
    'Move it to a file of your own, or give it a nonce.',
    'Remove the code that needs it; the elements do not.',
  ]);
});

test.each([
  ["default-src 'self'", 'Add "connect-src \'self\' https://checkout.example" to it'],
  ["default-src 'none'", 'Add "connect-src https://checkout.example" to it'],
  // Of two directives of one name, browsers ignore the second.
  ["default-src 'self'; connect-src 'none'", "Write https://checkout.example in place of 'none' in connect-src"],
  ["default-src 'none'; connect-src 'self'", 'Add https://checkout.example to connect-src'],
  ["default-src 'nonce-aB1'", 'Add connect-src to it, with all that default-src allows and https://checkout.example'],
])('the fix for %s keeps what the policy allows today', (policy, cure) => {
  const violations = [{ directive: 'connect-src', blocked: 'https://checkout.example', reportOnly: false }];
  const { findings } = createReport(observedPage({ policy: `${policy}; base-uri 'none'`, violations }));
  expect(findings.find(({ code }) => code === 'policy_blocks')?.cure).toBe(`${cure}, or remove the code that needs it.`);
});

test('a <base> that the policy forbids is removed, and never allowed', () => {
  const violations = [{ directive: 'base-uri', blocked: 'https://cdn.shop.example', reportOnly: false }];
  const [finding] = createReport(observedPage({ policy: "default-src 'self'; base-uri 'none'", violations })).findings;
  expect(finding?.code).toBe('policy_blocks');
  expect(finding?.cure).toBe('Remove the <base> element from the page, and write addresses of other hosts in full.');
});

test('of what is in an attribute, the fix names no nonce', () => {
  const violations = ['script-src-attr', 'style-src-attr'].map((directive) => ({
    directive,
    blocked: 'inline',
    reportOnly: false,
  }));
  const { findings } = createReport(observedPage({ violations }));
  expect(findings.map(({ what }) => what)).toEqual([
    'The content security policy blocks a listener in an attribute, such as onclick (script-src-attr).',
    'The content security policy blocks a style attribute (style-src-attr).',
  ]);
  for (const { cure } of findings) expect(cure).not.toContain('nonce');
});

test('the fix for an open script-src says what to move, and which host to leave out', () => {
  const scripts = [
    { url: own, integrity: PINNED },
    { url: 'https://tags.example/t.js', integrity: '' },
  ];
  const policy = "script-src *; connect-src 'self' https://checkout.example; base-uri 'none'";
  const { findings } = createReport(observedPage({ policy, documents: [page({ scripts, hasInline: true })] }));
  expect(findings.find(({ code }) => code === 'script_src_open')?.cure).toBe(
    "Name the page’s own scripts, and nothing that begins with 'unsafe-': script-src https://cdn.example https://tags.example 'self'. " +
      'Move its inline scripts and styles into files of your own, which this allows. ' +
      'Leave out https://tags.example once the page loads no script from there.',
  );
  expect(findings.find(({ code }) => code === 'foreign_script')?.cure).toContain('integrity and crossorigin="anonymous"');
});

test.each<[string, Partial<ObservedPage>]>([
  ['runs', {}],
  ['is refused', { mismatches: { [own]: PINNED } }],
])('the element of a script that did not load is found while another script %s', (_, more) => {
  const broken = 'https://shop.example/productpay.js';
  const elements = [element(), element({ tag: 'product-pay', defined: false })];
  const { findings } = createReport(
    observedPage({
      documents: [page({ elements, scripts: [own, broken].map((url) => ({ url, integrity: PINNED })) })],
      ownScripts: { [own]: OWN },
      failedRequests: [`${broken} (status 404)`],
      ...more,
    }),
  );
  const found = findings.find(({ code }) => code === 'element_undefined');
  expect(found?.what).toBe(`<product-pay> is in the page, but not defined: ${broken} (status 404) did not load.`);
  expect(found?.cure).toBe('Copy the file to that address, or correct the address.');
  expect(findings.map(({ code }) => code)).not.toContain('request_failed');
});

test('the cure for a page at http says why it can’t load a script from this machine', () => {
  const script = 'http://127.0.0.1:9500/checkout.js';
  const seen = observedPage({
    documents: [page({ elements: [element({ defined: false })], scripts: [{ url: script, integrity: '' }] })],
    failedRequests: [`${script} (net::ERR_FAILED)`],
  });
  const cureAt = (address: string) =>
    createReport({ ...seen, address }).findings.find(({ code }) => code === 'element_undefined')?.cure;
  expect(cureAt('http://192.0.2.7:3000/pay')).toMatch(/^Serve the page by https/);
  expect(cureAt('http://localhost:3000/pay')).toBe('Copy the file to that address, or correct the address.');
});

test.each([
  ['text/html', /^Copy the file to that address, or correct the address\. The server answers with a page where it has no file/],
  ['text/plain', /^Have the server send it as text\/javascript\.$/],
])('where a script’s address answers with %s, the cure says what to do', (type, cure) => {
  const { findings } = createReport(
    observedPage({
      documents: [page({ elements: [element({ defined: false })], scripts: [{ url: own, integrity: PINNED }] })],
      failedRequests: [`${own} (answers with ${type})`],
    }),
  );
  expect(findings.map(({ code }) => code)).toEqual(['element_undefined']);
  expect(findings[0]?.what).toBe(`<p2p-transfer> is in the page, but not defined: ${own} (answers with ${type}) did not load.`);
  expect(findings[0]?.cure).toMatch(cure);
});

test('the script of an element is known by its name, also where another script imports it', () => {
  const found = (url: string) =>
    createReport(
      observedPage({
        documents: [page({ elements: [element({ defined: false })] })],
        failedRequests: [`${url} (status 404)`],
      }),
    ).findings[0];
  expect(found('https://shop.example/assets/checkout.js')?.what).toMatch(/assets\/checkout\.js \(status 404\) did not load\.$/);
  expect(found('https://shop.example/api/checkout')?.what).toBe('<p2p-transfer> is in the page, but not defined.');
});

test('an undefined element of a sandboxed page is the sandbox’s finding', () => {
  const codesOf = (hasNoOrigin: boolean) => {
    const scripts = [{ url: own, integrity: PINNED }];
    const documents = [page({ hasNoOrigin, elements: [element({ defined: false })], scripts })];
    return createReport(observedPage({ documents, failedRequests: [`${own} (net::ERR_FAILED)`] })).findings.map(
      ({ code }) => code,
    );
  };
  expect(codesOf(true)).toEqual(['origin_missing']);
  expect(codesOf(false)).toEqual(['element_undefined']);
});

test('where an element says that it needs a trusted type, no finding says the opposite', () => {
  const violation = { directive: 'trusted-types', blocked: 'trusted-types-policy', reportOnly: false };
  const message = 'trusted-types: expected the policy checkout-elements; got a refusal. Add the name to it.';
  const errors = [{ tag: 'p2p-transfer', code: 'trusted_types_refused', party: 'merchant', message }];
  const codes = (seen: Partial<ObservedPage>) => createReport(observedPage(seen)).findings.map(({ code }) => code);
  expect(codes({ violations: [violation], errors })).toEqual(['element_error']);
  expect(codes({ violations: [violation] })).toEqual(['policy_blocks']);
});

test('of an element that is not defined, no attribute is said to be missing', () => {
  const codes = (defined: boolean) =>
    createReport(withElement({ defined, notificationUrl: undefined })).findings.map(({ code }) => code);
  expect(codes(true)).toContain('notification_url_missing');
  expect(codes(false)).not.toContain('notification_url_missing');
});

test('a missing policy is told from one that only reports', () => {
  const violation = { directive: 'img-src', blocked: 'https://a.example/b.png', reportOnly: true };
  const { findings } = createReport({ ...observedPage({ violations: [violation] }), policy: undefined });
  expect(findings.find(({ code }) => code === 'policy_missing')?.what).toContain('only reports');
});

test('a mark of a template hides the errors of its own attribute alone', () => {
  const error = (message: string) => ({ tag: 'p2p-transfer', code: 'setting_invalid', party: 'merchant', message });
  const { findings } = createReport({
    ...withElement({ unfilled: ['amount'] }),
    errors: [
      error('amount: expected a whole number; got "{{ sum }}". Write 100.00 USD as 10000.'),
      error('currency: expected three capital letters; got "usd". Write USD.'),
    ],
  });
  expect(findings.map(({ code, what }) => `${code} ${/amount|currency/.exec(what)?.[0]}`)).toEqual([
    'element_error currency',
    'template_unfilled amount',
  ]);
});

test('a script with an invalid address does not end the check', () => {
  const { findings } = createReport(withScripts(['http://[', 'https://tags.example/t.js'], ''));
  expect(findings.map(({ code }) => code)).toEqual(['foreign_script']);
});

test('the fix for test mode is the attribute of a transfer, and the server for a product', () => {
  const cureOf = (tag: string, knownAttributes: readonly string[]) =>
    createReport(withElement({ tag, knownAttributes, test: true })).findings[0]?.cure;
  expect(cureOf('gift-card', ['test'])).toContain('attribute test');
  expect(cureOf('gift-card', ['confirm-url'])).not.toContain('attribute');
  // Before an element is defined, its attributes are not known.
  expect(cureOf('p2p-transfer', [])).toContain('attribute test');
  expect(cureOf('product-pay', [])).not.toContain('attribute');
});

test('of several elements, each finding names the one that it is about, by its id', () => {
  const elements = [element({ id: 'gift' }), element({ id: 'friend', disabled: true }), element({ timeOver: true })];
  const message = 'amount: expected a whole number of minor units above zero; got "1.5". Write 100.00 USD as 10000.';
  const errors = [{ tag: 'p2p-transfer', id: 'gift', code: 'setting_invalid', party: 'merchant', message }];
  const { findings } = createReport(observedPage({ documents: [page({ elements })], errors }));
  expect(findings.map(({ what }) => what)).toEqual([
    '<p2p-transfer id="gift"> reported the error setting_invalid: amount: expected a whole number of minor units above zero; got "1.5".',
    '<p2p-transfer id="friend"> is disabled.',
    'The time to confirm (expired-at) of <p2p-transfer> is over.',
  ]);
  expect(findings[0]?.cure).toBe('Write 100.00 USD as 10000.');
});

test('the text says what was found, why and the fix, and text from the page can’t control the terminal', () => {
  expect(asText(createReport(observedPage({ consoleErrors: ['\u001B[2Jgone\nnew line'] })))).toBe(
    'https://shop.example/pay\n\n' +
      '· The console reports:  [2Jgone new line [console_error]\n  A failing script may break the payment.\n' +
      '  → Find the cause and fix it.\n\nNo problems; 1 hint.\n',
  );
  expect(asText(createReport(observedPage()))).toBe('https://shop.example/pay\n\nNo problems found.\n');
});

test('a finding names the cause of the mistake', () => {
  const found = (...[seen]: Parameters<typeof createReport>) => createReport(seen).findings[0];
  const missing = withElement({ defined: false });
  expect(found(missing)?.cure).toMatch(/^Load checkout\.js/);
  const consoleErrors = ['Failed to resolve module specifier "checkout-elements/define"'];
  expect(found({ ...missing, consoleErrors })?.cure).toMatch(/^The page imports a package by its name/);
  const late = { ...observedPage({ documents: [page({ hasLatePolicy: true })] }), policy: undefined };
  expect(found(late)?.what).toContain('not in the head');
  for (const [property, why] of [
    ['prepare', 'without an order'],
    ['product', 'is missing'],
  ] as const)
    expect(found(withElement({ unknownAttributes: [property], properties: [property] }))?.why).toContain(why);
});

test.each([
  ['http://www.example.org', 'Load it by https, and allow that: Add https://www.example.org to img-src.'],
  ['https://www.example.org', 'Add https://www.example.org to img-src, or remove the code that needs it.'],
])('a picture from %s that the policy blocks', (blocked, cure) => {
  const policy = "default-src 'self' https://checkout.example; img-src 'self'; base-uri 'none'";
  const violations = [{ directive: 'img-src', blocked, reportOnly: false }];
  expect(createReport(observedPage({ policy, violations })).findings.map((each) => each.cure)).toEqual([cure]);
});

test('an element’s fallback is no rest of the page, and a closed one’s tag elsewhere says nothing', () => {
  expect(createReport(withElement({ begins: 'a' })).findings).toEqual([]);
  expect(createReport({ ...withElement({ begins: 'a' }), unclosed: ['product-pay'] }).findings).toEqual([]);
  expect(createReport({ ...withElement({}), unclosed: ['p2p-transfer'] }).findings).toEqual([]);
});

test('a script that strict-dynamic leaves out needs the nonce: hosts count for nothing then', () => {
  const policy = "default-src 'self' https://checkout.example; script-src 'nonce-abc' 'strict-dynamic'; base-uri 'none'";
  const violations = [{ directive: 'script-src-elem', blocked: 'https://shop.example/pay.js', reportOnly: false }];
  const [found] = createReport(observedPage({ policy, violations })).findings;
  expect(found?.cure).toBe('Give its tag the nonce of the policy: beside strict-dynamic, hosts count for nothing.');
});

test.each([
  [{ 'confirm_url in the description': 'https://checkout.example/v2/confirm_order/prd_1/1' }, false, true],
  [{ 'confirm-url': 'https://checkout.example/v2/confirm_order/prd_1/1' }, false, true],
  [{ 'confirm_url in the description': 'https://checkout.example/v2/confirm_order/prd_1/1' }, true, false],
])(
  'the policy for a product with %j, on the gateway’s page: %s, lets it reach the gateway: %s',
  (addresses, opensGatewayPage, isListed) => {
    const seen = { ...withElement({ tag: 'product-pay', addresses, opensGatewayPage }), policy: undefined };
    const cure = createReport(seen).findings.find(({ code }) => code === 'policy_missing')?.cure ?? '';
    expect(/connect-src 'self' https:\/\/checkout\.example[; ]/.test(cure)).toBe(isListed);
  },
);

const inFrame = (changes: Parameters<typeof element>[0], ...lacks: readonly string[]): ObservedPage =>
  observedPage({ documents: [page({ elements: [element({ frame: 'https://shop.example/pay', ...changes })], lacks })] });

test.each([undefined, 'redirect', 'popup', 'auto'])(
  'in a frame, challenge="%s" needs a window for the bank’s page',
  (challenge) => {
    const { findings } = createReport(inFrame({ challenge }, 'allow-popups', 'allow-popups-to-escape-sandbox'), [
      'frame_src_limited',
    ]);
    expect(findings).toMatchObject([
      {
        code: 'window_refused',
        what: '<p2p-transfer> in the frame https://shop.example/pay can open no window: the frame’s sandbox lacks allow-popups and allow-popups-to-escape-sandbox.',
        why:
          challenge === 'auto'
            ? 'Payers whose bank may not be shown in a frame can’t confirm their payment.'
            : 'Payers whose bank asks them to confirm can’t get to its page, and never pay.',
        cure: 'Add them to its sandbox, or show the page outside of a frame.',
      },
    ]);
  },
);

test('a frame that may open windows, or whose element leads to the gateway’s page, is no problem', () => {
  expect(createReport(inFrame({})).findings).toEqual([]);
  expect(createReport(inFrame({ opensGatewayPage: true }, 'allow-popups'), ['registered_address_needed']).findings).toEqual([]);
});

test.each<[string, ObservedPage]>([
  ['a button that a script presses', { ...withElement({ hidesButton: true }), pressesByScript: true }],
  ['a readable button', withElement({ button: { color: 'rgb(0, 0, 0)', background: 'rgb(255, 255, 255)' } })],
  ['colors that can’t be compared', withElement({ button: { color: 'rgb(0, 0, 0)', background: 'rgba(255, 255, 255, 0.5)' } })],
  ['keys that all work', withElement({ stoppedKeys: [] })],
  [
    'a detail of another program’s event',
    observedPage({ documents: [page({ readsDetail: [{ type: 'checkout-drawer', line: 'event.detail' }] })] }),
  ],
])('%s is no finding', (_, seen) => {
  expect(createReport(seen).findings).toEqual([]);
});

test('where an element got a Promise, the error says so, and the cure is to await it', () => {
  const expected = 'product: expected what is on offer, in the gateway’s form (spec 2.7, 2.8); got';
  const message = `${expected} something else at id. Pass on the gateway’s answer unchanged.`;
  const errors = [{ tag: 'product-pay', code: 'setting_invalid', party: 'merchant', message }];
  const seen = { ...withElement({ tag: 'product-pay', promises: ['product'] }), errors };
  expect(createReport(seen).findings[0]).toMatchObject({
    what: `<product-pay> reported the error setting_invalid: ${expected} a Promise.`,
    cure: 'Write await before it: element.product = await answer.json();',
  });
});
