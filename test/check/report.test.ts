import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShop, SANDBOX_SHOPS } from '../../demo/gateway/shop/shops.js';
import { SEVERITIES } from '../../src/check/finding.js';
import { SANDBOX_KEYS } from '../../src/check/judge-elements.js';
import { asText, judge } from '../../src/check/report.js';
import type { SeenDocument, SeenElement, Sighting } from '../../src/check/sighting.js';

const PAGE = 'https://shop.example/pay';

const element = (changes: Partial<SeenElement> = {}): SeenElement => ({
  tag: 'p2p-transfer', defined: true, test: false, leads: false, asksServer: true, publicKey: 'MIIB',
  returnUrl: 'https://shop.example/paid', notificationUrl: 'https://shop.example/notifications',
  addresses: { 'checkout-url': 'https://checkout.example/', 'return-url': 'https://shop.example/paid' },
  ...changes,
});
const page = (changes: Partial<SeenDocument> = {}): SeenDocument => ({
  url: PAGE, secureContext: true, elements: [element()], scripts: [], metaPolicies: [], ...changes,
});
const sighting = (changes: Partial<Sighting> = {}): Sighting => ({
  address: PAGE, policy: "default-src 'self' https://checkout.example", documents: [page()], violations: [], errors: [], unavailable: [], descriptions: {}, ownScripts: [],
  serverScripts: [], mixedContent: [], consoleErrors: [], failedRequests: [], ...changes,
});
const withElement = (changes: Partial<SeenElement>): Sighting => sighting({ documents: [page({ elements: [element(changes)] })] });
const withScripts = (urls: readonly string[], integrity: boolean, changes: Partial<Sighting> = {}): Sighting =>
  sighting({ documents: [page({ scripts: urls.map((url) => ({ url, integrity })) })], ...changes });

const own = 'https://cdn.example/checkout.js';
const firstSandboxKey = openShop(SANDBOX_SHOPS[0]!).publicKey;

test('a page ready for production has no finding', () => {
  expect(judge(sighting())).toEqual({ address: PAGE, problems: 0, findings: [] });
});

