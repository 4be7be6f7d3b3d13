import { expect, test } from 'vitest';
import { knownOrders, useJourneys } from '../rig/journey.js';
import { payByCard } from '../rig/page/sale-form.js';
import { TALL } from '../rig/fields-place.js';

const journeys = useJourneys();

// A card each: the same one within 30 s for the same price is a duplicate (spec 8).
test.each([
  ['npm and a bundler', 'bundler', '4200000000000000'],
  ['React', 'react', '4012000000001006'],
  ['Vue', 'vue', '4012000000001055'],
  ['Svelte', 'svelte', '5204240000015003'],
  ['Angular', 'angular', '5204240000015011'],
])('a page made with %s sells coffee and gets the outcome, and the shop’s server knows it as paid', async (_, way, card) => {
  const { page, canary } = await journeys.start(`/with/${way}`);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const functions = await page
    .locator('product-pay')
    .evaluate((element) =>
      ['prepare', 'resolveStatus'].filter((name) => name in element && typeof Reflect.get(element, name) === 'function'),
    );
  expect(functions).toEqual(['prepare', 'resolveStatus']);
  await payByCard(page, canary, card);
  await page.getByText('Outcome: successful', { exact: true }).waitFor();
  await expect.poll(async () => (await knownOrders(page))[0]).toMatchObject({ state: 'paid', amount: 1850 });
  await page.locator('#heard').getByText('checkout-outcome', { exact: true }).first().waitFor();
  expect(await page.getByRole('region', { name: 'The source of this page' }).innerText()).toMatch(/resolveStatus/);
  expect(complaints).toEqual([]);
});

test.each([
  ['npm and a bundler', 'bundler'],
  ['React', 'react'],
  ['Vue', 'vue'],
  ['Svelte', 'svelte'],
  ['Angular', 'angular'],
])('isolated fields in a page made with %s stay as they are when the page renders again', async (_, way) => {
  const { page, canary } = await journeys.start(`/with/${way}?fields=gateway`, TALL);
  const element = page.locator('product-pay');
  const frame = element.locator('iframe');
  const number = element.frameLocator('iframe').getByRole('textbox', { name: 'Card number' });
  canary.keepPan('4200000000000000');
  await number.pressSequentially('4200000000000000');
  await frame.evaluate((each) => each.setAttribute('data-first', ''));
  // An event that each page renders again for.
  await element.evaluate((each) => {
    const event = new Event('checkout-outcome', { bubbles: true, composed: true });
    each.dispatchEvent(Object.assign(event, { outcome: 'a test' }));
  });
  await page.getByText('Outcome: a test', { exact: true }).waitFor();
  expect(await frame.getAttribute('data-first')).toBe('');
  expect(await number.inputValue()).toBe('4200 0000 0000 0000');
});
