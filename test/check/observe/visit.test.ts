import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { visit } from '../../../src/check/observe/visit.js';
import { findOrInstall, launchArguments } from '../../browsers.mjs';

// The command's visit to pages of a real server, without any element: test/package/check has those.

interface Served {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

let browser: Browser;
let server: Server;
let url: string;
let pages: Record<string, Served>;
let asked: string[];

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findOrInstall(), args: launchArguments });
  server = createServer(({ url: path = '' }: IncomingMessage, response) => {
    asked.push(path);
    const { status = 200, headers = {}, body = '' } = pages[path] ?? { status: 404 };
    response.writeHead(status, { 'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/html', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  await browser?.close();
  server?.close();
});
beforeEach(() => {
  [pages, asked] = [{ '/favicon.ico': {} }, []];
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const PATIENCE = 500;
const visited = async (address = `${url}/`) => visit(await browser.newContext(), address, PATIENCE);
const page = (body: string, headers: Readonly<Record<string, string>> = {}): Served => ({
  headers,
  body: `<!doctype html><title>Shop</title>${body}`,
});

const FORBIDDEN = ['file:///etc/hostname', 'data:text/html,<p>Pay', 'javascript:document.title="Ran"', 'about:blank'];

describe('only http and https are opened:', () => {
  test.each(FORBIDDEN)('%s as the address', async (address) => {
    await expect(visited(address)).rejects.toMatchObject({
      name: 'AddressError',
      message: `Expected an address with http or https; got ${address}.`,
    });
  });

  test.each(['file:///etc/hostname', 'data:text/html,<p>Pay', 'about:blank'])('%s by redirect', async (location) => {
    pages['/'] = { status: 302, headers: { location } };
    await expect(visited()).rejects.toMatchObject({
      name: 'AddressError',
      message: `Expected a page at ${url}/, but it redirects to an address that is neither http nor https.`,
    });
  });

  // The browser does not say where to.
  test('javascript: by redirect', async () => {
    pages['/'] = { status: 302, headers: { location: 'javascript:alert(1)' } };
    await expect(visited()).rejects.toMatchObject({ name: 'VisitError' });
  });

  test.each([...FORBIDDEN, 'mailto:ann@shop.example', 'chrome://version/'])('%s by the page’s script', async (address) => {
    pages['/'] = page(`<script>location = ${JSON.stringify(address)}</script>`);
    await expect(visited()).rejects.toMatchObject({
      name: 'AddressError',
      message: `Expected a page that stays at addresses with http or https; it goes to ${address}, which is not opened.`,
    });
  });

  test.each([
    ['a script, later', '<script>setTimeout(() => { location = "data:text/html,x" }, 100)</script>'],
    ['a script’s own blob', '<script>location = URL.createObjectURL(new Blob([""], { type: "text/html" }))</script>'],
    ['a form', '<form action="data:text/html,x"></form><script>document.forms[0].submit()</script>'],
    ['a <meta>', '<meta http-equiv="refresh" content="0; url=data:text/html,x">'],
    ['a frame that reaches the page', '<iframe srcdoc="<script>top.location = \'data:text/html,x\'</script>"></iframe>'],
  ])('none other by %s', async (_, body) => {
    pages['/'] = page(body);
    await expect(visited()).rejects.toMatchObject({ name: 'AddressError' });
  });

  test('a long address is not quoted whole', async () => {
    pages['/'] = page(`<script>location = 'data:text/html,' + 'x'.repeat(10_000)</script>`);
    await expect(visited()).rejects.toThrow(/data:text\/html,x{85}…, which is not opened\.$/);
  });

  test('frames of a page may be of any kind, and pages may redirect and navigate to others', async () => {
    pages['/'] = { status: 302, headers: { location: '/pay' } };
    pages['/pay'] = page(
      '<script>if (!location.hash) location = "/pay#form"</script><iframe src="data:text/html,Hello"></iframe>',
    );
    expect((await visited()).address).toBe(`${url}/pay#form`);
  });

  test('the document of isolated fields is not read from a file', async () => {
    pages['/'] = page('<p2p-transfer fields-url="file:///etc/hostname"></p2p-transfer>');
    expect((await visited()).fields).toEqual({
      'file:///etc/hostname': { failed: 'its address is neither http nor https', headers: {}, html: '' },
    });
  });

  test('the document of isolated fields is not asked for at an address without https, except on this machine', async () => {
    pages['/'] = page('<p2p-transfer fields-url="http://router.invalid/reboot"></p2p-transfer>');
    expect((await visited()).fields).toEqual({
      'http://router.invalid/reboot': { failed: 'its address is not https', headers: {}, html: '' },
    });
  });

  test('an address without an origin is no gateway to try', async () => {
    pages['/'] = page('<p2p-transfer checkout-url="data:text/html,x"></p2p-transfer>', {
      'content-security-policy': "connect-src 'none'",
    });
    expect((await visited()).violations).toEqual([]);
  });
});

test('elements, and those that report something, are known by their ids', async () => {
  const fires = (name: string): string => `dispatchEvent(Object.assign(new Event('${name}', { bubbles: true, composed: true }), {
    error: { code: 'setting_invalid', party: 'merchant', message: 'amount: 1.5' }, reason: 'expired' }))`;
  pages['/'] = page(`<p2p-transfer></p2p-transfer><p2p-transfer id="friend"></p2p-transfer><product-pay id="tea"></product-pay>
    <script>friend.${fires('checkout-error')}; tea.${fires('checkout-unavailable')}</script>`);
  const { documents, errors, unavailable } = await visited();
  expect(documents[0]!.elements.map(({ tag, id }) => [tag, id])).toEqual([
    ['p2p-transfer', undefined],
    ['p2p-transfer', 'friend'],
    ['product-pay', 'tea'],
  ]);
  expect(errors).toEqual([
    { tag: 'p2p-transfer', id: 'friend', code: 'setting_invalid', party: 'merchant', message: 'amount: 1.5' },
  ]);
  expect(unavailable).toEqual([{ tag: 'product-pay', id: 'tea', reason: 'expired' }]);
});

test.each(['p2ptransfer', 'p2p_transfer', 'p2p-transfert', 'productpay'])('the unknown tag %s is read', async (tag) => {
  pages['/'] = page(
    `<${tag}></${tag}><my-own></my-own><script>customElements.define('my-own', class extends HTMLElement {})</script>`,
  );
  expect((await visited()).documents[0]!.undefinedTags).toEqual([tag]);
});

describe('what a payer sees of an element:', () => {
  const sightOf = async (html: string) => {
    pages['/'] = page(`<style>p2p-transfer { display: block; height: 300px } </style>${html}`);
    const { documents } = await visited();
    const { unseen, unusable, cutBy, coveredBy, overlaidBy, disabled, timeOver } = documents[0]!.elements[0]!;
    return {
      ...(unseen && { unseen }),
      ...(unusable && { unusable }),
      ...(cutBy && { cutBy }),
      ...(overlaidBy && { overlaidBy }),
      ...(coveredBy && { coveredBy }),
      ...(disabled && { disabled }),
      ...(timeOver && { timeOver }),
    };
  };
  const COVER = 'position: fixed; inset: 0; z-index: 9';

  test.each([
    ['nothing, if it is there', '<p2p-transfer></p2p-transfer>', {}],
    ['nothing, if it is far below', '<div style="height: 5000px"></div><p2p-transfer></p2p-transfer>', {}],
    ['the attribute hidden', '<p2p-transfer hidden style="display: none"></p2p-transfer>', { unseen: 'is hidden' }],
    ['a hidden parent', '<div hidden><p2p-transfer></p2p-transfer></div>', { unseen: 'is hidden' }],
    ['no visibility', '<p2p-transfer style="visibility: hidden"></p2p-transfer>', { unseen: 'is invisible' }],
    ['no opacity', '<div style="opacity: 0"><p2p-transfer></p2p-transfer></div>', { unseen: 'is invisible' }],
    ['no height', '<p2p-transfer style="height: 0"></p2p-transfer>', { unseen: 'has no size' }],
    [
      'a place beside the page',
      '<p2p-transfer style="position: absolute; left: -9999px; width: 300px"></p2p-transfer>',
      { unseen: 'lies outside of what can be scrolled to' },
    ],
    ['disabled', '<p2p-transfer disabled></p2p-transfer>', { disabled: true }],
    ['a disabled fieldset', '<fieldset disabled><div><p2p-transfer></p2p-transfer></div></fieldset>', { disabled: true }],
    [
      'a box that cuts it off',
      '<div id="box" style="height: 220px; overflow: hidden"><p2p-transfer></p2p-transfer></div>',
      { cutBy: 'div#box' },
    ],
    [
      'a height that cuts its own content off',
      '<p2p-transfer style="height: 120px; overflow: hidden"><div style="height: 300px"></div></p2p-transfer>',
      { cutBy: 'p2p-transfer' },
    ],
    ['a box that scrolls', '<div style="height: 220px; overflow: auto"><p2p-transfer></p2p-transfer></div>', {}],
    ['an inert parent', '<div inert><p2p-transfer></p2p-transfer></div>', { unusable: 'is inert' }],
    [
      'an inert host around its shadow root',
      '<section inert><template shadowrootmode="open"><p2p-transfer></p2p-transfer></template></section>',
      { unusable: 'is inert' },
    ],
    [
      'a parent that takes no presses',
      '<div style="pointer-events: none"><p2p-transfer></p2p-transfer></div>',
      { unusable: 'ignores presses, because of pointer-events: none' },
    ],
    [
      'a dialog in front of the page',
      '<p2p-transfer></p2p-transfer><dialog style="inline-size: 80vw; block-size: 80vh">Cookies?</dialog><script>document.querySelector("dialog").showModal()</script>',
      { overlaidBy: 'dialog' },
    ],
    ['a time that is over', '<p2p-transfer expired-at="2020-01-01T00:00:00Z"></p2p-transfer>', { timeOver: true }],
    ['a time to come', '<p2p-transfer expired-at="2999-01-01T00:00:00Z"></p2p-transfer>', {}],
    [
      'a layer without a color',
      `<p2p-transfer></p2p-transfer><div id="layer" class="a" style="${COVER}"><p></p></div>`,
      { coveredBy: 'div#layer.a' },
    ],
    [
      'a layer in a shadow root over one in another',
      `<div><template shadowrootmode="open"><style>:host > * { display: block; height: 300px }</style><p2p-transfer></p2p-transfer></template></div>` +
        `<section><template shadowrootmode="open"><div style="${COVER}"></div></template></section>`,
      { coveredBy: 'section' },
    ],
    [
      'a frame that can’t be seen',
      `<p2p-transfer></p2p-transfer><iframe style="${COVER}; width: 100%; height: 100%; opacity: 0"></iframe>`,
      { coveredBy: 'iframe' },
    ],
    [
      'a notice that can be seen',
      `<p2p-transfer></p2p-transfer><div style="${COVER}; background: #fff">Cookies?</div>`,
      { overlaidBy: 'div' },
    ],
    [
      'a notice in a clear frame',
      `<p2p-transfer></p2p-transfer><div style="${COVER}; background: rgba(0, 0, 0, 0.5)"><div style="height: 100%"></div></div>`,
      { overlaidBy: 'div' },
    ],
    [
      'a clear layer without an element',
      `<style>.hero { position: relative } .hero::after { content: ''; position: absolute; inset: 0 }</style><div class="hero"><p2p-transfer></p2p-transfer></div>`,
      { coveredBy: 'div.hero::after' },
    ],
    [
      'a layer of color without an element',
      `<style>#hero { position: relative } #hero::before { content: ''; position: absolute; inset: 0; background: linear-gradient(red, blue); z-index: 1 }</style><div id="hero"><p2p-transfer></p2p-transfer></div>`,
      { overlaidBy: 'div#hero::before' },
    ],
    [
      'one behind the element, and one that takes no presses',
      `<style>div { position: relative } div::before, div::after { content: ''; position: absolute; inset: 0 } div::before { z-index: -1 } div::after { pointer-events: none }</style><div><p2p-transfer></p2p-transfer></div>`,
      {},
    ],
    ['a layer that takes no presses', `<p2p-transfer></p2p-transfer><div style="${COVER}; pointer-events: none"></div>`, {}],
    [
      'a small one in a corner',
      `<p2p-transfer></p2p-transfer><div style="position: fixed; right: 0; bottom: 0; width: 80px; height: 80px"></div>`,
      {},
    ],
  ])('%s', async (_, html, expected) => {
    expect(await sightOf(html)).toEqual(expected);
  });
});

describe('the address at which payers come back', () => {
  const returning = (address: string) => page(`<p2p-transfer return-url="${address}"></p2p-transfer>`);

  test('is asked for once', async () => {
    pages['/'] = page(`<p2p-transfer return-url="${url}/paid"></p2p-transfer>`.repeat(2));
    expect((await visited()).returns).toEqual([{ tag: 'p2p-transfer', address: `${url}/paid`, status: 404 }]);
    expect(asked.filter((path) => path === '/paid')).toHaveLength(1);
  });

  test('is followed where it leads', async () => {
    pages['/'] = returning(`${url}/paid`);
    pages['/paid'] = { status: 302, headers: { location: '/thanks' } };
    pages['/thanks'] = page('Thanks');
    expect((await visited()).returns).toEqual([{ tag: 'p2p-transfer', address: `${url}/paid`, status: 200, isElsewhere: true }]);
  });

  test.each(['<p2p-transfer></p2p-transfer>', '<script type="module" src="/app.js"></script>'])(
    'may have the element: %s',
    async (content) => {
      pages['/'] = page(`<script type="module" src="/app.js"></script><p2p-transfer return-url="${url}/paid"></p2p-transfer>`);
      pages['/app.js'] = {};
      pages['/paid'] = page(content);
      expect((await visited()).returns).toEqual([{ tag: 'p2p-transfer', address: `${url}/paid`, status: 200 }]);
    },
  );

  test('is not asked for when it is the page itself, or may be a service of this network', async () => {
    pages['/'] = page(
      `<p2p-transfer return-url="${url}/#/paid"></p2p-transfer><p2p-transfer return-url="http://router.invalid/reboot">`,
    );
    expect((await visited()).returns).toEqual([]);
    expect(asked.filter((path) => path === '/')).toHaveLength(1);
  });

  test('may not answer', async () => {
    pages['/'] = returning('https://shop.invalid/paid');
    expect((await visited()).returns).toMatchObject([
      { address: 'https://shop.invalid/paid', failed: expect.stringMatching(/shop\.invalid/) },
    ]);
  });
});

test.each([
  ['true', true],
  ['"yes"', true],
  ['0', true],
  ['false', false],
  ['null', false],
])('a product that the page describes with test: %s is a test: %s', async (written, expected) => {
  pages['/'] = page(
    `<product-pay></product-pay><script>document.querySelector('product-pay').product = {"test": ${written}}</script>`,
  );
  const { documents } = await visited();
  expect(documents[0]?.elements[0]?.test).toBe(expected);
});

describe('a page’s own policy', () => {
  const STRICT =
    "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
  const reporting = { 'content-security-policy': `${STRICT}; report-uri /report` };

  test('is not broken by the visit, and no report of that reaches the page’s server', async () => {
    pages['/'] = page('<p2p-transfer></p2p-transfer><script src="/own.js"></script>', {
      ...reporting,
      'content-security-policy-report-only': `${STRICT}; report-uri /report`,
    });
    pages['/own.js'] = { body: '' };
    expect((await visited()).violations).toEqual([]);
    expect(asked).not.toContain('/report');
  });

  test('forbids during the visit what it forbids without one', async () => {
    pages['/'] = page('<script>fetch("/inline-ran")</script><script src="/own.js"></script>', reporting);
    const later = 'setTimeout(tryEval, 400)';
    pages['/own.js'] = {
      body: `function tryEval() { try { eval('fetch("/eval-ran")') } catch { fetch('/eval-refused') } }\ntryEval(); ${later};`,
    };
    const { violations } = await visited();
    expect(asked.filter((path) => path.endsWith('-ran'))).toEqual([]);
    expect(asked.filter((path) => path === '/eval-refused')).toHaveLength(2);
    expect(violations.map(({ blocked }) => blocked)).toEqual(expect.arrayContaining(['inline']));
  });
});

test.each([
  ['in the page', { '/': page('<script>const shop = { secretKey: "0123456789abcdef0123456789abcdef" };</script>') }, '/'],
  [
    'in a script, under its name',
    {
      '/': page('<script src="/app.js"></script>'),
      '/app.js': { body: "export const secret_key='0123456789abcdef0123456789abcdef';" },
    },
    '/app.js',
  ],
  [
    'in a script, as the header that it makes',
    {
      '/': page('<script src="/app.js"></script>'),
      '/app.js': { body: `fetch('/x', { headers: { Authorization: 'Basic ${btoa('7:0123456789abcdef0123456789abcdef')}' } });` },
    },
    '/app.js',
  ],
  [
    'in a script, as the header that it will make',
    {
      '/': page('<script src="/app.js"></script>'),
      '/app.js': { body: `const header = 'Basic ' + btoa('7:0123456789abcdef0123456789abcdef');` },
    },
    '/app.js',
  ],
  ['in a comment, as a file of settings has it', { '/': page('<!-- SECRET_KEY=0123456789abcdef0123456789abcdef -->') }, '/'],
  ['by another name, if it is the sandbox’s', { '/': page("<script>const key = 'sandbox-secret-1001-7f3c0f4e';</script>") }, '/'],
  [
    'in an answer that the page fetches',
    {
      '/': page("<script>fetch('/shop.json')</script>"),
      '/shop.json': { body: '{"secretKey":"0123456789abcdef0123456789abcdef"}' },
    },
    '/shop.json',
  ],
  [
    'by half of its name',
    { '/': page("<script>const shop = { id: '1001', secret: '0123456789abcdef0123456789abcdef' };</script>") },
    '/',
  ],
])('a secret key is found %s', async (_, served: Record<string, Served>, where) => {
  Object.assign(pages, served);
  expect((await visited()).secrets).toEqual([`${url}${where}`]);
});

test('a secret key is found in a request whose header a script has put together', async () => {
  const parts = "'1001:' + '0123456789' + 'abcdef' + '0123456789abcdef'";
  pages['/'] = page(`<script>fetch('/charge', { headers: { authorization: 'Basic ' + btoa(${parts}) } })</script>`);
  expect((await visited()).secrets).toEqual([`${url}/ (in a request to ${url})`]);
});

test.each([
  ['a module', '<script type="module" src="/app.js"></script>', 'text/html; charset=utf-8', 'text/html'],
  ['a classic script', '<script src="/app.js"></script>', 'text/html', 'text/html'],
  ['what a module imports', '<script type="module">import "/app.js"</script>', 'text/html', 'text/html'],
  ['a module', '<script type="module" src="/app.js"></script>', 'text/plain', 'text/plain'],
])('%s that is no script has failed once: %s', async (_, body, type, said) => {
  pages['/'] = page(body);
  pages['/app.js'] = { headers: { 'content-type': type }, body: '<!doctype html><title>Shop</title>' };
  expect(await visited()).toMatchObject({
    failedRequests: [`${url}/app.js (answers with ${said})`],
    consoleErrors: body.includes('module') ? [] : ["Unexpected token '<'"],
  });
});

/** A transfer whose shadow root has the button, as the element's own has it. */
const WITH_BUTTON =
  '<p2p-transfer><template shadowrootmode="open"><button part="button submit" style="background: #123; color: #fff">Pay</button></template></p2p-transfer>';

describe('the button of an element:', () => {
  const seenWith = async (html: string) => {
    pages['/'] = page(WITH_BUTTON + html);
    const { documents, pressesByScript } = await visited();
    return { ...documents[0]?.elements[0], pressesByScript };
  };

  test.each([
    ['is there', '', false],
    ['is not displayed', '<style>p2p-transfer::part(submit) { display: none }</style>', true],
    ['is invisible', '<style>p2p-transfer::part(submit) { visibility: hidden }</style>', true],
    ['is transparent', '<style>p2p-transfer::part(submit) { opacity: 0 }</style>', true],
    ['is hidden with the whole element', '<style>p2p-transfer { display: none }</style>', false],
  ])('%s', async (_, html, hidesButton) => {
    expect(await seenWith(html)).toMatchObject({ hidesButton, pressesByScript: false });
  });

  test.each([
    '<button onclick="document.querySelector(\'p2p-transfer\').submit()">Pay</button>',
    '<script src="/own.js"></script>',
  ])('is pressed by %s', async (html) => {
    pages['/own.js'] = { body: 'own?.addEventListener("click", () => form.pay());'.replace('own', 'window.own') };
    expect((await seenWith(html)).pressesByScript).toBe(true);
  });

  test.each([
    ['', 'rgb(17, 34, 51)'],
    ['p2p-transfer::part(submit) { background: #fff !important }', 'rgb(255, 255, 255)'],
    ['body { background: #eee } p2p-transfer::part(submit) { background: none !important }', 'rgb(238, 238, 238)'],
    ['p2p-transfer::part(submit) { background: none !important }', 'rgb(255, 255, 255)'],
  ])('has its text on a background: %s', async (css, background) => {
    expect(await seenWith(`<style>${css}</style>`)).toMatchObject({ button: { color: 'rgb(255, 255, 255)', background } });
  });

  test('has no color to judge on a picture', async () => {
    expect(
      (
        await seenWith(
          '<style>body { background-image: linear-gradient(red, blue) } p2p-transfer::part(submit) { background: none !important }</style>',
        )
      ).button,
    ).toBeUndefined();
  });
});

test.each([
  ['keydown', 'if (!/\\d/.test(event.key)) event.preventDefault()', ['Tab', 'Backspace', 'a']],
  ['keydown', 'if (event.keyCode < 48 || event.keyCode > 57) event.preventDefault()', ['Tab', 'Backspace', 'a']],
  ['keypress', 'if (event.which > 57) event.preventDefault()', ['a']],
  ['keydown', 'if (event.target.matches("input")) event.preventDefault()', []],
  ['keydown', 'if (event.key === "Escape" || event.ctrlKey) event.preventDefault()', []],
])('a listener of %s that does %s stops the keys %j', async (type, body, stoppedKeys) => {
  pages['/'] = page(`<p2p-transfer></p2p-transfer><script>document.addEventListener('${type}', (event) => { ${body} })</script>`);
  expect((await visited()).documents[0]?.elements[0]?.stoppedKeys).toEqual(stoppedKeys);
});

test.each([
  ['(event) => {\n  const { outcome } = event.detail;\n }', 'const { outcome } = event.detail;'],
  ['e => console.log(e.detail.outcome)', 'e => console.log(e.detail.outcome)'],
  ['async ({ detail }) => detail.outcome', 'async ({ detail }) => detail.outcome'],
  ['function (event) { const { detail } = event; }', 'function (event) { const { detail } = event; }'],
  ['{ handleEvent(event) { return event?.detail } }', 'handleEvent(event) { return event?.detail }'],
  ['(event) => show(event.outcome, order.detail)', undefined],
  ['(event) => { send({ detail: event.outcome }) }', undefined],
])('a listener %s reads a detail: %s', async (listener, line) => {
  pages['/'] = page(`<p2p-transfer></p2p-transfer><script>
    document.querySelector('p2p-transfer').addEventListener('checkout-outcome', ${listener});
    document.addEventListener('cart-changed', (event) => event.detail);</script>`);
  expect((await visited()).documents[0]?.readsDetail).toEqual(line === undefined ? [] : [{ type: 'checkout-outcome', line }]);
});

test('a frame whose page may not be framed is named; one that loads is not', async () => {
  pages['/'] = page('<iframe src="/pay"></iframe><iframe src="/other"></iframe>');
  pages['/pay'] = { ...page('<p>Pay here</p>'), headers: { 'content-security-policy': "frame-ancestors 'none'" } };
  pages['/other'] = page('<p>Other</p>');
  expect((await visited()).refusedFrames).toEqual([`${url}/pay`]);
});

test.each([
  ['', []],
  ['sandbox="allow-scripts allow-same-origin"', ['allow-popups', 'allow-popups-to-escape-sandbox']],
  ['sandbox="allow-scripts allow-popups"', ['allow-popups-to-escape-sandbox']],
  ['sandbox="allow-scripts Allow-Popups allow-popups-to-escape-sandbox"', []],
])('a frame with %j lacks %j for a window', async (sandbox, lacks) => {
  pages['/'] = page(`<iframe src="/outer" ${sandbox}></iframe>`);
  pages['/outer'] = page('<iframe src="/pay"></iframe>');
  pages['/pay'] = page('<p2p-transfer></p2p-transfer>');
  const { documents } = await visited();
  expect(documents.map((each) => each.lacks)).toEqual([[], lacks, lacks]);
});

test('a page in a sandbox without an origin is noticed', async () => {
  pages['/'] = { ...page('<p>Pay here</p>'), headers: { 'content-security-policy': 'sandbox allow-scripts allow-forms' } };
  expect((await visited()).documents[0]?.hasNoOrigin).toBe(true);
  pages['/'] = page('<p>Pay here</p>');
  expect((await visited()).documents[0]?.hasNoOrigin).toBe(false);
});

test('a public key, and a text about secrets, are no secret key', async () => {
  pages['/'] = page(
    `<script>const clientSecret = '0123456789abcdef0123456789abcdef'; const publicKey = '${'MIIB'.repeat(98)}'; const secretKey = process.env.SECRET; // Basic authorization
      const secret_key=readTheSecretKeyFromItsPlace(); // SECRET_KEY=yours</script>`,
  );
  expect((await visited()).secrets).toEqual([]);
});

test('a policy counts in the head alone, and a tag with a slash contains the rest of the page', async () => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`;
  pages['/'] = page(`<p>Pay</p>${policy}<p2p-transfer /><p>More</p><footer>The shop</footer>`);
  const { documents } = await visited();
  expect(documents[0]).toMatchObject({ metaPolicies: [], hasLatePolicy: true, elements: [{ contains: 'footer' }] });
});

test('the check notices a prepare that is not a function, and accepts one that is not set', async () => {
  const set = (value: string) =>
    `<p2p-transfer></p2p-transfer><script>Object.assign(document.querySelector('p2p-transfer'), { prepare: ${value} })</script>`;
  for (const [value, notFunctions] of [
    ['Promise.resolve()', ['prepare']],
    ['"openOrder"', ['prepare']],
    ['() => {}', []],
    ['null', []],
    ['undefined', []],
  ] as const) {
    pages['/'] = page(set(value));
    expect((await visited()).documents[0]?.elements).toMatchObject([{ notFunctions }]);
  }
});

test('a product that is a Promise is noticed', async () => {
  const set = (value: string) =>
    page(`<product-pay></product-pay><script>document.querySelector('product-pay').product = ${value}</script>`);
  pages['/'] = set('Promise.resolve({ id: "prd_1" })');
  expect((await visited()).documents[0]?.elements).toMatchObject([{ promises: ['product'] }]);
  pages['/'] = set('{ id: "prd_1" }');
  expect((await visited()).documents[0]?.elements).toMatchObject([{ promises: [] }]);
});

test('the addresses of style sheets, pictures and the icon are read; what is in the page itself has none', async () => {
  pages['/'] = page(
    '<link rel="stylesheet" href="/shop.css"><link rel="icon" href="/icon.png"><img src="/a.png"><img src="data:,"><p2p-transfer></p2p-transfer>',
  );
  const { documents, address } = await visited();
  const here = (path: string): string => new URL(path, address).href;
  expect(documents[0]).toMatchObject({ styles: [here('/shop.css')], hasDataIcon: false });
  expect([...(documents[0]?.images ?? [])].sort()).toEqual([here('/a.png'), here('/icon.png')]);
});

test.each<[string, readonly string[]]>([
  ['<p2p-transfer /><p id="outcome"></p>', ['p2p-transfer']],
  ['<p2p-transfer currency="USD"/>', ['p2p-transfer']],
  ['<p2p-transfer data-rule="1 > 0" currency="USD" />', ['p2p-transfer']],
  ['<main><p2p-transfer currency="USD"><p id="outcome"></p></main>', ['p2p-transfer']],
  ['<p2p-transfer></p2p-transfer><P2P-Transfer>', ['p2p-transfer']],
  ['<p2p-transfer data-path="/a/"></p2p-transfer>', []],
  ['<p2p-transfer><br /></p2p-transfer>', []],
  ['<!-- <p2p-transfer /> --><p2p-transfer></p2p-transfer>', []],
  ['<script>const markup = "<p2p-transfer />";</script><p2p-transfer></p2p-transfer>', []],
])('the tag of an element that stays open is seen: %s', async (html, expected) => {
  pages['/'] = page(html);
  expect((await visited()).unclosed).toEqual(expected);
});