test.each<[keyof typeof SEVERITIES, string, Sighting]>([
  ['element_missing', 'a page without an element', sighting({ documents: [page({ elements: [] })] })],
  ['element_undefined', 'an element that nothing defines', withElement({ defined: false })],
  ['element_error', 'an element that tells an error', sighting({ errors: [{ tag: 'p2p-transfer', code: 'setting_invalid', party: 'merchant', message: 'currency: …' }] })],
  ['test_mode', 'an element in test mode', withElement({ test: true })],
  ['sandbox_key', 'a key that the sandbox publishes', withElement({ publicKey: ` ${firstSandboxKey}\n` })],
  ['loopback_address', 'a gateway on this machine', withElement({ addresses: { 'checkout-url': 'http://127.0.0.1:4010/' } })],
  ['loopback_address', 'notifications to this machine', withElement({ addresses: { 'notification-url': 'https://localhost/n' } })],
  ['loopback_address', 'an address in what the page says of the product', withElement({ tag: 'product-pay', addresses: { 'confirm_url in its JSON': 'http://127.0.0.1:4010/v2/confirm_order/prd_1/1' } })],
  ['loopback_address', 'an address in what src tells of the product', {
    ...withElement({ tag: 'product-pay', addresses: { src: 'https://shop.example/tea.json' } }),
    descriptions: { 'https://shop.example/tea.json': { pay_url: 'http://localhost:4010/products/prd_1/pay' } },
  }],
  ['plain_http', 'an address over http in what src tells of the product', {
    ...withElement({ tag: 'product-pay', addresses: { src: 'https://shop.example/tea.json' } }),
    descriptions: { 'https://shop.example/tea.json': { pay_url: 'http://gateway.example/products/prd_1/pay' } },
  }],
  ['not_for_sale', 'what is sold out', sighting({ unavailable: [{ tag: 'product-pay', reason: 'sold_out' }] })],
  ['registered_address_needed', 'a plan, subscribed to on the gateway’s page', withElement({ tag: 'plan-subscribe', leads: true, publicKey: undefined, notificationUrl: undefined })],
  ['registered_address_needed', 'a payment link, whatever the page names for a form', withElement({ tag: 'product-pay', leads: true })],
  ['loopback_address', 'the page on this machine', sighting({ address: 'http://localhost:3000/pay' })],
  ['loopback_address', 'a script from this machine', withScripts(['http://127.0.0.1:4010/checkout.js'], true)],
  ['plain_http', 'the page over http', sighting({ address: 'http://shop.example/pay' })],
  ['plain_http', 'an address over http', withElement({ addresses: { src: 'http://shop.example/tea.json' } })],
  ['insecure_context', 'a page without encryption', sighting({ documents: [page({ secureContext: false })] })],
  ['mixed_content', 'a request over http', sighting({ mixedContent: ['http://shop.example/logo.png'] })],
  ['notification_url_missing', 'a transfer nobody is told of', withElement({ notificationUrl: undefined })],
  ['notification_url_missing', 'a card form for a product that nobody is told of', withElement({ tag: 'product-pay', notificationUrl: undefined })],
  ['return_url_missing', 'a transfer that comes back to wherever', withElement({ returnUrl: undefined })],
  ['resolve_status_missing', 'a transfer that can’t ask the server how it ended', withElement({ asksServer: false })],
  ['policy_blocks', 'what the policy blocks', sighting({ violations: [{ directive: 'connect-src', blocked: 'https://checkout.example', reportOnly: false }] })],
  ['policy_would_block', 'what the policy would block', sighting({ violations: [{ directive: 'script-src-elem', blocked: 'inline', reportOnly: true }] })],
  ['policy_missing', 'no policy', sighting({ policy: undefined })],
  ['connect_src_open', 'a policy of scripts alone', sighting({ policy: "script-src 'self'; object-src 'none'" })],
  ['policy_missing', 'a policy with nothing in it', sighting({ policy: ' ' })],
  ['connect_src_open', 'connections to any host', sighting({ policy: "default-src 'none'; script-src 'self'; connect-src *" })],
  ['connect_src_open', 'connections to any host over https', sighting({ policy: "connect-src 'self' HTTPS:" })],
  ['connect_src_open', 'any source by default', sighting({ policy: 'default-src https:' })],
  ['connect_src_open', 'a second connect-src, which does not count', sighting({ policy: "connect-src *; connect-src 'self' https://checkout.example" })],
  ['connect_src_open', 'several policies that are open', sighting({ policy: 'connect-src *, script-src https:', documents: [page({ metaPolicies: ["script-src 'self'"] })] })],
  ['integrity_missing', 'our script from elsewhere, unpinned', withScripts([own], false, { ownScripts: [own] })],
  ['foreign_script', 'another script from elsewhere, unpinned', withScripts(['https://tags.example/t.js'], false)],
  ['server_code_in_page', 'code for servers', sighting({ serverScripts: ['https://shop.example/app.js'] })],
  ['request_failed', 'a script that did not load', sighting({ failedRequests: ['https://shop.example/a.js (status 404)'] })],
  ['console_error', 'an error in the console', sighting({ consoleErrors: ['boom'] })],
])('%s is found for %s, with its cure', (code, _, seen) => {
  const { findings, problems } = judge(seen);
  expect(findings.map((found) => found.code)).toEqual([code]);
  expect(problems).toBe(SEVERITIES[code] === 'problem' ? 1 : 0);
  const [{ what, why, cure } = { what: '', why: '', cure: '' }] = findings;
  for (const text of [what, why, cure]) expect(text).toMatch(/^\S.*\S$/);
});

