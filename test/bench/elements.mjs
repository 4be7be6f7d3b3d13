// <p2p-transfer> compared with its plain twin: mounting, typing, memory, and leaks.
import { join } from 'node:path';
import { root } from '../../build/install.mjs';
import { inBrowser, pageOf } from './browser.mjs';
import { kB, ms } from './report.mjs';
import { makePublicKey } from './sealing.mjs';
import { compare, median } from './statistics.mjs';
import { bundleFile, staticCode } from './build.mjs';

/** @typedef {import('./pages/elements.js').Tag} Tag */
/** @typedef {import('./report.mjs').Row} Row */
/** @typedef {ReturnType<typeof compare>} Compared */
/** @typedef {{ page: import('playwright').Page, cdp: import('playwright').CDPSession }} Opened */

const ELEMENTS = 100;
const ROUNDS = 15;
const DIGITS = 200;
const TYPINGS = 15;
const MEMORIES = 3;
const MOUNTS = 1000;

/** Rounds that are not counted, in which the engine compiles code that runs often. */
const WARM_UP = 4;

/** @type {readonly Tag[]} */
const TAGS = ['p2p-transfer', 'plain-transfer'];

/**
 * Measures both in turn; which one is first alternates.
 *
 * @param {number} rounds
 * @param {(tag: Tag) => Promise<number>} measure
 */
async function byTurns(rounds, measure) {
  /** @type {Record<Tag, number[]>} */
  const times = { 'p2p-transfer': [], 'plain-transfer': [] };
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const tag of round % 2 === 0 ? TAGS : TAGS.toReversed()) {
      const taken = await measure(tag);
      if (round >= 0) times[tag].push(taken);
    }
  }
  return compare(times['p2p-transfer'], times['plain-transfer']);
}

/** Bytes in use after a collection of garbage: of script, and of script and DOM together. @param {Opened} opened */
async function heap({ cdp }) {
  // Twice: what a first collection finalizes is free for the second.
  for (let times = 0; times < 2; times += 1) await cdp.send('HeapProfiler.collectGarbage');
  const usage = /** @type {{ usedSize: number, embedderHeapUsedSize: number }} */ (await cdp.send('Runtime.getHeapUsage'));
  return { script: usage.usedSize, all: usage.usedSize + usage.embedderHeapUsedSize };
}

/** @param {Opened} opened @param {Tag} tag @param {number} count */
const mount = ({ page }, tag, count) =>
  page.evaluate(([name, wanted]) => elementsBench.mount(name, wanted), /** @type {const} */ ([tag, count]));

/** @param {Opened} opened */
const unmount = ({ page }) => page.evaluate(() => elementsBench.unmount());

/** The memory of a hundred mounted elements, in a separate page. @param {Opened} opened @param {Tag} tag */
async function memoryOf(opened, tag) {
  await mount(opened, tag, 1);
  await unmount(opened);
  const before = await heap(opened);
  await mount(opened, tag, ELEMENTS);
  const after = await heap(opened);
  await opened.page.context().close();
  return { script: after.script - before.script, all: after.all - before.all };
}

/** The leftovers of a thousand mounts and removals. @param {Opened} opened */
async function leavingsOf(opened) {
  const { cdp } = opened;
  const cycle = async () => {
    await mount(opened, 'p2p-transfer', ELEMENTS);
    await unmount(opened);
  };
  const look = async () => {
    const { script, all } = await heap(opened);
    const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
    return { script, all, nodes, listeners: jsEventListeners };
  };
  for (let times = 0; times < 3; times += 1) await cycle();
  const before = await look();
  for (let mounted = 0; mounted < MOUNTS; mounted += ELEMENTS) await cycle();
  const after = await look();
  // An element that is still referenced would be found here.
  const { result } = await cdp.send('Runtime.evaluate', { expression: "customElements.get('p2p-transfer').prototype" });
  const { objects } = await cdp.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' });
  const { result: length } = await cdp.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  return {
    instances: Number(length.value),
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
    bytes: (after.all - before.all) / MOUNTS,
  };
}

const ATTRIBUTES = {
  'checkout-url': 'http://127.0.0.1:9',
  'public-key': makePublicKey(),
  currency: 'USD',
  amount: '10000',
  description: 'Bench',
};

