import { expect, inject, test } from 'vitest';
import { violations } from '../rig/axe.js';
import { PHONE, useBuyers } from '../rig/buyer.js';
import { fieldsDocument } from '../rig/fields-place.js';

const buyers = useBuyers();
const DARK = { colorScheme: 'dark' } as const;

test.each([
  ['/shop', 'The shop', PHONE],
  ['/shop/ticket', 'Ticket: Quiet Evening', { ...PHONE, ...DARK }],
  ['/shop/bicycle?mode=link', 'Bicycle for a weekend', DARK],
  ['/plans/coffee-club', 'Coffee club', PHONE],
  ['/plans/newspaper?in=page', 'Saturday paper', {}],
] as const)('axe finds nothing in the shop’s page %s, and nothing overflows sideways', async (path, heading, options) => {
  const buyer = await buyers.arrive(inject('shopUrl') + path, options);
  const { page } = buyer;
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  // The form, the link or the button is there.
  // In the page, or in its frame.
  const form = page.locator('product-pay, plan-subscribe');
  const frame = form.locator('iframe[slot=isolated-fields]').contentFrame();
  if (path !== '/shop')
    await Promise.any([form.locator('[part~=button]'), frame.locator('.submit')].map((each) => each.first().waitFor()));
  expect(await violations(page)).toEqual([]);
  if (path === '/shop/ticket') {
    await buyer.box('Card number').waitFor();
    const place = inject('fieldsPlace');
    const found = await violations(await fieldsDocument(page, place));
    // The frame is transparent, and axe takes what is behind it for white; the page's heading is outside of it.
    const ofAnyDocument =
      place === 'page' ? found : found.filter((each) => !/^(color-contrast|page-has-heading-one) /.test(each));
    expect(ofAnyDocument).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
