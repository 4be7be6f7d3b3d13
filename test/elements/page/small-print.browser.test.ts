// What pages, and programs that change pages, do to everything in them.
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../../src/define.js';
import { offer } from '../buyer.js';
import { mount } from '../payer.js';
import { mountSlotted } from '../slotted.js';

const sheet = document.createElement('style');
afterEach(() => sheet.remove());

/** An element of each kind that takes a card, and all its inputs. */
const KINDS = {
  'a transfer': async () => (await mount({ amount: null, collect: 'holder' })).element,
  'a transfer with its inputs in the page': async () => (await mountSlotted({ amount: null })).element,
  'a product': async () => {
    const buyer = await offer('parcel');
    await buyer.sees(buyer.payButton);
    return buyer.element;
  },
} as const;
const kinds = Object.entries(KINDS);

const inputsOf = (element: HTMLElement): HTMLElement[] =>
  [element.shadowRoot!, element].flatMap((root) => [...root.querySelectorAll<HTMLElement>('input:not([type=checkbox]), select')]);

test.each(kinds)(
  'in a page of small text, the inputs of %s have 16 px at least, or iOS would zoom into them',
  async (_, make) => {
    sheet.textContent = 'html { font-size: 10px } body { font-size: 12px }';
    document.head.append(sheet);
    const sizes = inputsOf(await make()).map((input) => Number.parseFloat(getComputedStyle(input).fontSize));
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  },
);

test.each(kinds)('a page whose texts can’t be selected leaves those in the inputs of %s selectable', async (_, make) => {
  sheet.textContent = '* { -webkit-user-select: none; user-select: none }';
  document.head.append(sheet);
  for (const input of inputsOf(await make())) {
    const { userSelect, webkitUserSelect } = getComputedStyle(input);
    expect(userSelect || webkitUserSelect).toBe('text');
  }
});

/** Wraps each text, as the translators of browsers do, except where the page asks them not to. */
function translate(root: ParentNode): void {
  for (const node of root.querySelectorAll('*')) {
    if (node.shadowRoot) translate(node.shadowRoot);
    if (isKept(node)) continue;
    for (const text of [...node.childNodes].filter((each) => each.nodeType === Node.TEXT_NODE && each.textContent?.trim())) {
      const wrapper = document.createElement('font');
      wrapper.textContent = `${text.textContent} (translated)`;
      text.replaceWith(wrapper);
    }
  }
}
function isKept(node: Element): boolean {
  const near = node.closest('[translate]');
  if (near) return near.getAttribute('translate') === 'no';
  const root = node.getRootNode();
  return root instanceof ShadowRoot && isKept(root.host);
}

test('after a translator has changed the page’s texts, the sums in the form are still those that are paid', async () => {
  const payer = await mount({ amount: '10000' });
  await payer.seesAmount('100.00 USD');
  translate(document.body);
  payer.element.amount = '25000';
  await payer.fillsCards();
  await payer.readsFee();
  await payer.seesAmount('250.00 USD');
  expect(payer.reads()).not.toMatch(/100\.00|translated/);
});

test.each([...kinds, ['a plan', plan] as const])('translators leave %s alone', async (_, make) => {
  const element = await make();
  // Not on the element itself: frameworks that hydrate it would find an attribute that their server has not written.
  expect(element.hasAttribute('translate')).toBe(false);
  expect(element.shadowRoot!.querySelector<HTMLElement>('.base')!.translate).toBe(false);
});

async function plan(): Promise<HTMLElement> {
  const element = document.createElement('plan-subscribe');
  Object.assign(element, { baseUrl: 'https://gateway.example', planId: 'pln_1' });
  document.body.append(element);
  await element.updateComplete;
  return element;
}

test.each(kinds)(
  'in a page from right to left, the digits in %s run from left to right, also when typing goes on later',
  async (_, make) => {
    document.documentElement.dir = 'rtl';
    try {
      const element = await make();
      Object.assign(element, { language: 'ar' });
      await (element as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete;
      const number = inputsOf(element).find((input) => /number/.test(input.id)) as HTMLInputElement;
      number.focus();
      for (const digits of ['42000000', '00000000']) await userEvent.keyboard(digits);
      expect(number.value).toBe('4200 0000 0000 0000');
      expect(getComputedStyle(number).direction).toBe('ltr');
    } finally {
      document.documentElement.dir = '';
    }
  },
);