/** The time of mounting both, and how long ours takes until its key is imported. @param {Opened} opened */
async function mountingOf(opened) {
  /** @type {number[]} */
  const untilReady = [];
  const mounting = await byTurns(ROUNDS, async (tag) => {
    const taken = await mount(opened, tag, ELEMENTS);
    if (tag === 'p2p-transfer') untilReady.push(taken.ready);
    await unmount(opened);
    return taken.usable;
  });
  return { mounting, ready: median(untilReady) };
}

/** The memory of both, each round in pages of their own. @param {() => Promise<Opened>} open */
async function memoriesOf(open) {
  /** @type {Record<Tag, { script: number, all: number }[]>} */
  const memories = { 'p2p-transfer': [], 'plain-transfer': [] };
  for (let round = 0; round < MEMORIES; round += 1) {
    for (const tag of TAGS) memories[tag].push(await memoryOf(await open(), tag));
  }
  const compared = (/** @type {'script' | 'all'} */ which) =>
    compare(
      memories['p2p-transfer'].map((each) => each[which]),
      memories['plain-transfer'].map((each) => each[which]),
    );
  return { all: compared('all'), script: compared('script') };
}

/** @type {(what: string, words: (value: number) => string, compared: Compared, atMost?: number) => Row} */
const rowOf = (what, words, { ours, beside, ratio: figure, spread }, atMost) => ({
  what,
  ours: words(ours),
  beside: words(beside),
  figure,
  spread,
  ...(atMost !== undefined && { target: { atMost } }),
});

/** @param {Awaited<ReturnType<typeof leavingsOf>>} left @returns {Row[]} */
function leftRows(left) {
  const nothing = { target: { atMost: 0 }, unit: 'left' };
  return [
    { what: `elements alive after ${MOUNTS.toLocaleString('en')} mounts and removals`, figure: left.instances, ...nothing },
    { what: '  DOM nodes more than before', figure: left.nodes, ...nothing },
    { what: '  event listeners more than before', figure: left.listeners, ...nothing },
    { what: '  bytes more than before, of each mount', figure: Math.round(left.bytes), unit: 'B' },
  ];
}

/** @returns {Promise<import('./report.mjs').Figure>} */
export async function measureElements() {
  const script = staticCode(await bundleFile(join(root, 'test/bench/pages/elements.ts'), { codeSplitting: false }));
  return inBrowser({ '/elements.html': pageOf('/elements.js'), '/elements.js': script }, async (open) => {
    const openReady = async () => {
      const opened = await open('/elements.html');
      await opened.page.evaluate((given) => elementsBench.setUp(given), ATTRIBUTES);
      return opened;
    };
    const opened = await openReady();
    const [ours, twin] = await opened.page.evaluate(async () => [
      await elementsBench.count('p2p-transfer'),
      await elementsBench.count('plain-transfer'),
    ]);
    if (!ours || !twin) throw new Error('The page counted nothing.');
    const { mounting, ready } = await mountingOf(opened);
    const typing = await byTurns(TYPINGS, (tag) =>
      opened.page.evaluate(([name, digits]) => elementsBench.type(name, digits), /** @type {const} */ ([tag, DIGITS])),
    );
    const memory = await memoriesOf(openReady);
    return {
      title: 'The element against its plain twin',
      rows: [
        rowOf(`mount of ${ELEMENTS}, until the fields take input`, ms, mounting, 1.6),
        { what: '  until checkout-ready: key imported, record read', ours: ms(ready) },
        rowOf(`keystroke, of ${DIGITS} typed digits`, (all) => ms(all / DIGITS), typing, 1.6),
        rowOf(`memory of ${ELEMENTS} mounted, script and DOM`, kB, memory.all, 2.8),
        rowOf('  of that script', kB, memory.script),
        ...leftRows(await leavingsOf(await openReady())),
      ],
      notes: [
        `In the shadow root: ${ours.elements} elements with ${ours.inputs} inputs; the twin's ${twin.elements} with ${twin.inputs}.`,
        'The twin has the same fields, icons, summary, masks, complaints and styles, but no key, flow or payment behind them.',
        'Memory is measured after a garbage collection. Most of it is DOM, styles and layout, alike in both. The twin has',
        'hardly any script memory, so that ratio says more about the twin than about a page.',
        'Some bytes of each mount are noise of the engine (compiled code, inline caches); a leak shows as elements or nodes.',
      ],
    };
  });
}
