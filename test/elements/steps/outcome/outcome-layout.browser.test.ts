// @module-tag long
import { expect, test } from 'vitest';
import '../../../../src/define.js';
import type { Fetch } from '../../../../src/http/request.js';
import { gateway, holdJobs } from '../../gateway.js';
import { AMOUNT, mount, type Payer, shown } from '../../payer.js';
import { leaveAndEnd, notice } from '../../unseen-outcome.js';
import { records } from '../../stored-records.js';

const DECLINED = '4005550000000019';
const IN_DOUBT = '4000400000000046';
const CHALLENGED = '4012000000001097';
const WITH_FEE = '4000600000000017';
/** How long a payer waits for the gateway. */
const patience = { timeout: 10_000 };

const all = (payer: Payer, selector: string): HTMLElement[] => [
  ...payer.element.shadowRoot!.querySelectorAll<HTMLElement>(selector),
];
const one = (payer: Payer, selector: string): HTMLElement => all(payer, selector)[0]!;

async function ends(number: string, outcome: 'successful' | 'failed' | 'unknown'): Promise<Payer> {
  const payer = await mount();
  await payer.pays({ number });
  await payer.learns(outcome);
  return payer;
}

/** The rows of the outcome, those of "Details" included. */
const rowsOf = (payer: Payer): string[] =>
  all(payer, '.outcome dl > div').map((row) =>
    [...row.children].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim()).join(' '),
  );

/** How many times the payer reads the sum. */
const timesRead = (payer: Payer, sum: string): number => payer.reads().split(sum).length - 1;

test.each([
  ['successful', WITH_FEE],
  ['failed', DECLINED],
  ['unknown', IN_DOUBT],
] as const)('the mark of an outcome that is %s is drawn, and no screen reader reads it', async (outcome, number) => {
  const payer = await ends(number, outcome);
  const mark = one(payer, '.mark');
  expect(mark.ariaHidden).toBe('true');
  const strokes = mark.querySelector('path')!;
  const box = strokes.getBoundingClientRect();
  expect(Math.min(box.width, box.height)).toBeGreaterThan(5);
  expect(getComputedStyle(strokes).stroke).toBe(getComputedStyle(mark).color);
  expect(mark.textContent.trim()).toBe('');
  for (const pseudo of ['::before', '::after']) expect(getComputedStyle(mark, pseudo).content).toBe('none');
});

test('a decline says which card it was, and who would have got the money', async () => {
  const payer = await ends(DECLINED, 'failed');
  expect(rowsOf(payer).slice(0, 2)).toEqual(['From card Visa •••• 0019', 'To Visa •••• 1111']);
});

test.each([
  [15.63, ['Fee 15.63 USD', 'Total 1,265.63 USD']],
  [0, ['Fee No fee']],
])('with a fee of %s, a success says the sum once, in its sentence', async (fee, rows) => {
  const fetch: Fetch = async (url, init) => {
    const answer = await gateway.fetch(url, init);
    return new Response((await answer.text()).replaceAll(/"bank_fee":[\d.]+/g, `"bank_fee":${fee}`), answer);
  };
  const payer = await mount({}, { fetch });
  await payer.fillsCards({ number: WITH_FEE });
  await expect.element(payer.transferButton, patience).toHaveTextContent(/^Send/);
  await payer.readsFee().catch(() => undefined);
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(timesRead(payer, shown(AMOUNT))).toBe(1);
  expect(rowsOf(payer).filter((row) => /^(Fee|Total)/.test(row))).toEqual(rows);
});

