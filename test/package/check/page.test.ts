import { describe, expect, test } from 'vitest';
import { visit } from '../../../src/check/observe/visit.js';
import { CALLS_SERVER, document, element, OWN_SCRIPT, PINNED_TAG, POLICY, published } from './checked-page.js';
import { whatOf, useCheck } from './use-check.js';

/** How long to wait for an element that never appears, in milliseconds. */
const SOON = 500;

describe('a page at its production address', () => {
  const { check, newContext } = useCheck();

  test('that is ready has no findings, and the gateway gets no request', async () => {
    const { report, asked } = await check(document(element() + OWN_SCRIPT));
    expect(report).toEqual({ address: 'https://shop.example/pay', problems: 0, findings: [] });
    expect(asked.filter((url) => new URL(url).hostname !== 'shop.example')).toEqual([]);
  });

  test('in test mode is found, set by the attribute or a script', async () => {
    const byScript = "<script>document.querySelector('p2p-transfer').test = true</script>";
    expect((await check(document(element({ test: '' }) + OWN_SCRIPT))).codes).toEqual(['test_mode']);
    const { codes } = await check(document(element() + OWN_SCRIPT + byScript), {
      'content-security-policy': `${POLICY}; script-src 'self' 'unsafe-inline'`,
    });
    expect(codes).toEqual(['test_mode']);
  });

  test('without return-url and notification-url is found', async () => {
    const { codes } = await check(document(element({ 'return-url': undefined, 'notification-url': undefined }) + OWN_SCRIPT));
    expect(codes).toEqual(['notification_url_missing', 'return_url_missing']);
  });

  test('without resolveStatus gets advice', async () => {
    const { report, codes } = await check(document(element() + PINNED_TAG));
    expect(codes).toEqual(['resolve_status_missing']);
    expect(report.problems).toBe(0);
    expect(whatOf(report, 'resolve_status_missing')).toBe('<p2p-transfer> has no resolveStatus.');
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

  test('gets advice about what a report-only policy would block', async () => {
    const { codes } = await check(document(`${element()}${OWN_SCRIPT}<style>p { color: red }</style>`), {
      'content-security-policy': `${POLICY}; style-src 'self' 'unsafe-inline'`,
      'content-security-policy-report-only': "style-src 'self'",
    });
    expect(codes).toEqual(['policy_would_block']);
  });

  test('may set its policy in a meta element, or lacks one', async () => {
    const meta = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
    expect((await check(document(element() + OWN_SCRIPT, meta), {})).codes).toEqual([]);
    const { report, codes } = await check(document(element() + OWN_SCRIPT), {});
    expect(codes).toEqual(['policy_missing']);
    expect(report.problems).toBe(1);
  });

  test.each([
    ['has no rule for <base>', "default-src 'self'; connect-src 'self' https://checkout.example", /no base-uri/],
    [
      'lets a <base> lead to any host',
      `default-src 'self'; connect-src 'self' https://checkout.example; base-uri https:`,
      /any host/,
    ],
  ])('gets advice when its policy %s', async (_, policy, what) => {
    const { report, codes } = await check(document(element() + OWN_SCRIPT), { 'content-security-policy': policy });
    expect(codes).toEqual(['base_uri_open']);
    expect(report.problems).toBe(0);
    expect(whatOf(report, 'base_uri_open')).toMatch(what);
  });

  test.each([
    ['has no rule for connections', "script-src 'self'; base-uri 'none'", /no connect-src/],
    [
      'allows connections to any host',
      "default-src 'self'; connect-src https:; base-uri 'self'",
      /any host \(connect-src https:\)/,
    ],
  ])('fails when its policy %s', async (_, policy, what) => {
    const { report, codes } = await check(document(element() + OWN_SCRIPT), { 'content-security-policy': policy });
    expect(codes).toEqual(['connect_src_open']);
    expect(report.problems).toBe(1);
    expect(whatOf(report, 'connect_src_open')).toMatch(what);
    expect(report.findings[0]?.cure).toContain("connect-src 'self' https://checkout.example");
  });

  test('with scripts from other origins is found', async () => {
    const scripts = `<script type="module" src="https://cdn.example/checkout.js"></script><script src="https://tags.example/tag.js"></script>${CALLS_SERVER}`;
    const { report, codes } = await check(document(element() + scripts), {
      'content-security-policy': `${POLICY}; script-src 'self' https://cdn.example https://tags.example`,
    });
    expect(codes).toEqual(['integrity_missing', 'foreign_script']);
    expect(whatOf(report, 'integrity_missing')).toContain('https://cdn.example/checkout.js');
  });

  test('is checked whatever its forms are called', async () => {
    const form = '<form name="scripts"><input type="image" alt="" src="/pay.png"></form>';
    const { codes } = await check(
      document(`${form}${element()}${OWN_SCRIPT}<script src="https://tags.example/tag.js"></script>`),
      {
        'content-security-policy': `${POLICY}; script-src 'self' https://tags.example`,
      },
    );
    expect(codes).toEqual(['foreign_script']);
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
    expect((await check(unpinned)).codes).toEqual(['script_unknown', 'integrity_advised']);
  });

  test('with code for servers is found', async () => {
    const { codes } = await check(document(`${element()}${OWN_SCRIPT}<script type="module" src="/server.js"></script>`));
    expect(codes).toContain('server_code_in_page');
  });

  test('that loads a script over http is found', async () => {
    const { report } = await check(document(`${element()}${OWN_SCRIPT}<script src="http://cdn.example/old.js"></script>`), {
      'content-security-policy': `${POLICY}; script-src 'self' http://cdn.example`,
    });
    expect(whatOf(report, 'mixed_content')).toContain('http://cdn.example/old.js');
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

  test('may abort its own request', async () => {
    const aborted =
      "<script>const c = new AbortController(); fetch('/slow', { signal: c.signal }).catch(() => {}); setTimeout(() => c.abort(), 50)</script>";
    const { codes } = await check(document(aborted + element() + OWN_SCRIPT), {
      'content-security-policy': `${POLICY}; script-src 'self' 'unsafe-inline'`,
    });
    expect(codes).toEqual([]);
  });

  test('without an element is found', async () => {
    expect((await check(document('<p>Soon</p>'), undefined, SOON)).codes).toEqual(['element_missing']);
  });

  test('is searched through shadow roots and frames', async () => {
    const inside = `<div><template shadowrootmode="open">${element({ test: '' })}</template></div>`;
    // The page's script does not reach into the shadow root.
    expect((await check(document(inside + OWN_SCRIPT))).codes).toEqual(['test_mode', 'resolve_status_missing']);
    expect((await check(document('<iframe src="/frame"></iframe>'))).codes).toEqual(['test_mode']);
  });

  test('that does not exist can’t be checked', async () => {
    const context = await newContext();
    await context.route('**/*', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await expect(visit(context, 'https://shop.example/pay', 1_000)).rejects.toThrow(/answered with status 404/);
    await context.close();
  });
});
