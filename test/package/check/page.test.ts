import { describe, expect, test } from 'vitest';
import { visit } from '../../../src/check/observe/visit.js';
import { CALLS_SERVER, document, element, OWN_SCRIPT, PAGE_SCRIPT, POLICY, published, script } from './checked-page.js';
import { whatOf, useCheck } from './use-check.js';

/** How long to wait for an element that never appears, in milliseconds. */
const SOON = 500;

describe('a page at its production address', () => {
  const { check, serve, newContext } = useCheck();

  test('that is ready has no findings, and the browser sends the gateway no request', async () => {
    const { report, asked } = await check(document(element() + OWN_SCRIPT));
    expect(report).toEqual({
      address: 'https://shop.example/pay',
      problems: 0,
      findings: [],
      unchecked: [
        'Whether https://checkout.example knows the public key of <p2p-transfer>: it could not be reached from here.',
        expect.stringMatching(/^Whether payers find a page at return-url of <p2p-transfer>, https:\/\/shop\.example\/paid: /),
      ],
    });
    expect(asked.filter((url) => new URL(url).hostname !== 'shop.example')).toEqual([]);
  });

  test('in test mode is found, set by the attribute or a script', async () => {
    const byScript = "<script>document.querySelector('p2p-transfer').test = true</script>";
    expect((await check(document(element({ test: '' }) + OWN_SCRIPT))).codes).toEqual(['test_mode']);
    const { codes } = await check(document(element() + OWN_SCRIPT + byScript), {
      'content-security-policy': `${POLICY}; script-src 'self' 'unsafe-inline'`,
    });
    expect(codes).toEqual(['test_mode', 'script_src_open']);
  });

  const LAYER = '<div style="position: fixed; inset: 0; z-index: 9"></div>';
  test.each([
    ['an element that is disabled', document(element({ disabled: '' }) + OWN_SCRIPT), ['element_disabled']],
    ['a fieldset that is disabled', document(`<fieldset disabled>${element()}</fieldset>${OWN_SCRIPT}`), ['element_disabled']],
    ['an element that is hidden', document(element({ hidden: '' }) + OWN_SCRIPT), ['element_unseen']],
    [
      'an element that a filter fades away',
      document(`<div style="filter: blur(1px) opacity(0%)">${element()}</div>${OWN_SCRIPT}`),
      ['element_unseen'],
    ],
    ['an element that a filter dims', document(`<div style="filter: opacity(0.5)">${element()}</div>${OWN_SCRIPT}`), []],
    [
      'a form around an element that sends its data in the clear',
      document(`<form action="http://shop.example/order">${element()}</form>${OWN_SCRIPT}`),
      ['plain_http'],
    ],
    [
      'an element without room',
      document(`<div style="width: 0; overflow: hidden">${element()}</div>${OWN_SCRIPT}`),
      ['element_unseen'],
    ],
    [
      'an element in a box that scrolls, and is too low for a field',
      document(`<div style="height: 60px; overflow: auto">${element()}</div><p>Below it.</p>${OWN_SCRIPT}`),
      ['element_unseen'],
    ],
    [
      'an element in a box that scrolls, and shows some fields',
      document(`<div style="height: 200px; overflow: auto">${element()}</div><p>${'Below it. '.repeat(500)}</p>${OWN_SCRIPT}`),
      [],
    ],
    ['a transparent layer over an element', document(element() + LAYER + OWN_SCRIPT), ['element_covered']],
    [
      'a transparent layer over the button alone',
      document(
        `<div style="position: relative">${element()}<div style="position: absolute; inset: auto 0 0; height: 90px"></div></div>${OWN_SCRIPT}`,
      ),
      ['element_covered'],
    ],
    [
      'an element that screen readers pass over',
      document(`<div aria-hidden="true">${element()}</div>${OWN_SCRIPT}`),
      ['element_unseen'],
    ],
    ['an element that is drawn small', document(`<div style="scale: 0.3">${element()}</div>${OWN_SCRIPT}`), ['element_unseen']],
    [
      'a listener in an attribute',
      document(element({ '@checkout-outcome': 'deliver' }) + OWN_SCRIPT),
      ['listener_without_effect'],
    ],
    ['a script at no address', document(`${element()}<script src="http://127.0.0.1:4020x/a.js"></script>${OWN_SCRIPT}`), []],
    ['a time that is over', document(element({ 'expired-at': '2020-01-01T00:00:00Z' }) + OWN_SCRIPT), ['time_over']],
    ['a function in an attribute', document(element({ prepare: 'openOrder()' }) + OWN_SCRIPT), ['attribute_without_effect']],
    [
      'a property that is like an attribute',
      document(element({ 'saved-cards': '[]' }) + OWN_SCRIPT),
      ['attribute_without_effect'],
    ],
    ['a language by its name', document(element({ language: 'english' }) + OWN_SCRIPT), ['language_unknown']],
    [
      'no language on a page in Russian',
      document(element() + OWN_SCRIPT).replace('<!doctype html>', '$&<html lang="ru">'),
      ['language_unset'],
    ],
    [
      'a setting in another spelling',
      document(element({ 'checkout-url': undefined, checkout_url: 'https://checkout.example' }) + OWN_SCRIPT),
      ['attribute_unknown'],
    ],
    [
      'an address in another spelling',
      document(element({ 'return-url': undefined, returnUrl: 'https://shop.example/paid' }) + OWN_SCRIPT),
      ['attribute_unknown'],
    ],
  ])('with %s is found', async (_, html, expected) => {
    const headers = { 'content-security-policy': `${POLICY}; style-src 'self' 'unsafe-inline'` };
    expect((await check(html, headers)).codes).toEqual(expected);
  });

  test.each([
    ['https://shop.example/pay', 'a page of the web'],
    ['http://shop.example/pay', 'a page over http'],
    ['http://localhost/pay', 'a page on this machine'],
  ])('with a relative notification-url is found once, at %s', async (address) => {
    for (const path of ['checkout.js', 'page.js'])
      serve(`http://localhost/${path}`, { type: 'text/javascript', body: path === 'page.js' ? PAGE_SCRIPT : script() });
    const html = document(element({ 'notification-url': '/notifications' }) + OWN_SCRIPT);
    const { report } = await check(html, undefined, undefined, address);
    const about = report.findings.filter(({ what }) => what.includes('notification'));
    expect(about.map(({ code, cure }) => [code, cure])).toEqual([['element_error', 'Correct the address.']]);
    expect(about[0]?.what).toContain('https://');
  });

  test('without return-url and notification-url is found', async () => {
    const { codes } = await check(document(element({ 'return-url': undefined, 'notification-url': undefined }) + OWN_SCRIPT));
    expect(codes).toEqual(['notification_url_missing', 'return_url_missing']);
  });

  test('with a wrong setting is found, in the element’s words', async () => {
    const { report, codes } = await check(document(element({ currency: 'dollars' }) + OWN_SCRIPT));
    // Once: the element also writes it to the console.
    expect(codes).toEqual(['element_error']);
    expect(whatOf(report, 'element_error')).toMatch(
      /<p2p-transfer> reported the error setting_invalid: currency: expected an ISO 4217 code/,
    );
  });

  test.each(['http://[', 'https://'])('with the invalid address %s in a setting is found', async (address) => {
    const { report } = await check(document(element({ 'return-url': address }) + OWN_SCRIPT));
    expect(whatOf(report, 'element_error')).toMatch(/<p2p-transfer> reported the error setting_invalid: return-url/);
  });

  test.each([
    ['connect-src', "default-src 'self'", /blocks https:\/\/checkout\.example\/? \(connect-src\)/],
    [
      'script-src',
      "default-src 'self'; script-src 'none'; connect-src 'self' https://checkout.example",
      /blocks https:\/\/shop\.example\/checkout\.js \(script-src-elem\)/,
    ],
  ])('that blocks itself with %s is found', async (_, policy, what) => {
    const { report, asked, codes } = await check(document(element() + OWN_SCRIPT), { 'content-security-policy': policy }, 2_000);
    expect(whatOf(report, 'policy_blocks')).toMatch(what);
    expect(codes).not.toContain('request_failed');
    expect(asked.filter((url) => url.startsWith('https://checkout.example'))).toEqual([]);
  });

  test('may set its policy in a meta element, or lacks one', async () => {
    const meta = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
    expect((await check(document(element() + OWN_SCRIPT, meta), {})).codes).toEqual([]);
    const { report, codes } = await check(document(element() + OWN_SCRIPT), {});
    expect(codes).toEqual(['policy_missing']);
    expect(report.problems).toBe(1);
  });

  test('without a hash for its script gets the one to paste', async () => {
    const { report, codes } = await check(
      document(`${element()}<script type="module" src="/checkout.js"></script>${CALLS_SERVER}`),
    );
    expect(codes).toEqual(['integrity_advised']);
    const hash = published().scripts.find(({ file }) => file === 'checkout.js')?.integrity;
    expect(report.findings[0]?.cure).toBe(`Set integrity="${hash}" crossorigin="anonymous" on its tag.`);
  });

  test('whose script was changed is found, with a hash in the tag and without', async () => {
    const pinned = document(element() + OWN_SCRIPT.replace('/checkout.js', '/changed.js'));
    expect((await check(pinned, undefined, SOON)).codes).toEqual(['integrity_mismatch']);
    const unpinned = document(`${element()}<script type="module" src="/changed.js"></script>${CALLS_SERVER}`);
    expect((await check(unpinned)).codes).toEqual(['script_unknown']);
  });

  test('over http is found: the browser offers no encryption there', async () => {
    const { report, codes } = await check(
      document(element({ 'return-url': undefined }) + OWN_SCRIPT),
      undefined,
      undefined,
      'http://shop.example/pay',
    );
    // Once: that is why the page is no secure context, and what its element complains about.
    expect(codes).toEqual(['plain_http', 'return_url_missing']);
    expect(whatOf(report, 'plain_http')).toBe('The page is http://shop.example/pay.');
  });

  test('with an undefined element is found, and so is the script that did not load', async () => {
    const { report, codes } = await check(
      document(`${element()}<script type="module" src="/missing.js"></script>`),
      undefined,
      SOON,
    );
    // One finding: the script that did not load is why.
    expect(codes).toEqual(['element_undefined']);
    expect(whatOf(report, 'element_undefined')).toBe(
      '<p2p-transfer> is in the page, but not defined: https://shop.example/missing.js (net::ERR_FAILED) did not load.',
    );
  });

  test('without an element is found', async () => {
    expect((await check(document('<p>Soon</p>'), undefined, SOON)).codes).toEqual(['element_missing']);
  });

  test('is searched through shadow roots and frames', async () => {
    const inside = `<div><template shadowrootmode="open">${element({ test: '' })}</template></div>`;
    // The page's script does not reach into the shadow root.
    expect((await check(document(inside + OWN_SCRIPT))).codes).toEqual(['test_mode', 'order_missing', 'resolve_status_missing']);
    const { report } = await check(document('<iframe src="/frame"></iframe>'));
    expect(report.findings.map(({ code, what }) => [code, what])).toEqual([
      ['test_mode', '<p2p-transfer> in the frame https://shop.example/frame is in test mode.'],
    ]);
  });

  test('that does not exist can’t be checked', async () => {
    const context = await newContext();
    await context.route('**/*', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await expect(visit(context, 'https://shop.example/pay', 1_000)).rejects.toThrow(/answered with status 404/);
    await context.close();
  });
});
