// @module-tag long
import { afterEach, expect, test } from 'vitest';
import '../../../src/define.js';
import { holdJobs, holdAnswers } from '../gateway.js';
import { AMOUNT, mount, type Payer } from '../payer.js';

afterEach(() => document.body.removeAttribute('style'));

const blockSize = ({ element }: Payer): number => element.getBoundingClientRect().height;
const all = ({ element }: Payer): HTMLElement[] => [...(element.shadowRoot?.querySelectorAll<HTMLElement>('*') ?? [])];

/** The parts that stick out of the element or out of its container. */
function stickingOut(payer: Payer): string[] {
  const { left, right } = payer.element.getBoundingClientRect();
  const shown = all(payer).filter(
    (each) => each.checkVisibility({ visibilityProperty: true }) && each.tagName !== 'OPTION' && !each.closest('.spoken'),
  );
  return shown
    .filter(
      (each) =>
        each.getBoundingClientRect().right > right + 1 ||
        each.getBoundingClientRect().left < left - 1 ||
        (each.tagName !== 'INPUT' &&
          each.scrollWidth > each.clientWidth + 1 &&
          getComputedStyle(each).display !== 'inline' &&
          getComputedStyle(each).textOverflow !== 'ellipsis'),
    )
    .map((each) => each.outerHTML.slice(0, 90));
}

/** Mounts the element in a column of `width` CSS pixels, as a page's zoom and padding may leave it. */
async function inColumn(width: number, ...mounted: Parameters<typeof mount>): Promise<Payer> {
  const payer = await mount(...mounted);
  const column = document.createElement('div');
  column.style.inlineSize = `${width}px`;
  document.body.append(column);
  column.append(payer.element);
  await payer.element.updateComplete;
  return payer;
}

/** Waits until the element is as high as its step: nothing is left of the form's room. */
/** The height, once rows that open are open. */
async function settledSize(payer: Payer): Promise<number> {
  await Promise.all(payer.element.shadowRoot!.getAnimations().map(({ finished }) => finished));
  return blockSize(payer);
}

const isAsHighAs = (payer: Payer, part: string): Promise<unknown> => {
  const bottom = (): number => payer.element.shadowRoot?.querySelector(part)?.getBoundingClientRect().bottom ?? 0;
  return expect.poll(() => Math.abs(payer.element.getBoundingClientRect().bottom - bottom())).toBeLessThan(0.5);
};

test.each([
  ['successful', '4200000000000000'],
  ['failed', '4005550000000019'],
  ['unknown', '4000400000000046'],
] as const)('the waiting is lower than the form, and like the outcome “%s” as high as its content', async (outcome, number) => {
  const release = holdJobs();
  const payer = await inColumn(360);
  await payer.fillsCards({ number });
  await payer.readsFee();
  const form = await settledSize(payer);
  const { top } = payer.element.getBoundingClientRect();
  await payer.transferButton.click();
  await payer.sees(payer.heading(/^Sending/));
  await isAsHighAs(payer, '.waiting');
  expect(blockSize(payer)).toBeLessThan(form * 0.6);
  release();
  await payer.learns(outcome);
  await isAsHighAs(payer, '.outcome');
  expect(payer.element.getBoundingClientRect().top).toBe(top);
  // The form keeps the payer's input, and is hidden from everyone.
  expect(payer.from('Card number').elements()).toEqual([]);
  expect(payer.reads()).not.toContain('Expiry date');
});

test('on the way to the bank the element is as high as its content', async () => {
  const payer = await inColumn(360);
  await payer.fillsCards({ number: '4012000000001097' });
  await payer.readsFee();
  const form = await settledSize(payer);
  await payer.transferButton.click();
  await payer.sees(payer.heading('Confirm with your bank'));
  await isAsHighAs(payer, '.waiting');
  expect(blockSize(payer)).toBeLessThan(form * 0.85);
  payer.element.cancel();
});

test('“Try again” brings back the form in its place', async () => {
  const payer = await inColumn(360);
  const place = (): number => payer.from('Card number').element().getBoundingClientRect().top;
  const before = place();
  await payer.fillsCards({ number: '4005550000000019' });
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('failed');
  await payer.button('Try again').click();
  await payer.sees(payer.from('Card number'));
  expect(place()).toBe(before);
});

