import { expect, test } from 'vitest';
import { knownOrders, useJourneys } from '../rig/journey.js';
import { payByCard } from '../rig/sale-form.js';

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
