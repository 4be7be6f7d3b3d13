import { afterEach, expect, test, vi } from 'vitest';
import { page, server } from 'vitest/browser';
import '../../../src/define.js';
import { holdAnswers } from '../gateway.js';
import { mount, type Payer } from '../payer.js';

afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1024, 768);
});

const boxOf = ({ element }: Payer, selector: string): DOMRect =>
  element.shadowRoot?.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();

/** Waits until the element ends where the step's content ends. */
const isAsSmallAs = (payer: Payer, selector: string): Promise<unknown> =>
  expect.poll(() => Math.abs(payer.element.getBoundingClientRect().bottom - boxOf(payer, selector).bottom)).toBeLessThan(0.5);

/** A filled-in form with a page of text after it; the gateway takes the transfer only when `send` is called. */
async function fillsLongPage(properties: Parameters<typeof mount>[1] = {}) {
  const send = holdAnswers('transfer');
  const payer = await mount({ collect: 'holder recipient-holder' }, { ...properties });
  const text = document.createElement('p');
  text.style.blockSize = '1500px';
  payer.element.after(text);
  await payer.fillsCards();
  await payer.fills(payer.from('Name on card'), 'A Payer');
  await payer.fills(payer.to('Recipient’s name'), 'A Recipient');
  await payer.readsFee();
  // The fee's row opens gradually.
  await Promise.all((payer.element.shadowRoot ?? document).getAnimations().map(({ finished }) => finished));
  return { payer, send };
}

/** Presses the button by keyboard, after scrolling the page until only the button is left of the form. */
async function pressesAtTheEnd(payer: Payer): Promise<void> {
  const button = payer.transferButton.element() as HTMLElement;
  button.focus();
  button.scrollIntoView();
  await payer.types('{Enter}');
}

test.each([
  [240, 'by keyboard'],
  [390, 'by a tap that moves no focus, as in Safari'],
] as const)(
  '%i px wide, %s: from the button of a long form to a waiting as small as its content, in sight; so is the outcome',
  async (width, press) => {
    await page.viewport(width, 700);
    const { payer, send } = await fillsLongPage();
    const form = payer.element.offsetHeight;
    if (press === 'by keyboard') await pressesAtTheEnd(payer);
    else {
      (payer.element.shadowRoot?.activeElement as HTMLElement | null)?.blur();
      payer.transferButton.element().scrollIntoView();
      void payer.element.submit();
    }
    await payer.sees(payer.heading(/^Sending/));
    await isAsSmallAs(payer, '.waiting');
    expect(payer.element.offsetHeight).toBeLessThan(form * 0.6);
    const { top, bottom } = boxOf(payer, '.waiting');
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(700);
    if (press === 'by keyboard') expect(payer.focused()).toMatch(/^Sending/);
    send();
    await payer.learns('successful');
    await isAsSmallAs(payer, '.outcome');
    expect(boxOf(payer, '.outcome').top).toBeCloseTo(top, 0);
  },
);

test.each([
  ['gradually', false],
  ['at once for a payer who wants no motion', true],
])('the element takes its new height %s', async (_, isReduced) => {
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('reduced-motion') ? ({ matches: isReduced } as MediaQueryList) : real(query),
  );
  const animate = vi.spyOn(Element.prototype, 'animate');
  const { payer, send } = await fillsLongPage();
  const form = payer.element.offsetHeight;
  await pressesAtTheEnd(payer);
  await payer.sees(payer.heading(/^Sending/));
  await isAsSmallAs(payer, '.waiting');
  const heights = animate.mock.calls.map(([keyframes]) => (keyframes as PropertyIndexedKeyframes).height);
  expect(heights).toEqual(isReduced ? [] : [[`${form}px`, `${payer.element.offsetHeight}px`]]);
  send();
  await payer.learns('successful');
});

test('a payer whose press sends nothing sees why, and the button', async () => {
  await page.viewport(390, 500);
  const { payer } = await fillsLongPage({ prepare: () => Promise.reject(new TypeError('No order.')) });
  await pressesAtTheEnd(payer);
  await payer.sees(payer.alert());
  await expect.poll(() => payer.focused()).toMatch(/^(Send|Confirm|Show)/);
  for (const part of ['[part=problem]', '.submit']) {
    // A page scrolls by whole pixels.
    expect(boxOf(payer, part).top).toBeGreaterThan(-1);
    expect(boxOf(payer, part).bottom).toBeLessThan(501);
  }
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
});

// WebKit has no scroll anchoring.
test.skipIf(server.browser === 'webkit')('a payer who meanwhile reads the page’s text stays there', async () => {
  const { payer, send } = await fillsLongPage();
  await payer.transferButton.click();
  await payer.sees(payer.heading(/^Sending/));
  await isAsSmallAs(payer, '.waiting');
  (payer.element.shadowRoot?.activeElement as HTMLElement | null)?.blur();
  window.scrollTo(0, document.documentElement.scrollHeight);
  const text = document.body.lastElementChild;
  const bottom = (): number => text?.getBoundingClientRect().bottom ?? 0;
  const at = bottom();
  send();
  await payer.learns('successful');
  await isAsSmallAs(payer, '.outcome');
  // A page scrolls by whole pixels.
  expect(Math.abs(bottom() - at)).toBeLessThan(2);
});