test.each(['en', 'ar'])(
  'in %s, everything of an outcome begins at one edge, and all values of its table at another',
  async (language) => {
    const payer = await ends(WITH_FEE, 'successful');
    payer.element.language = language;
    const isLeft = language === 'en';
    await expect.poll(() => one(payer, '.base').dir || 'ltr', patience).toBe(isLeft ? 'ltr' : 'rtl');
    all(payer, 'details').forEach((each) => ((each as HTMLDetailsElement).open = true));
    const edge = (element: Element): number => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      return Math.round(isLeft ? Math.min(...boxes.map(({ left }) => left)) : Math.max(...boxes.map(({ right }) => right)));
    };
    const starts = all(payer, '.outcome :is(h2, p:not([hidden]), dt)').map(edge);
    expect(new Set(starts).size).toBe(1);
    const values = all(payer, '.outcome dd');
    expect(values.length).toBeGreaterThan(4);
    const edges = values.map(edge);
    expect(Math.max(...edges) - Math.min(...edges)).toBeLessThanOrEqual(1);
  },
);

test('the reference is there in full, and begins with what a payer reads out', async () => {
  const payer = await mount({ 'tracking-id': 'order-8ffcafb1-3c5e-4f0a-9c1d-2b7e6a5d4c3b' });
  await payer.pays();
  await payer.learns('successful');
  const reference = one(payer, '.reference [dir=auto]');
  expect(reference.innerText).toBe('order-8ffcafb1-3c5e-4f0a-9c1d-2b7e6a5d4c3b');
  expect(reference.scrollWidth).toBeLessThanOrEqual(reference.offsetWidth);
  const head = one(payer, '.reference strong');
  expect(head.textContent).toBe('order-8ffcafb1');
  expect(head.getClientRects()).toHaveLength(1);
  expect(Number(getComputedStyle(head).fontWeight)).toBeGreaterThanOrEqual(600);
});

/** The controls of an element that a finger can't hit, with their height. */
function small(payer: Payer): string[] {
  const controls = all(payer, 'button, a, summary').filter(
    (each) => each.checkVisibility() && !each.closest('form:not([method])'),
  );
  expect(controls.length).toBeGreaterThan(0);
  return controls
    .map((each) => [each.textContent.trim() || each.ariaLabel, each.getBoundingClientRect().height] as const)
    .filter(([, height]) => height < 44)
    .map(([name, height]) => `${name}: ${height}`);
}

test.each([
  ['successful', '4200000000000000'],
  ['failed', DECLINED],
  ['unknown', IN_DOUBT],
] as const)('every control of an outcome that is %s is at least 44 px high', async (outcome, number) => {
  const payer = await ends(number, outcome);
  expect(small(payer)).toEqual([]);
  all(payer, '.actions > *').forEach((each) => {
    if (each.matches('button, a')) expect(getComputedStyle(each).textDecorationLine).toBe('none');
  });
});

test('every control on the way to the bank, in its dialog, and while the payer waits is at least 44 px high', async () => {
  const payer = await mount({ challenge: 'auto' });
  await payer.pays({ number: CHALLENGED });
  // Tests leave their page only on a press.
  await payer.button('Continue to your bank').click();
  await payer.sees(payer.button('Close'));
  expect(small(payer)).toEqual([]);
  await payer.button('Close').click();
  await payer.sees(payer.heading('Checking the result with the bank'));
  await payer.sees(payer.button('Change something'));
  expect(small(payer)).toEqual([]);
});

test('every control of an earlier payment that ended is at least 44 px high, and its mask stays on one line', async () => {
  await leaveAndEnd();
  const payer = await mount();
  await payer.sees(notice(payer));
  expect(small(payer)).toEqual([]);
  expect(one(payer, '[part~=ended] strong').textContent).toContain('••••\u00a01111');
});

test('every control of an unfinished payment is at least 44 px high', async () => {
  const release = holdJobs();
  const left = await mount();
  await left.pays();
  await expect.poll(() => records()[0]?.phase, patience).toBe('accepted');
  left.element.remove();
  left.element.cancel();
  sessionStorage.clear();
  const payer = await mount();
  await payer.sees(payer.button('Check status'));
  expect(small(payer)).toEqual([]);
  release();
});