test('filling in the cards, asking for the fee and showing it moves nothing but the button', async () => {
  const release = holdAnswers('check');
  const payer = await inColumn(400);
  const summary = (): number => payer.element.shadowRoot!.querySelector('[part=summary]')!.getBoundingClientRect().top;
  const [before, above] = [await settledSize(payer), summary()];
  await payer.fillsCards();
  await payer.sees(payer.text('Checking the fee…'));
  expect(summary()).toBe(above);
  release();
  await payer.readsFee();
  expect(summary()).toBe(above);
  // Two rows take the place of one line.
  expect(await settledSize(payer)).toBeGreaterThan(before);
});

test('before there is an amount, one line stands for the summary', async () => {
  const payer = await mount({ amount: null });
  expect(payer.element.shadowRoot!.querySelector('[part=summary]')).toBeNull();
  await payer.sees(payer.text('You’ll see the fee before you pay.'));
  await payer.amount.fill('12');
  await expect.poll(() => payer.reads()).toContain('12.00 USD');
  expect(payer.reads()).not.toContain('–');
});

test.each([
  ['a modal dialog', 'dialog', ''],
  ['a flex row', 'div', 'display: flex'],
  ['an inline block', 'div', 'display: inline-block'],
  ['a grid that centres', 'div', 'display: grid; justify-items: center'],
  ['a float', 'div', 'float: inline-start'],
])('in %s, which shrinks to fit, the element takes the full width allowed', async (_, tag, css) => {
  const place = document.createElement(tag);
  place.setAttribute('style', css);
  document.body.append(place);
  const payer = await mount();
  place.append(payer.element);
  if (place instanceof HTMLDialogElement) place.showModal();
  // 34rem, and the test page is wider than that.
  expect(payer.element.getBoundingClientRect().width).toBe(544);
  place.style.inlineSize = '300px';
  expect(payer.element.getBoundingClientRect().width).toBeLessThanOrEqual(300);
  expect(payer.element.getBoundingClientRect().width).toBeGreaterThan(250);
});

// 320 px is also the width left of a page of 1280 px at a zoom of 400 %.
test.each([
  ['320 px', 320, {}],
  ['200 px', 200, {}],
  ['1000 px', 1000, {}],
  ['320 px with a font twice as large', 320, { font: '32px/1.4 serif' }],
] as const)(
  'in %s every step fits, with errors, with the fee, and with the outcome',
  async (_, width, { font = '' }: { font?: string }) => {
    document.body.style.font = font;
    const release = holdJobs();
    const payer = await inColumn(width, { amount: null, 'max-amount': '5000', collect: 'holder recipient-holder' });
    expect(stickingOut(payer)).toEqual([]);
    await payer.transferButton.click();
    await payer.sees(payer.text('Enter the card number.').first());
    await payer.fills(payer.amount, '99,999,999,999.99');
    expect(stickingOut(payer)).toEqual([]);
    payer.element.collect = null;
    payer.element.amount = 99_990_000_000 + AMOUNT;
    payer.element.maxAmount = null;
    await payer.fillsCards();
    await payer.readsFee();
    expect(stickingOut(payer)).toEqual([]);
    await payer.transferButton.click();
    await payer.sees(payer.heading(/^Sending/));
    expect(stickingOut(payer)).toEqual([]);
    release();
    await payer.learns('successful');
    expect(stickingOut(payer)).toEqual([]);
  },
);

test('words of any length wrap instead of overflowing', async () => {
  const long = 'Kreditkartenprüfnummernänderungsbestätigungsverfahren';
  const payer = await inColumn(
    320,
    {},
    {
      messages: {
        source_card: long,
        number: long,
        verification_value: long,
        expiry: long,
        show_fee: `${long} {amount}`,
        fee_before: long,
        amount: long,
        test_badge: long,
        'number.empty': long,
        another_card: long,
      },
      sourceCard: { token: 'a', brand: 'visa', last_4: '0000' },
    },
  );
  expect(stickingOut(payer)).toEqual([]);
  payer.element.sourceCard = undefined;
  await payer.element.submit();
  await payer.element.updateComplete;
  expect(stickingOut(payer)).toEqual([]);
});

