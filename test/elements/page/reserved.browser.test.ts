// The space that the docs reserve until the script has come is as high as what then takes it.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import readme from '../../../README.md?raw';
import styling from '../../../docs/styling.md?raw';
import '../../../src/define.js';
import { offer } from '../buyer.js';
import { mount } from '../payer.js';

/** Half a line: nobody notices that something moves by less. */
const NEAR = 8;

/** A length of the docs in pixels. */
const rem = (text: string, form: RegExp): number => Number(form.exec(text)?.[1]) * 16;

/** The height that a row of the table has. */
const inTable = (name: string): number => rem(styling.slice(styling.indexOf(`| ${name} |`)), /\| ([\d.]+)rem \|/);

const inTest = (): number => rem(styling, /`test`, adds ([\d.]+)rem/);

const ELEMENTS = {
  '`<p2p-transfer>`': async () => (await mount({ amount: null, test: null })).element,
  '`<p2p-transfer>` with `amount`': async () => (await mount({ test: null })).element,
  "`<product-pay>` with a card form, without the buyer's fields": async () => {
    const buyer = await offer('cup');
    await buyer.sees(buyer.payButton);
    return buyer.element;
  },
  '`<plan-subscribe>` with a title and one line of terms': async () => {
    document.body.replaceChildren();
    const element = document.createElement('plan-subscribe');
    Object.assign(element, { baseUrl: 'https://gateway.example', planId: 'pln_1' });
    element.plan = { id: 'pln_1', title: 'Paper', currency: 'USD', plan: { amount: 1000, interval: 1, interval_unit: 'month' } };
    document.body.append(element);
    await element.updateComplete;
    return element;
  },
};

test.each(Object.entries(ELEMENTS))('%s is as high as the docs say, in a column and on a phone', async (name, make) => {
  const element = await make();
  for (const [width, height] of [
    [800, 900],
    [390, 844],
  ] as const) {
    await page.viewport(width, height);
    expect(Math.abs(element.offsetHeight - inTable(name)), `${element.offsetHeight} at ${width}`).toBeLessThanOrEqual(NEAR);
  }
});

test('the page of the README reserves the height of its form, with the line about test mode', async () => {
  const { element } = await mount({ amount: null });
  const reserved = rem(readme, /<style>p2p-transfer:not\(:defined\) {[^}]*min-block-size: ([\d.]+)rem/);
  expect(Math.abs(element.offsetHeight - reserved)).toBeLessThanOrEqual(NEAR);
  expect(Math.abs(inTable('`<p2p-transfer>`') + inTest() - reserved)).toBeLessThanOrEqual(NEAR);
});
