import { describe, expect, test } from 'vitest';
import { document, element, OWN_SCRIPT, script } from './checked-page.js';
import { useCheck, whatOf } from './use-check.js';

describe('what a script of the page breaks:', () => {
  const { check, serve } = useCheck();

  /** Checks a page with this script, which runs before the element's own. */
  async function checkWith(text: string, body = element()) {
    serve('https://shop.example/first.js', { type: 'text/javascript', body: text });
    return check(document(`${body}<script src="/first.js"></script>${OWN_SCRIPT}`));
  }

  /** The page's `fetch`, as a script wraps it. */
  const wrapper = (call: string): string => `const sent = window.fetch; window.fetch = function (url, init) { ${call} };`;

  test.each([
    ["return sent(url, { ...init, headers: { ...init.headers, 'X-Shop-Session': '1' } });", /adds the header x-shop-session\b/],
    [
      "const request = new Request(url, init); request.headers.set('traceparent', '00-1'); return sent(request);",
      /adds the header traceparent\b/,
    ],
    ["return sent(url, { ...init, headers: { Accept: '*/*' } });", /leaves out the headers authorization, x-api-version\b/],
    ["init.headers.Authorization = 'Bearer shop'; return sent(url, init);", /changes or leaves out the header authorization\b/],
    ["return sent(url, { ...init, method: 'POST' });", /sends it as POST/],
    ["return sent(url, { ...init, credentials: 'include' });", /sends it with cookies/],
    ["return sent(url + '?v=' + Date.now(), init);", /does not send it to its address/],
    ["init.headers.set('X-Shop-Session', '1'); return sent(url, init);", /does not send it to its address/],
  ])('window.fetch with %s', async (call, what) => {
    const { codes, report } = await checkWith(wrapper(call));
    expect(codes).toEqual(['fetch_changed']);
    expect(whatOf(report, 'fetch_changed')).toMatch(what);
    expect(whatOf(report, 'fetch_changed')).toContain('https://checkout.example');
  });

  test.each([
    'return sent.apply(this, arguments);',
    'return sent(url, { method: init.method, headers: init.headers, body: init.body });',
    'navigator.sendBeacon("/log?" + encodeURIComponent(url)); return sent(new Request(url, init));',
    'return sent(url, init).then(async (answer) => { await answer.clone().json(); return answer; });',
    'if (new URL(url, location).origin === location.origin) init.headers["X-Shop-Session"] = "1"; return sent(url, init);',
    'return new Promise(() => {});',
  ])('nothing by window.fetch with %s', async (call) => {
    serve('https://shop.example/log', { type: 'text/plain', body: '' });
    expect((await checkWith(wrapper(call))).codes.filter((code) => code !== 'request_failed')).toEqual([]);
  });

  test('nothing by a wrapper that adds a header where the gateway is the page’s own server', async () => {
    const call = "return sent(url, { ...init, headers: { ...init.headers, 'X-Shop-Session': '1' } });";
    const gateway = { 'checkout-url': 'https://shop.example/gateway' };
    expect((await checkWith(wrapper(call), element(gateway))).codes).toEqual([]);
  });

  test.each(['localStorage', 'sessionStorage'])('%s.clear()', async (storage) => {
    const { codes, report } = await checkWith(`${storage}.setItem('cart', '1'); ${storage}.clear();`);
    expect(codes).toEqual(['storage_cleared']);
    expect(whatOf(report, 'storage_cleared')).toContain(`${storage}.clear()`);
  });

  test('nothing by the removal of a key of its own', async () => {
    expect((await checkWith("localStorage.setItem('cart', '1'); localStorage.removeItem('cart');")).codes).toEqual([]);
  });

  const BOX = `<div id="box">${element({ id: 'pay' })}</div>`;

  test.each([
    'setInterval(() => { box.innerHTML = box.innerHTML; }, 1000);',
    'setInterval(() => { box.replaceChildren(...box.childNodes); }, 400);',
  ])('an element that is replaced: %s', async (text) => {
    const { codes, report } = await checkWith(text, BOX);
    expect(codes).toEqual(['element_replaced']);
    expect(whatOf(report, 'element_replaced')).toMatch(/^<p2p-transfer id="pay"> /);
  });

  test.each([
    [
      'addEventListener("DOMContentLoaded", () => { const main = document.createElement("main"); box.after(main); main.append(pay); });',
    ],
    ['box.innerHTML = box.innerHTML; box.innerHTML = box.innerHTML; setTimeout(() => { box.innerHTML += "<p>Ready</p>"; }, 50);'],
  ])('nothing by moving an element, or drawing it once: %s', async (text) => {
    const { codes } = await checkWith(text, BOX);
    expect(codes.filter((code) => !/^(order|resolve_status)_missing$/.test(code))).toEqual([]);
  });

  test.each([
    "document.querySelector('p2p-transfer').addEventListener('checkout-submit', (event) => event.preventDefault())",
    "addEventListener('checkout-submit', function (event) { event.preventDefault(); send(event); })",
    "document.addEventListener('checkout-submit', { handleEvent(event) { event.preventDefault(); } })",
  ])('a listener that stops every press: %s', async (text) => {
    expect((await checkWith(text)).codes).toEqual(['submit_stopped']);
  });

  test.each([
    "addEventListener('checkout-submit', (event) => { if (!terms.checked) event.preventDefault(); })",
    "addEventListener('checkout-submit', (event) => { terms.checked || event.preventDefault(); })",
    "addEventListener('checkout-submit', () => {})",
    "addEventListener('submit', (event) => event.preventDefault())",
  ])('nothing by %s', async (text) => {
    expect((await checkWith(text)).codes).toEqual([]);
  });
});

