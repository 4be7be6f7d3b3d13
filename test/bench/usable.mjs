// `npm run bench`: from the start of a visit until the first field accepts input, with a slow connection and a slow processor: the script file
// compared with the hand-written twin, each loaded without a cache.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../../build/install.mjs';
import { inBrowser, pageOf, serve } from './browser.mjs';
import { ms, summaryOf, tableOf } from './report.mjs';
import { compare, median } from './statistics.mjs';
import { buildPackage, bundleFile, packageFolder, staticCode, sweep } from './build.mjs';

const ROUNDS = 5;

/** The "Slow 4G" of browsers' developer tools: bytes per second, milliseconds. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const SLOWER_PROCESSOR = 4;

/** Milliseconds of a round trip in that network, without the tools' margin for requests. */
const ROUND_TRIP = 150;

/** The frames in the page's own process: what slows the page slows them too. */
const SAME_PROCESS = ['--disable-features=IsolateSandboxedIframes'];

/** Part of the page, so that no query disturbs the page while it works. @param {string} tag */
const watcher = (tag) => `<script>
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (!(startTime > globalThis.usableAfter)) globalThis.longestTask = Math.max(globalThis.longestTask ?? 0, duration);
  }).observe({ type: 'longtask', buffered: true });
  (function look() {
    const field = (document.querySelector('${tag}')?.shadowRoot ?? document.querySelector('${tag}'))?.querySelector('input');
    if (!field?.getBoundingClientRect().height) return requestAnimationFrame(look);
    globalThis.usableAfter = performance.now();
    // The browser reports no task of less than 50 ms.
    setTimeout(() => (globalThis.longestTask ??= 50), 1000);
  })();
</script>`;

/**
 * The same files below `/slow`, sent as at the start of a connection.
 *
 * @param {Readonly<Record<string, string>>} files
 */
const fromSlowStart = (files) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      `/slow${path}`,
      { text: text.replaceAll(/(?<=(?:src|href)=")(?=\/)/g, '/slow'), roundTrip: ROUND_TRIP },
    ]),
  );

/** Watches for a frame's fields: the element shows them as soon as they are drawn and take input. */
const frameWatcher = `<script>
  (function look() {
    if (document.querySelector('p2p-transfer')?.shadowRoot?.querySelector('.isolated:not(.coming) > slot')) globalThis.usableAfter = performance.now();
    else requestAnimationFrame(look);
  })();
</script>`;

/**
 * The document of the isolated fields, as the command writes it.
 *
 * @param {string} publicKey
 * @param {string[]} flags
 */
function fieldsFile(publicKey, ...flags) {
  const out = mkdtempSync(join(tmpdir(), 'bench-fields-'));
  const given = ['--out', out, '--checkout-url', 'http://127.0.0.1:9', '--key', publicKey, '--parent', 'http://127.0.0.1:8'];
  execFileSync(process.execPath, [join(packageFolder, 'dist/check.js'), 'fields', ...given, ...flags]);
  // The page's port is not known yet, and the command takes whole origins only.
  const anyPort = (/** @type {string} */ name) =>
    readFileSync(join(out, name), 'utf8').replaceAll('http://127.0.0.1:8', 'http://127.0.0.1:*');
  const headers = Object.fromEntries(
    anyPort('headers.txt')
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const text = anyPort('index.html');
  rmSync(out, { recursive: true });
  return { text, headers };
}

/** The pages that are visited, and the scripts that they load. @param {string} gateway The origin of the isolated fields. @param {string} publicKey */
async function pagesOf(gateway, publicKey) {
  const attributes = `checkout-url="http://127.0.0.1:9" public-key="${publicKey}" currency="USD" amount="10000" description="Bench"`;
  const page = (/** @type {string} */ tag, /** @type {string} */ script) =>
    pageOf(script, `<${tag} ${attributes}></${tag}>${watcher(tag)}`);
  const built = (/** @type {string} */ name) => readFileSync(join(packageFolder, 'dist/cdn', name), 'utf8');
  const inputs = execFileSync(process.execPath, [join(packageFolder, 'dist/check.js'), 'markup', 'p2p-transfer']).toString();
  // The attribute is there before the script runs.
  const framed = (/** @type {string} */ fieldsUrl) =>
    pageOf(
      '/checkout.js',
      `<p2p-transfer ${attributes}></p2p-transfer><script>document.querySelector('p2p-transfer').setAttribute('fields-url', ${fieldsUrl})</script>${frameWatcher}`,
    );
  const parts = {
    '/whole.html': page('p2p-transfer', '/checkout.js'),
    '/transfer.html': page('p2p-transfer', '/p2p-transfer.js'),
    '/twin.html': page('plain-transfer', '/twin.js'),
    '/slot.html': pageOf(
      '/p2p-transfer.js',
      `<p2p-transfer fields="slot" ${attributes}>${inputs}</p2p-transfer>${watcher('form')}`,
    ),
    '/checkout.js': built('checkout.js'),
    '/p2p-transfer.js': built('p2p-transfer.js'),
    '/twin.js': staticCode(await bundleFile(join(root, 'test/bench/pages/plain-transfer.ts'))),
  };
  return {
    ...parts,
    ...fromSlowStart(parts),
    '/gateway.html': framed(`'${gateway}/fields.html'`),
    '/shop.html': framed(`location.origin + '/fields.html'`),
    '/fields.html': fieldsFile(publicKey, '--same-host'),
    // As heavy as the page with fields="slot", and with the same inputs to lay out; only the script is missing.
    '/inputs.html': pageOf('', `<div fields="slot" ${attributes}>${inputs}</div>${watcher('form')}`),
    '/plain.html': `<!doctype html><title>Bench</title><form><input></form>${watcher('form')}`,
    '/empty.html': '<!doctype html><title>Bench</title>',
  };
}

/** @typedef {Parameters<Parameters<typeof inBrowser>[1]>[0]} Open */
/** @typedef {(path: string, figure?: string) => Promise<number>} Visit */

/** A visit of a page with the slow network and processor. @param {Open} open @returns {Visit} the page's figure, in milliseconds. */
const visitor =
  (open) =>
  async (path, figure = 'usableAfter') => {
    const { page: tab, cdp } = await open('/empty.html');
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
    await tab.goto(new URL(path, tab.url()).href);
    const after = await tab.waitForFunction((name) => /** @type {Record<string, unknown>} */ (globalThis)[name], figure);
    const milliseconds = Number(await after.jsonValue());
    await tab.context().close();
    return milliseconds;
  };

/** The longest task until the field takes input: the median of some visits, in milliseconds. @param {Visit} visit @param {string} path */
async function longestTask(visit, path) {
  const longest = [];
  for (let round = 0; round < ROUNDS; round += 1) longest.push(await visit(path, 'longestTask'));
  return Math.round(median(longest));
}

/** @typedef {{ what: string, ours: string, beside: string, atMost?: number, figure?: string }} Pair */

/** Two pages by turns. @param {Visit} visit @param {Pair} pair @returns {Promise<import('./report.mjs').Row>} */
async function rowOf(visit, { what, ours, beside, atMost, figure }) {
  /** @type {number[]} */
  const times = [];
  /** @type {number[]} */
  const others = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(await visit(ours, figure));
    others.push(await visit(beside, figure));
  }
  const { ratio, spread, ...compared } = compare(times, others);
  const target = atMost === undefined ? {} : { target: { atMost } };
  return { what, ours: ms(compared.ours), beside: ms(compared.beside), figure: ratio, ...target, spread };
}

