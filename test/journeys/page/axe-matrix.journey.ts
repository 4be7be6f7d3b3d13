import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { violations } from '../rig/axe.js';
import { type Buyer, useBuyers } from '../rig/buyer.js';
import { freshAmount } from '../rig/journey.js';
import { offerPlan, sell } from '../rig/merchant.js';

// The pages around the elements in light, dark and forced colours, in each language. axe's best practices are among its rules; the
// elements' own states are in test/elements/accessibility.browser.test.ts.
const buyers = useBuyers();
const LANGUAGES = ['en', 'ru', 'ar'] as const;
const SCHEMES = [
  ['light', { colorScheme: 'light', forcedColors: 'none' }],
  ['dark', { colorScheme: 'dark', forcedColors: 'none' }],
  ['forced colours', { colorScheme: 'dark', forcedColors: 'active' }],
] as const;
const CHALLENGED = '4012000000001097';

/** The violations that axe finds in a page, in every scheme. */
async function findIn(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const [scheme, media] of SCHEMES) {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    found.push(...(await violations(page)).map((text) => `${name}, ${scheme}: ${text}`));
  }
  return found;
}

/** The violations that axe finds in a page with an element, in every language and scheme. The payer's input and step stay. */
async function findInAll(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const language of LANGUAGES) {
    await page.evaluate(async (tag) => {
      const elements = [...document.querySelectorAll('p2p-transfer, product-pay, plan-subscribe')];
      for (const element of elements) element.setAttribute('language', tag);
    }, language);
    await page.locator(`[part=base][lang=${language}]`).first().waitFor({ state: 'attached' });
    found.push(...(await findIn(page, language)));
  }
  return found;
}

const SHOP: readonly (readonly [path: string, part: string])[] = [
  ['/', 'button'],
  ['/shop', ''],
  ['/shop/ticket', 'button'],
  ['/shop/coffee?mode=link', 'button'],
  ['/plans/newspaper?in=page', 'button'],
  ['/return?uid=made-up&status=successful', 'heading'],
  ['/bought?uid=made-up', ''],
];

test.each(SHOP)('axe finds nothing in the shop’s page %s', async (path, part) => {
  const { page } = await buyers.arrive(inject('shopUrl') + path);
  if (part) await page.locator(`[part~=${part}]`).first().waitFor();
  expect(part ? await findInAll(page) : await findIn(page, 'en')).toEqual([]);
});

test.each(LANGUAGES)(
  'axe finds nothing in the order’s page, the outcome on it, and the bank’s page and receipt: %s',
  async (language) => {
    const found: string[] = [];
    const take = async ({ page }: Buyer, name: string) => void found.push(...(await findIn(page, name)));
    const product = await sell({ amount: String(freshAmount()), language });
    const buyer = await buyers.arrive(`${product.pay_url}?language=${language}`);
    const { page } = buyer;
    await page.locator('[part~=submit]').waitFor();
    await take(buyer, 'order');
    buyer.hides(CHALLENGED);
    const [number, expiry, code] = await page.locator('product-pay').getByRole('textbox').all();
    await number!.fill(CHALLENGED);
    await expiry!.fill('12/30');
    await code!.fill('737');
    await page.locator('[part~=submit]').click();
    await page.locator('#code').waitFor();
    // Gateways have no Arabic.
    expect(await page.locator('html').getAttribute('lang')).toBe(language === 'ar' ? 'en' : language);
    await take(buyer, '3-D Secure');
    await page.locator('[value=confirm]').evaluate((button: HTMLButtonElement) => (button.formNoValidate = true));
    await page.locator('[value=confirm]').click();
    await page.locator('#problem').waitFor();
    await take(buyer, '3-D Secure with a problem');
    await page.locator('#code').fill('123456');
    await page.locator('[value=confirm]').click();
    await page.locator('[part~=successful]').waitFor();
    await take(buyer, 'outcome');
    const opened = buyer.context.waitForEvent('page');
    await page.locator('[part~=receipt]').click();
    const receipt = await opened;
    await receipt.getByText(/1097/).waitFor();
    found.push(...(await findIn(receipt, 'receipt')));
    expect(found).toEqual([]);
  },
);

test.each(LANGUAGES)('axe finds nothing in the plan’s page, and where there is nothing to pay for: %s', async (language) => {
  const plan = await offerPlan({ title: 'Silver', plan: { amount: 1000, interval: 1, interval_unit: 'month' } });
  const buyer = await buyers.arrive(`${plan.pay_url}?language=${language}`);
  await buyer.page.locator('[part~=submit]').waitFor();
  const found = await findIn(buyer.page, 'plan');
  await buyer.page.goto(plan.pay_url.replace(plan.id, 'pln_none') + `?language=${language}`);
  found.push(...(await findIn(buyer.page, 'nothing')));
  expect(found).toEqual([]);
});
