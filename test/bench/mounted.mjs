// <p2p-transfer> beside its hand-written twin in one page: mounting a hundred, a key, and their memory; and sealing beside WebCrypto alone.
import { ms } from './report.mjs';
import { compare, median } from './statistics.mjs';

const ELEMENTS = 100;
const ROUNDS = 15;
const DIGITS = 100;
const MEMORIES = 3;
const SEALS = 300;

/** Rounds that are not counted, in which the engine compiles code that runs often. */
const WARM_UP = 4;

/** @typedef {import('./pages/mounted.js').Tag} Tag */
/** @typedef {import('./browser.mjs').Open} Open */

/** @type {readonly Tag[]} */
const TAGS = ['p2p-transfer', 'plain-transfer'];

/**
 * Measures both in turn; which one is first alternates.
 *
 * @param {number} rounds
 * @param {(tag: Tag) => Promise<number>} measure
 */
async function byTurns(rounds, measure, warmUp = WARM_UP) {
  /** @type {Record<Tag, number[]>} */
  const times = { 'p2p-transfer': [], 'plain-transfer': [] };
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const tag of round % 2 === 0 ? TAGS : TAGS.toReversed()) {
      const taken = await measure(tag);
      if (round >= 0) times[tag].push(taken);
    }
  }
  return compare(times['p2p-transfer'], times['plain-transfer']);
}

/** @param {string} what @param {ReturnType<typeof compare>} compared @param {(value: number) => string} words @param {number} [atMost] */
const rowOf = (what, { ours, beside, ratio: figure, spread }, words, atMost) => ({
  what,
  ours: words(ours),
  beside: words(beside),
  figure,
  spread,
  ...(atMost !== undefined && { target: { atMost } }),
});

/** Bytes of script and DOM after a collection of garbage. @param {import('playwright').CDPSession} cdp */
async function heap(cdp) {
  // Twice: what a first collection finalizes is free for the second.
  for (let times = 0; times < 2; times += 1) await cdp.send('HeapProfiler.collectGarbage');
  const usage = /** @type {{ usedSize: number, embedderHeapUsedSize: number }} */ (await cdp.send('Runtime.getHeapUsage'));
  return usage.usedSize + usage.embedderHeapUsedSize;
}

/** @param {Open} open @param {Readonly<Record<string, string>>} attributes @returns {Promise<import('./report.mjs').Figure>} */
export async function measureMounted(open, attributes) {
  const openReady = async () => {
    const opened = await open('/mounted.html');
    await opened.page.evaluate((given) => mountedBench.setUp(given), attributes);
    return opened;
  };
  const mount = (/** @type {import('playwright').Page} */ page, /** @type {Tag} */ tag, /** @type {number} */ count) =>
    page.evaluate(([name, wanted]) => mountedBench.mount(name, wanted), /** @type {const} */ ([tag, count]));
  const { page, cdp } = await openReady();
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  /** How long the page's thread has worked, in milliseconds. */
  const worked = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
  /** @type {number[]} */
  const untilReady = [];
  const mounting = await byTurns(ROUNDS, async (tag) => {
    const { usable, ready } = await mount(page, tag, ELEMENTS);
    if (tag === 'p2p-transfer') untilReady.push(ready);
    await page.evaluate(() => mountedBench.unmount());
    return usable;
  });
  /** @type {Record<Tag, number[]>} */
  const works = { 'p2p-transfer': [], 'plain-transfer': [] };
  const typing = await byTurns(ROUNDS, async (tag) => {
    const before = await worked();
    const taken = await page.evaluate(([name, digits]) => mountedBench.type(name, digits), /** @type {const} */ ([tag, DIGITS]));
    works[tag].push((await worked()) - before);
    return taken;
  });
  const work = compare(works['p2p-transfer'].slice(WARM_UP), works['plain-transfer'].slice(WARM_UP));
  const memory = await byTurns(
    MEMORIES,
    async (tag) => {
      const opened = await openReady();
      await mount(opened.page, tag, 1);
      await opened.page.evaluate(() => mountedBench.unmount());
      const before = await heap(opened.cdp);
      await mount(opened.page, tag, ELEMENTS);
      const taken = (await heap(opened.cdp)) - before;
      await opened.page.context().close();
      return taken;
    },
    0,
  );
  return {
    title: 'The element beside its hand-written twin',
    rows: [
      rowOf(`mount of ${ELEMENTS}, until the fields take input`, mounting, ms, 1.5),
      { what: '  until the key is imported and the records are read', ours: ms(median(untilReady)) },
      rowOf(`a key, of ${DIGITS} typed digits, until it can be painted`, typing, (all) => ms(all / DIGITS), 1.35),
      rowOf('  all work of a key, with mount and painting', work, (all) => ms(all / DIGITS)),
      rowOf(`memory of ${ELEMENTS}, script and DOM`, memory, (bytes) => `${(bytes / 1000).toFixed(0)} kB`),
    ],
    notes: [
      'The twin has the same fields, icons, summary, masks, complaints and styles, but no key, flow or payment behind them.',
    ],
  };
}

/** @param {Open} open @param {string} publicKey @returns {Promise<import('./report.mjs').Figure>} */
export async function measureSealing(open, publicKey) {
  const { page } = await open('/sealing.html');
  const times = await page.evaluate(([key, rounds]) => sealingBench.seal(key, rounds), /** @type {const} */ ([publicKey, SEALS]));
  return {
    title: 'Sealing two sections (warm, rounds that alternate in one page)',
    rows: [
      rowOf('ours, against WebCrypto alone', compare(times.ours, times.raw), ms, 1.6),
      rowOf('  of that jose alone', compare(times.jose, times.raw), ms),
    ],
    notes: ['WebCrypto alone gets its bytes ready made; ours also writes, pads and binds the plaintext.'],
  };
}
