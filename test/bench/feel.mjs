// What a payer feels while they type and press: from the key or the click to the picture after it, with a slow processor, in the page, in
// inputs of the page, in a frame, in the hand-written twin and in a form in React; and what moves under them.
import { ms } from './report.mjs';
import { quantile } from './statistics.mjs';
import { SLOWER_PROCESSOR } from './usable.mjs';

const ROUNDS = 5;
/** Long enough that each figure is painted before the next, in milliseconds. */
const BETWEEN_KEYS = 150;
/** One of the sandbox's test cards. */
const PAN = '4012000000001097';

/** @typedef {import('./browser.mjs').Open} Open */
/** @typedef {{ keys: number[], presses: number[], shifts: number }} Felt */

/** What the others are compared with: milliseconds alone say more about the machine. */
const TWIN = '/twin.html';

/** @type {readonly { name: string, path: string, isFramed?: boolean, keyAtMost?: number, pressAtMost?: number }[]} */
const PAGES = [
  { name: 'in the page', path: '/transfer.html', keyAtMost: 1.08, pressAtMost: 1.17 },
  { name: 'inputs of the page', path: '/slot.html', keyAtMost: 1.08, pressAtMost: 1.17 },
  { name: 'in a frame', path: '/gateway.html', isFramed: true, keyAtMost: 1.08 },
  { name: 'a vanilla element', path: TWIN },
  { name: 'a plain form in React', path: '/react.html' },
];

/** Runs in the page and in its frames. */
function watch() {
  /** @type {Felt} */
  const felt = { keys: [], presses: [], shifts: 0 };
  /** @type {{ felt?: Felt }} */ (/** @type {unknown} */ (globalThis)).felt = felt;
  let keyAt = 0;
  const painted = (/** @type {number[]} */ times, /** @type {number} */ since) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => times.push(performance.now() - since));
      port1.start();
      port2.postMessage(undefined);
    });
  addEventListener('keydown', ({ timeStamp }) => void (keyAt = timeStamp), true);
  addEventListener('input', () => painted(felt.keys, keyAt), true);
  addEventListener(
    'click',
    (event) => {
      const [target] = event.composedPath();
      if (target instanceof Element && !target.matches('input')) painted(felt.presses, event.timeStamp);
    },
    true,
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) felt.shifts += /** @type {PerformanceEntry & { value: number }} */ (entry).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** A payer types a card number, goes to the next field and presses. @param {Open} open @param {string} path @param {boolean} isFramed @returns {Promise<Felt>} */
async function feltOn(open, path, isFramed) {
  const { page, cdp } = await open('/empty.html');
  await page.addInitScript(watch);
  await page.goto(new URL(path, page.url()).href);
  const place = isFramed ? page.frameLocator('iframe') : page;
  const field = place.locator('input[name="number"], [data-checkout-field="number"]').first();
  await field.waitFor();
  // The key is read, and the code that runs once is done.
  await page.waitForTimeout(1000);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  await field.click();
  await page.keyboard.type(PAN, { delay: BETWEEN_KEYS });
  await page.keyboard.press('Tab');
  await page.waitForTimeout(1000);
  await place.locator('button.submit').click();
  await page.waitForTimeout(1000);
  const all = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => /** @type {{ felt?: Felt }} */ (/** @type {unknown} */ (globalThis)).felt)),
  );
  await page.context().close();
  const felt = all.filter((each) => each !== undefined);
  const keys = felt.flatMap((each) => each.keys);
  const presses = felt.flatMap((each) => each.presses);
  if (keys.length !== PAN.length || presses.length !== 1)
    throw new Error(`Expected ${PAN.length} keys and a press at ${path}; got ${keys.length} and ${presses.length}.`);
  return { keys, presses, shifts: felt.reduce((sum, { shifts }) => sum + shifts, 0) };
}

/** @param {Open} open @returns {Promise<import('./report.mjs').Figure>} */
export async function measureFeel(open) {
  /** @type {Map<string, Felt[]>} */
  const felt = new Map(PAGES.map(({ path }) => [path, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { path, isFramed = false } of PAGES) felt.get(path)?.push(await feltOn(open, path, isFramed));
  const rows = (
    /** @type {string} */ what,
    /** @type {'keys' | 'presses'} */ which,
    /** @type {'keyAtMost' | 'pressAtMost'} */ limit,
  ) => {
    const timeOf = (/** @type {string} */ path) =>
      quantile(
        (felt.get(path) ?? []).flatMap((each) => each[which]),
        0.75,
      );
    return PAGES.map((page) => {
      const [ours, beside] = [timeOf(page.path), timeOf(TWIN)];
      const atMost = page[limit];
      return {
        what: `${what}, ${page.name}`,
        ours: ms(ours),
        ...(page.path !== TWIN && { beside: ms(beside), figure: ours / beside }),
        ...(atMost !== undefined && { target: { atMost } }),
      };
    });
  };
  const shifts = PAGES.map(({ name, path }) => ({
    what: `what moves until after a press, ${name}`,
    figure: Math.round(1000 * Math.max(...(felt.get(path) ?? []).map((each) => each.shifts))) / 1000,
    unit: 'CLS',
  }));
  return {
    title: `Typing and pressing (processor slowed ${SLOWER_PROCESSOR} times)`,
    rows: [
      ...rows('key to paint, p75', 'keys', 'keyAtMost'),
      ...rows('press to paint, p75', 'presses', 'pressAtMost'),
      ...shifts,
    ],
    notes: [
      'The vanilla element is the hand-written twin.',
      'The press finds an unfinished form, and draws its complaints. All shifts count, also those right after an input.',
    ],
  };
}
