import { expect, test } from 'vitest';
import { violations } from '../rig/axe.js';
import { PHONE, useBuyers } from '../rig/buyer.js';
import { freshAmount } from '../rig/journey.js';
import { offerPlan } from '../rig/merchant.js';
import { useSalePage } from '../rig/page/sale-page.js';

const buyers = useBuyers();
const shopPage = useSalePage();
const TERMS = {
  title: 'Silver',
  trial: { amount: 100, interval: 3, interval_unit: 'day' },
  plan: { amount: 1000, interval: 1, interval_unit: 'month' },
};

/** Offers the plan with another price of the trial. A new one is no duplicate: those are the same price from the same card within 30 s. */
const offerTrial = (amount: number) => offerPlan({ ...TERMS, trial: { ...TERMS.trial, amount } });

test.each([
  ['get', '4012000000001006', {}],
  ['post', '4012000000001055', PHONE],
] as const)(
  'a form sent by %s leads from the merchant’s page to the plan’s page, and the payer subscribes there',
  { tags: ['main'] },
  async (method, card, options) => {
    const amount = freshAmount();
    const plan = await offerTrial(amount);
    const buyer = await buyers.arrive(shopPage.plan(plan, method), options);
    const { page } = buyer;
    // The address itself, without the question mark that a form sent by GET appends.
    const request = page.waitForRequest(plan.pay_url);
    await page.locator('plan-subscribe').getByRole('button', { name: 'Subscribe' }).click();
    expect((await request).method()).toBe(method.toUpperCase());
    const price = (amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
    await buyer.within.getByText(`3 days for ${price} USD, then 10.00 USD a month, until you cancel.`).waitFor();
    expect(await violations(page)).toEqual([]);
    await buyer.box('Email').fill('ann@example.org');
    await buyer.pay(card);
    await buyer.heading('Subscribed').waitFor();
    expect(await violations(page)).toEqual([]);
  },
);

test.each([
  ['without 3-D Secure', '4200000000000000'],
  ['after 3-D Secure', '4012000000001097'],
])('the outcome gets the focus, %s', async (_, card) => {
  const buyer = await buyers.arrive((await offerTrial(freshAmount())).pay_url);
  await buyer.box('Email').fill('ann@example.org');
  await buyer.pay(card);
  if (card.endsWith('97')) await buyer.confirmAtBank();
  await buyer.heading('Subscribed').waitFor();
  await expect.poll(() => buyer.focused()).toBe('Subscribed');
});

test('the merchant’s own form to the plan’s page leaves no question mark in its address', async () => {
  const plan = await offerPlan(TERMS);
  const buyer = await buyers.arrive(`${plan.pay_url}?`);
  await buyer.payButton.waitFor();
  expect(buyer.page.url()).toBe(plan.pay_url);
});

test.each([
  ['get', PHONE],
  ['post', {}],
] as const)('without script, by %s: the plan’s page shows its terms and why it takes no card', async (method, options) => {
  const plan = await offerPlan(TERMS);
  const { page } = await buyers.arrive(shopPage.plan(plan, method), { ...options, javaScriptEnabled: false });
  const request = page.waitForRequest(`${plan.pay_url}*`);
  await page.getByRole('button', { name: 'Subscribe without script' }).click();
  expect((await request).method()).toBe(method.toUpperCase());
  const text = await page.locator('main').innerText();
  for (const part of [
    'Silver',
    '1.00 USD',
    '3 days',
    '10.00 USD a month',
    'Until you cancel',
    'turn on JavaScript and reload this page',
  ]) {
    expect(text).toContain(part);
  }
  expect(await page.getByRole('textbox').count()).toBe(0);
});
