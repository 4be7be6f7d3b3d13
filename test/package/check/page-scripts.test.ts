import { describe, expect, test } from 'vitest';
import { document, element, OWN_SCRIPT } from './checked-page.js';
import { useCheck, whatOf } from './use-check.js';

describe('what a script of the page breaks:', () => {
  const { check, serve } = useCheck();

  /** Checks a page with this script, which runs before the element's own. */
  async function checkWith(script: string, body = element()) {
    serve('https://shop.example/first.js', { type: 'text/javascript', body: script });
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
});