const SLOT = 'inputs in the page (fields="slot"), against the same HTML without a script';

/** @type {readonly Pair[]} */
const PAIRS = [
  { what: 'p2p-transfer.js against a vanilla element', ours: '/transfer.html', beside: '/twin.html', atMost: 1.36 },
  { what: 'checkout.js against a vanilla element', ours: '/whole.html', beside: '/twin.html', atMost: 1.6 },
  {
    what: 'from TCP’s slow start: p2p-transfer.js',
    ours: '/slow/transfer.html',
    beside: '/slow/twin.html',
    atMost: 1.44,
  },
  { what: '  checkout.js', ours: '/slow/whole.html', beside: '/slow/twin.html', atMost: 1.67 },
  { what: 'a vanilla element against plain HTML', ours: '/twin.html', beside: '/plain.html' },
  { what: SLOT, ours: '/slot.html', beside: '/inputs.html', atMost: 1.05 },
  {
    what: 'isolated fields of another origin, against those in the page',
    ours: '/gateway.html',
    beside: '/whole.html',
    atMost: 1.6,
  },
  { what: 'isolated fields in a sandbox, against those in the page', ours: '/shop.html', beside: '/whole.html', atMost: 1.6 },
];

/** @returns {Promise<import('./report.mjs').Figure>} */
async function measureUsable() {
  await buildPackage();
  const { publicKey: rsaKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = rsaKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const gateway = await serve({ '/fields.html': fieldsFile(publicKey) });
  const measure = async (/** @type {Open} */ open) => {
    const visit = visitor(open);
    await visit('/twin.html');
    const rows = [];
    for (const pair of PAIRS) rows.push(await rowOf(visit, pair));
    return {
      title: 'Time to usable (slow 4G, processor slowed 4 times)',
      rows: [
        ...rows,
        {
          what: 'longest task until the field takes input: p2p-transfer.js',
          figure: await longestTask(visit, '/transfer.html'),
          unit: 'ms',
          target: { atMost: 100 },
        },
        { what: '  a vanilla element', figure: await longestTask(visit, '/twin.html'), unit: 'ms' },
      ],
      notes: [`Page and script over loopback slowed by Chromium: ${SLOW_4G.latency} ms per request, 1.44 Mbit/s, brotli.`],
    };
  };
  try {
    return await inBrowser(await pagesOf(gateway.origin, publicKey), measure, SAME_PROCESS);
  } finally {
    void gateway.close();
  }
}

// Vite and Lit read it when they load. Otherwise the bench would measure Lit's development build.
process.env.NODE_ENV = 'production';
// The project's configuration of Vite reads paths relative to the current folder.
process.chdir(root);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => process.exit(1));
process.once('exit', sweep);

// A missed target does not change the exit code: a time on a shared machine is a figure to read, not a test.
const figure = await measureUsable();
console.log(`${tableOf(figure)}\n   (load ${loadavg()[0]?.toFixed(1)})\n\n${summaryOf([figure])}`);
process.exit(0);
