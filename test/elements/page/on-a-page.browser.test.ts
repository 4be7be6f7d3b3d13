import { expect, test } from 'vitest';
import { gateway } from '../gateway.js';
import { OTHER_AMOUNT, attributesOf, mount, Payer, shown } from '../payer.js';

const define = (): Promise<unknown> => import('../../../src/define.js');

// First in this file: afterwards the element is defined for good.
test('attributes, properties and a fallback from before the definition still apply after it', async () => {
  const element = document.createElement('p2p-transfer');
  for (const [name, value] of Object.entries(attributesOf())) element.setAttribute(name, value);
  element.append('The form is loading.');
  document.body.append(element);
  expect(element.matches(':defined')).toBe(false);
  expect(document.body.innerText).toContain('The form is loading.');
  const asked: number[] = [];
  Object.assign(element, {
    amount: OTHER_AMOUNT,
    fetch: gateway.fetch,
    messages: { source_card: 'Your card' },
    prepare: ({ attempt }: { attempt: number }) => {
      asked.push(attempt);
      return Promise.resolve(undefined);
    },
  });
  const payer = new Payer(element);

  await define();
  expect(element.matches(':defined')).toBe(true);
  await payer.seesAmount(shown(OTHER_AMOUNT));
  expect(payer.reads()).toContain('Your card');
  expect(document.body.innerText).not.toContain('The form is loading.');
  await payer.waitForEvents('checkout-ready');
  element.messages = undefined;
  await element.updateComplete;
  await payer.pays();
  await payer.learns('successful');
  expect(asked).toEqual([1]);
});

test('two elements on a page keep their cards, fees and outcomes apart', async () => {
  await define();
  const first = await mount();
  const second = await mount({ amount: String(OTHER_AMOUNT) });
  await first.fillsCards();
  await first.readsFee();
  await expect.element(second.from('Card number')).toHaveValue('');
  expect(second.reads()).not.toMatch(/Fee about/);
  await second.fillsCards({ number: '4005550000000019' });
  await second.readsFee();
  await first.transferButton.click();
  // By the keyboard: the second button moves up while the first form closes.
  (second.transferButton.element() as HTMLElement).focus();
  await second.types('{Enter}');
  await first.learns('successful');
  await second.learns('failed');
  expect(first.events('checkout-outcome').map(({ outcome }) => outcome)).toEqual(['successful']);
  expect(second.events('checkout-outcome').map(({ outcome }) => outcome)).toEqual(['failed']);
});

test('no id is in the page twice, so that labels and descriptions find their own targets', async () => {
  await define();
  const payer = await mount({ amount: null });
  await payer.transferButton.click();
  const ids = [...(payer.element.shadowRoot?.querySelectorAll('[id]') ?? [])].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(document.querySelectorAll('[id]')).toHaveLength(0);
});
