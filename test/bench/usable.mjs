// From the start of a visit until the first field accepts input, with a slow connection and a slow processor: the script files compared
// with the hand-written twin and with a form in React, each loaded without a cache.
import { ms } from './report.mjs';
import { compare } from './statistics.mjs';

const ROUNDS = 5;

/** The "Slow 4G" of browsers' developer tools: bytes per second, milliseconds. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
export const SLOWER_PROCESSOR = 4;

/** @typedef {import('./browser.mjs').Open} Open */
/** @typedef {'usable' | 'longest' | 'blocked' | 'painted'} Measured */
/** @typedef {Readonly<Record<Measured, number>>} Visit milliseconds. */
/** @typedef {{ what: string, ours: string, beside?: string, of?: Measured, atMost?: number }} Line */

/** A visit with the slow network and processor. @param {Open} open @param {string} path @returns {Promise<Visit>} */
async function visitOf(open, path) {
  const { page, cdp } = await open('/empty.html');
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  await page.goto(new URL(path, page.url()).href);
  const handle = await page.waitForFunction(() => /** @type {{ visit?: Visit }} */ (/** @type {unknown} */ (globalThis)).visit);
  const visit = /** @type {Visit} */ (await handle.jsonValue());
  await page.context().close();
  return visit;
}

/** @type {readonly Line[]} */
const LINES = [
  { what: 'p2p-transfer.js against a vanilla element', ours: '/transfer.html', beside: '/twin.html', atMost: 1.36 },
  { what: 'checkout.js against a vanilla element', ours: '/whole.html', beside: '/twin.html', atMost: 1.45 },
  { what: 'a plain form in React against a vanilla element', ours: '/react.html', beside: '/twin.html' },
  { what: 'a vanilla element against plain HTML', ours: '/twin.html', beside: '/plain.html' },
  { what: 'from TCP’s slow start: p2p-transfer.js', ours: '/slow/transfer.html', beside: '/slow/twin.html', atMost: 1.44 },
  { what: '  checkout.js', ours: '/slow/whole.html', beside: '/slow/twin.html', atMost: 1.67 },
  {
    what: 'inputs in the page, against the same HTML without a script',
    ours: '/slot.html',
    beside: '/inputs.html',
    atMost: 1.03,
  },
  {
    what: '  their first paint, against that of the element’s page',
    ours: '/slot.html',
    beside: '/transfer.html',
    of: 'painted',
    atMost: 1.05,
  },
  {
    what: 'isolated fields of another origin, against those in the page',
    ours: '/gateway.html',
    beside: '/whole.html',
    atMost: 1.45,
  },
  { what: 'isolated fields in a sandbox, against those in the page', ours: '/shop.html', beside: '/whole.html', atMost: 1.45 },
  { what: 'longest task before that: p2p-transfer.js', ours: '/transfer.html', of: 'longest', atMost: 70 },
  { what: '  checkout.js', ours: '/whole.html', of: 'longest' },
  { what: '  a vanilla element', ours: '/twin.html', of: 'longest' },
  { what: 'blocking time before that: p2p-transfer.js', ours: '/transfer.html', of: 'blocked', atMost: 20 },
  { what: '  checkout.js', ours: '/whole.html', of: 'blocked' },
  { what: '  a plain form in React', ours: '/react.html', of: 'blocked' },
];

/** @param {Line} line @param {ReadonlyMap<string, readonly Visit[]>} visits @returns {import('./report.mjs').Row} */
function rowOf({ what, ours, beside, of = 'usable', atMost }, visits) {
  const times = (/** @type {string} */ path) => (visits.get(path) ?? []).map((visit) => visit[of]);
  const compared = compare(times(ours), beside ? times(beside) : times(ours));
  const target = atMost === undefined ? {} : { target: { atMost } };
  return beside
    ? { what, ours: ms(compared.ours), beside: ms(compared.beside), figure: compared.ratio, ...target, spread: compared.spread }
    : { what, figure: Math.round(compared.ours), unit: 'ms', ...target };
}

/** Each round visits every page once. @param {Open} open @returns {Promise<import('./report.mjs').Figure>} */
export async function measureUsable(open) {
  const paths = [...new Set(LINES.flatMap(({ ours, beside = ours }) => [ours, beside]))];
  await visitOf(open, '/twin.html');
  /** @type {Map<string, Visit[]>} */
  const visits = new Map(paths.map((path) => [path, []]));
  for (let round = 0; round < ROUNDS; round += 1) for (const path of paths) visits.get(path)?.push(await visitOf(open, path));
  return {
    title: `Time to usable (slow 4G, processor slowed ${SLOWER_PROCESSOR} times)`,
    rows: LINES.map((line) => rowOf(line, visits)),
    notes: [`Page and script over loopback slowed by Chromium: ${SLOW_4G.latency} ms per request, 1.44 Mbit/s, brotli.`],
  };
}