describe('what is around an element:', () => {
  const { check, serve } = useCheck();

  test.each([
    ['a link', `<a href="/offer">${element()}</a>`, 'a'],
    ['a button', `<button type="button">${element()}</button>`, 'button'],
    ['a label', `<label>Pay ${element()}</label>`, 'label'],
    ['a summary', `<details open><summary>${element()}</summary></details>`, 'summary'],
    [
      'a link in another element’s shadow root',
      `<div><template shadowrootmode="open"><a href="/offer"><slot></slot></a></template>${element()}</div>`,
      'a',
    ],
    [
      'a link outside its shadow root',
      `<a href="/offer"><span><template shadowrootmode="open">${element({ 'tracking-id': 'order-1' })}</template></span></a>`,
      'a',
    ],
  ])('%s is found', async (_, body, tag) => {
    const { codes, report } = await check(document(body + OWN_SCRIPT));
    expect(codes.filter((code) => !/^(tracking_id_fixed|resolve_status_missing)$/.test(code))).toEqual(['element_nested']);
    expect(whatOf(report, 'element_nested')).toBe(`<p2p-transfer> is inside a <${tag}>.`);
  });

  test('a link without an address, and a link beside it, are not', async () => {
    expect((await check(document(`<a name="pay">${element()}</a><a href="/">Home</a>${OWN_SCRIPT}`))).codes).toEqual([]);
  });

  test('a sandbox that takes the origin is the one finding', async () => {
    const body = document(element() + OWN_SCRIPT);
    // As servers that name the page's origin answer: one that is null gets no module.
    const headers = { 'access-control-allow-origin': 'https://shop.example' };
    serve('https://shop.example/checkout.js', { type: 'text/javascript', body: script(), headers });
    serve('https://shop.example/framed', { type: 'text/html', body });
    const sandbox = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';
    const frame = `<iframe sandbox="${sandbox}" src="/framed" width="600" height="800"></iframe>`;
    const { report } = await check(document(frame), undefined, 500);
    expect(report.findings.map(({ code, cure }) => [code, cure])).toEqual([
      ['origin_missing', 'Add allow-same-origin to sandbox, in its policy or in the <iframe>.'],
    ]);
  });
});