test.each([
  ['a pinned script of another origin', withScripts([own], true, { ownScripts: [own] })],
  ['a script of the page’s own origin', withScripts(['https://shop.example/checkout.js'], false)],
  ['a policy in a meta element', sighting({ policy: undefined, documents: [page({ metaPolicies: ["connect-src 'self' https://checkout.example"] })] })],
  ['connect-src in one of several policies', sighting({ policy: "script-src *, connect-src 'self' https://checkout.example" })],
  ['default-src that stands for connect-src', sighting({ policy: "script-src *; default-src 'self' https://checkout.example" })],
  ['a policy without connect-src where nothing connects', {
    ...sighting({ policy: "script-src 'self'", documents: [page({ elements: [element({ addresses: {}, publicKey: undefined })] })] }),
  }],
  ['what src of another element tells', {
    ...withElement({ tag: 'product-pay', addresses: { src: 'https://shop.example/tea.json' } }),
    descriptions: { 'https://shop.example/coffee.json': { pay_url: 'http://127.0.0.1:4010/products/prd_1/pay' } },
  }],
  ['an element in a frame', sighting({ documents: [page({ elements: [] }), page({ url: 'https://pay.example/frame' })] })],
])('%s is fine', (_, seen) => {
  expect(judge(seen).findings).toEqual([]);
});

test('every sandbox key is known, and no other', () => {
  const published = SANDBOX_SHOPS.map((shop) => createHash('sha256').update(openShop(shop).publicKey).digest('base64url'));
  expect([...SANDBOX_KEYS].sort()).toEqual(published.sort());
});

test('problems come before advice, and each thing once', () => {
  const violation = { directive: 'connect-src', blocked: 'https://checkout.example', reportOnly: false };
  const { findings } = judge(sighting({ consoleErrors: ['boom'], policy: undefined, violations: [violation, violation], mixedContent: ['http://a.example/'] }));
  expect(findings.map(({ code }) => code)).toEqual(['mixed_content', 'policy_blocks', 'policy_missing', 'console_error']);
});

test('what is ignored is neither told nor counted', () => {
  expect(judge(withElement({ test: true, returnUrl: undefined }), ['test_mode'])).toMatchObject({
    problems: 0, findings: [{ code: 'return_url_missing' }],
  });
});

test('a cure for what a policy blocks names the origin to allow, and never "inline"', () => {
  const cures = ['https://checkout.example/x?y', 'inline', 'eval'].map((blocked) => {
    const { findings } = judge(sighting({ violations: [{ directive: 'script-src-elem', blocked, reportOnly: false }] }));
    return findings[0]?.cure;
  });
  expect(cures).toEqual([
    'Allow https://checkout.example in script-src, or remove what needs it.',
    'Move it into a file of your own, or give it a nonce.',
    'Remove what needs it; the elements do not.',
  ]);
});

test('the text for people says what, why and the cure, and what a page says steers no terminal', () => {
  const text = asText(judge(sighting({ consoleErrors: ['\u001B[2Jgone\nnew line'] })));
  expect(text).toBe(
    'https://shop.example/pay\n\n' +
      '· The console says:  [2Jgone new line [console_error]\n  A script that fails may take the payment with it.\n' +
      '  → Look into it, and mend it.\n\nNothing that has to be mended; 1 hint.\n',
  );
  expect(asText(judge(sighting()))).toBe('https://shop.example/pay\n\nNothing found that would hurt.\n');
  expect(asText(judge(withElement({ test: true, returnUrl: undefined })))).toMatch(/1 problem to mend before payers come, 1 hint\.\n$/);
});

test('a script whose address is none does not end the check', () => {
  const { findings } = judge(withScripts(['http://[', 'https://tags.example/t.js'], false));
  expect(findings.map(({ code }) => code)).toEqual(['foreign_script']);
});

test.each([
  ['sold_out', 'it is sold out'], ['expired', 'it can no longer be bought'], ['unknown', 'the gateway knows no such thing'], ['later', 'later'],
])('what can’t be bought (%s) is told in words', (reason, words) => {
  const [found] = judge(sighting({ unavailable: [{ tag: 'product-pay', reason }] })).findings;
  expect(found?.what).toBe(`<product-pay> can’t be bought: ${words}.`);
});

test('the cure of a test is the attribute of a transfer, and the server of what is sold', () => {
  const cureOf = (tag: string) => judge(withElement({ tag, test: true })).findings[0]?.cure;
  expect(cureOf('p2p-transfer')).toContain('attribute test');
  expect(cureOf('product-pay')).not.toContain('attribute');
});