/** How many lines an element's text takes from `start` on. */
function linesFrom(start: string, element: Element): number {
  const node = [...element.childNodes].find((each) => each.textContent?.includes(start));
  if (!node) throw new Error(`Expected “${start}” in “${element.textContent}”.`);
  const range = document.createRange();
  range.setStart(node, node.textContent!.indexOf(start));
  range.setEndAfter(node);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
}

test('on a page of 240 px, the digits of a saved card and the amount of an outcome stay on one line', async () => {
  const saved = { token: 'a', brand: 'visa', last_4: '0000', exp_month: '12', exp_year: '2099' };
  const savedCards = [saved, { ...saved, token: 'b', brand: 'master' }];
  for (const language of ['en', 'ru']) {
    const listed = await inColumn(174, { language }, { savedCards, removableCards: true });
    await expect.poll(() => all(listed).find((each) => each.matches('.base'))?.lang).toBe(language);
    const names = all(listed).filter((each) => each.matches('.which > span bdi'));
    expect(names.map((each) => linesFrom('••••', each))).toEqual([1, 1]);
  }
  const payer = await inColumn(174);
  await payer.fillsCards();
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('successful');
  const sum = payer.element.shadowRoot?.querySelector('[part=sum]');
  expect(sum?.getClientRects()).toHaveLength(1);
});

/** The words and sums that a line's end breaks: every piece of text between two spaces at which a line may end. */
function brokenWords(element: Element): string[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^ \n]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
}

test.each([
  [208, 'of 240 px'],
  [295, 'of 360 px with margins'],
  [358, 'of 390 px'],
])('%i px wide, as on a page %s, no sum and no word of a heading, a button or a table breaks', async (width) => {
  const payer = await inColumn(width);
  const broken = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const language of ['ru', 'pl', 'en']) {
      payer.element.language = language;
      await expect.poll(() => all(payer).find((each) => each.matches('.base'))?.lang).toBe(language);
      found.push(...[...payer.element.shadowRoot!.querySelectorAll('h2, button, a.button, dt')].flatMap(brokenWords));
    }
    return found;
  };
  const release = holdJobs();
  await payer.pays();
  await payer.sees(payer.heading(/^Sending/));
  expect(await broken()).toEqual([]);
  release();
  await payer.learns('successful');
  expect(await broken()).toEqual([]);
  // The button that copies the reference stands beside it.
  const [reference, icon] = ['.reference > [dir]', '.reference > .icon'].map((selector) =>
    payer.element.shadowRoot!.querySelector(selector)!.getBoundingClientRect(),
  );
  expect(icon!.top).toBeLessThan(reference!.bottom);
  expect(icon!.left).toBeGreaterThanOrEqual(reference!.right - 12);
});

test('on a page of 240 px, the whole amount is in its field', async () => {
  const payer = await inColumn(208, { amount: null });
  await payer.amount.fill('1000000');
  await payer.to('Card number').click();
  const input = payer.element.shadowRoot!.querySelector<HTMLInputElement>('[name=amount]')!;
  expect(input.value).toBe('1,000,000.00');
  expect(input.scrollWidth).toBeLessThanOrEqual(input.clientWidth);
});

test('the test-mode badge comes first, and stays through every step', async () => {
  const release = holdJobs();
  const payer = await mount();
  const badge = (): HTMLElement => payer.element.shadowRoot!.querySelector<HTMLElement>('[part=test]')!;
  const seen = (): boolean =>
    badge().checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    badge().getBoundingClientRect().height > 20 &&
    Math.abs(badge().getBoundingClientRect().top - payer.element.getBoundingClientRect().top) < 1;
  expect(payer.reads().startsWith('Test mode')).toBe(true);
  expect(seen()).toBe(true);
  await payer.pays();
  await payer.sees(payer.heading(/^Sending/));
  expect(seen()).toBe(true);
  release();
  await payer.learns('successful');
  expect(seen()).toBe(true);
  expect(payer.reads().startsWith('Test mode')).toBe(true);
});

test('a phone’s browser has no reason to zoom into a field', async () => {
  document.body.style.fontSize = '11px';
  const payer = await mount({ amount: null, collect: 'holder' });
  for (const input of payer.element.shadowRoot!.querySelectorAll('input'))
    expect(Number.parseFloat(getComputedStyle(input).fontSize)).toBeGreaterThanOrEqual(16);
  // And every target is as large as a fingertip.
  for (const button of payer.element.shadowRoot!.querySelectorAll('button'))
    expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});
