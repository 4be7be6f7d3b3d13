import { expect, test } from 'vitest';
import '../../../src/define.js';
import { sent } from '../gateway.js';
import { mount, shown } from '../payer.js';

/** Runs at the next input, before the browser has drawn it. */
const atNextInput = (element: HTMLElement, type: 'input' | 'change' = 'input'): Promise<void> =>
  new Promise((resolve) => element.shadowRoot!.addEventListener(type, () => resolve(), { once: true }));

/** All that runs in the task of the input. */
async function microtasks(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

test('the browser draws a key before the element draws what follows from it', async () => {
  const payer = await mount();
  const number = payer.from('Card number');
  await number.click();
  const brand = (): string | undefined => payer.element.shadowRoot!.querySelector('.brand')?.textContent.trim();
  const typed = atNextInput(payer.element).then(async () => {
    await microtasks();
    return { text: (number.element() as HTMLInputElement).value, brand: brand() };
  });
  await payer.types('4');
  expect(await typed).toEqual({ text: '4', brand: '' });
  await expect.poll(brand).toBe('Visa');
});

test('a press in the same frame as a key pays nothing at the sum from before the key', async () => {
  const payer = await mount({ amount: null });
  await payer.fillsCards();
  await payer.fills(payer.amount, '10');
  await payer.sees(payer.button(`Send ${shown(1000)}`));
  await payer.amount.click();
  await payer.types('{End}');
  const pressed = atNextInput(payer.element).then(() => {
    const button = payer.transferButton.element() as HTMLButtonElement;
    const said = button.textContent;
    button.click();
    return said;
  });
  await payer.types('5');
  expect(await pressed).toContain(shown(1000).replace(' ', '\u00a0'));
  await payer.sees(payer.button(/^Confirm: send 105\.00\sUSD/));
  expect(sent('transfer')).toEqual([]);
});

test('what a choice opens is drawn with it', async () => {
  const payer = await mount({}, { sourceCard: { token: 'any', brand: 'visa', last_4: '0000' } });
  const numbers = (): number => payer.within.getByRole('textbox', { name: 'Card number' }).elements().length;
  // The recipient's.
  expect(numbers()).toBe(1);
  const chosen = atNextInput(payer.element, 'change').then(async () => {
    await microtasks();
    return numbers();
  });
  await payer.within.getByRole('radio', { name: 'Another card' }).click();
  expect(await chosen).toBe(2);
});
