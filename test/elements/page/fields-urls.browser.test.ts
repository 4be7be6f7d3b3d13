import { expect, test } from 'vitest';
import '../../../src/define.js';
import { configure } from '../../../src/index.js';
import { offer } from '../buyer.js';
import { gateway, offers } from '../gateway.js';
import { mount, type Payer } from '../payer.js';

const LISTED = new URL('/fields/', gateway.url).href;
const refusals = (payer: Pick<Payer, 'events'>): unknown[] =>
  payer.events('checkout-error').map(({ error }) => [Reflect.get(error, 'code'), Reflect.get(error, 'setting')]);
const frames = (): number => document.querySelectorAll('iframe[slot=isolated-fields]').length;

test('with fieldsUrls, an element shows no input without one of them, and no frame with another', async () => {
  const before = await mount();
  await before.sees(before.from('Card number'));
  configure({ fieldsUrls: [LISTED, 'https://fields.example/fields.html'] });
  await expect
    .element(before.alert())
    .toHaveTextContent(
      `fields-url: expected https://fields.example/fields.html or ${LISTED}, as in the page’s fieldsUrls; got no such attribute.`,
    );
  expect(before.from('Card number').elements()).toEqual([]);
  for (const url of ['https://thief.example/fields/', `${LISTED}?thief`, `${LISTED}index.html`]) {
    const payer = await mount({ 'fields-url': url });
    await payer.sees(payer.alert());
    expect(refusals(payer)).toEqual([['address_not_allowed', 'fields-url']]);
    expect(payer.from('Card number').elements()).toEqual([]);
  }
  const sold = await offer('cup');
  await expect.element(sold.within.getByRole('alert')).toHaveTextContent('fields-url: expected');
  expect(frames()).toBe(0);
  await mount({ 'fields-url': LISTED });
  await expect.poll(frames).toBe(1);
});

test('an element that takes no card needs no address of fields', async () => {
  const link = await offer('cup', { mode: 'link', 'pay-url': offers.cup.pay_url });
  await expect.element(link.within.getByRole('link').or(link.within.getByRole('button')).first()).toBeVisible();
  expect(refusals(link)).toEqual([]);
});
