import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createReport, type Report } from '../../src/check/report.js';
import { visit } from '../../src/check/visit.js';
import { find, launchArguments } from '../browsers.mjs';
import { CALLS_SERVER, document, element, OWN_SCRIPT, PAGE_SCRIPT, POLICY, script } from './checked-page.js';

/** How long to wait for an element that never appears, in milliseconds. */
const SOON = 500;

interface Served {
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

describe('a page at its production address', () => {
  let browser: Browser;
  beforeAll(async () => {
    const { chromium: executablePath } = find();
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args: launchArguments });
  });
  afterAll(() => browser.close());

  /** Checks a page of shop.example, which exists only in this browser; all other requests are refused. */
  async function check(
    html: string,
    headers: Readonly<Record<string, string>> = { 'content-security-policy': POLICY },
    patience = 8_000,
    address = 'https://shop.example/pay',
  ) {
    const context = await browser.newContext();
    const asked: string[] = [];
    const pages: Readonly<Record<string, Served>> = {
      [address]: { type: 'text/html', body: html, headers },
      'http://shop.example/checkout.js': { type: 'text/javascript', body: script() },
      'https://shop.example/frame': { type: 'text/html', body: document(element({ test: '' }) + OWN_SCRIPT) },
      'https://shop.example/checkout.js': { type: 'text/javascript', body: script() },
      // The page's own script, before or after the elements are defined.
      ...Object.fromEntries(
        ['http', 'https'].map((scheme) => [`${scheme}://shop.example/page.js`, { type: 'text/javascript', body: PAGE_SCRIPT }]),
      ),
      'https://cdn.example/checkout.js': {
        type: 'text/javascript',
        body: script(),
        headers: { 'access-control-allow-origin': '*' },
      },
      'https://tags.example/tag.js': { type: 'text/javascript', body: '' },
      'https://shop.example/tea.json': {
        type: 'application/json',
        body: JSON.stringify({
          id: 'prd_1',
          name: 'Tea',
          currency: 'USD',
          amount: 1_250,
          infinite: true,
          pay_url: 'http://127.0.0.1:4010/products/prd_1/pay',
        }),
      },
      'https://shop.example/server.js': {
        type: 'text/javascript',
        body: readFileSync(join(inject('packed').folder, 'dist/merchant.js'), 'utf8'),
      },
    };
    await context.route('**/*', async (route) => {
      const url = route.request().url();
      asked.push(url);
      if (url.endsWith('/slow')) return;
      const served = pages[url];
      await (served
        ? route.fulfill({ contentType: served.type, body: served.body, headers: { ...served.headers } })
        : route.abort());
    });
    try {
      const report = createReport(await visit(context, address, patience));
      return { report, codes: report.findings.map(({ code }) => code), asked };
    } finally {
      await context.close();
    }
  }

  const whatOf = (report: Report, code: string): string => report.findings.find((found) => found.code === code)?.what ?? '';

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
    const { report, codes } = await check(document(`${element()}<script type="module" src="/checkout.js"></script>`));
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
      'allows a <base> of any host',
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
    const { report, codes } = await check(document(element() + OWN_SCRIPT), undefined, undefined, 'http://shop.example/pay');
    expect(codes).toEqual(expect.arrayContaining(['plain_http', 'insecure_context', 'element_error']));
    expect(whatOf(report, 'plain_http')).toBe('The page is http://shop.example/pay.');
  });

  test('with an undefined element is found, and so is the script that did not load', async () => {
    const { codes } = await check(document(`${element()}<script type="module" src="/missing.js"></script>`), undefined, SOON);
    expect(codes).toEqual(['element_undefined', 'request_failed']);
  });

  /** A product as the page describes it, in JSON between the tags. */
  const product = (changes: Readonly<Record<string, unknown>>, attributes = ''): string => {
    const json = {
      id: 'prd_1',
      name: 'Tea',
      currency: 'USD',
      amount: 1_250,
      infinite: true,
      pay_url: 'https://api.example/products/prd_1/pay',
      ...changes,
    };
    return `<product-pay ${attributes}><script type="application/json">${JSON.stringify(json)}</script></product-pay>`;
  };

  test('with a product and a plan is checked', async () => {
    const plan = '<plan-subscribe base-url="https://api.example" plan-id="pln_1"></plan-subscribe>';
    const { report, codes } = await check(document(product({}) + plan + OWN_SCRIPT));
    expect(codes).toEqual(['registered_address_needed', 'registered_address_needed']);
    expect(report.problems).toBe(0);
    const asTest = await check(document(product({ test: true }) + plan + OWN_SCRIPT));
    expect(asTest.codes).toContain('test_mode');
    expect(whatOf(asTest.report, 'test_mode')).toBe('<product-pay> sells a test product or plan.');
  });

  test('is checked after an element reports that its description never came', async () => {
    const { report, codes } = await check(document(`<plan-subscribe plan-id="pln_1"></plan-subscribe>${OWN_SCRIPT}`));
    expect(codes).toContain('element_error');
    expect(whatOf(report, 'element_error')).toMatch(/base-url: expected/);
  });

  test('is not in test mode by the test attribute of a product, which has no effect', async () => {
    expect((await check(document(product({}, 'test') + OWN_SCRIPT))).codes).not.toContain('test_mode');
  });

  test('whose product description leads to this machine is found, and so is a sold-out product', async () => {
    const here = { pay_url: 'http://127.0.0.1:4010/products/prd_1/pay' };
    const { report, codes } = await check(document(product({ ...here, infinite: false, quantity: 0 }) + OWN_SCRIPT));
    expect(codes).toEqual(expect.arrayContaining(['loopback_address', 'not_for_sale']));
    expect(whatOf(report, 'loopback_address')).toBe(
      'pay_url in its JSON of <product-pay> is http://127.0.0.1:4010/products/prd_1/pay.',
    );
    expect(whatOf(report, 'not_for_sale')).toBe('The offer of <product-pay> is unavailable: it is sold out.');
  });

  test('whose src returns an address on this machine is found', async () => {
    const { report } = await check(document(`<product-pay src="/tea.json"></product-pay>${OWN_SCRIPT}`));
    expect(whatOf(report, 'loopback_address')).toBe(
      'pay_url in its JSON of <product-pay> is http://127.0.0.1:4010/products/prd_1/pay.',
    );
  });

  test('that shows a link instead of a form, because the key is missing, is found', async () => {
    const { report } = await check(
      document(product({ confirm_url: 'https://checkout.example/v2/confirm_order/prd_1/1' }) + OWN_SCRIPT),
    );
    expect(whatOf(report, 'element_error')).toMatch(/<product-pay> reported the error \w+: public-key/);
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
    const context = await browser.newContext();
    await context.route('**/*', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await expect(visit(context, 'https://shop.example/pay', 1_000)).rejects.toThrow(/answered with status 404/);
    await context.close();
  });
});
