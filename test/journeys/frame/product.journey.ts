// @module-tag sample
import { expect, inject, test } from 'vitest';
import { useBuyers } from '../rig/buyer.js';
import { focusIn } from '../rig/fields-place.js';
import { useJourneys } from '../rig/journey.js';
import { sell } from '../rig/merchant.js';
import { useSalePage } from '../rig/page/sale-page.js';

const buyers = useBuyers();
const journeys = useJourneys();
const pages = useSalePage();

// A card for each test: the same sum from the same card would be a duplicate.
test.each([
  ['gateway', '4012000000001097'],
  ['shop', '5204240000015029'],
])('a product is paid through 3-D Secure, with the card in a frame of the %s', async (place, number) => {
  const buyer = await buyers.arrive(`${inject('shopUrl')}/shop/coffee?fields=${place}`);
  const fields = buyer.within.frameLocator('iframe');
  const box = (label: string) => fields.getByRole('textbox', { name: label, exact: true });
  const email = buyer.within.getByRole('textbox', { name: /mail/i });
  await box('Card number').waitFor();
  if (await email.count()) await email.fill('ann@example.com');
  buyer.hides(number);
  for (const [label, text] of [
    ['Card number', number],
    ['Expiry date', '1230'],
    ['Security code', '737'],
  ] as const) {
    // As a payer goes there: Enter presses nothing in a field that a script has moved the focus to.
    await box(label).click();
    await buyer.page.keyboard.type(text);
  }
  const button = fields.getByRole('button', { name: /^Pay \d+\.\d\d\s[A-Z]{3}$/ });
  await button.scrollIntoViewIfNeeded();
  // Longer than the half second in which the payer reads the button. Enter in the last field then presses it.
  await buyer.page.waitForTimeout(700);
  await buyer.page.keyboard.press('Enter');
  await buyer.confirmAtBank();
  await buyer.heading('Payment complete').waitFor();
});

test.each([
  ['gateway', '4200000000000000'],
  ['shop', '4012000000001006'],
])('a plan is subscribed to, with the card in a frame of the %s', async (place, number) => {
  const buyer = await buyers.arrive(`${inject('shopUrl')}/plans/coffee-club?in=page&fields=${place}`);
  const fields = buyer.within.frameLocator('iframe');
  const box = (label: string) => fields.getByRole('textbox', { name: label, exact: true });
  await box('Card number').waitFor();
  await buyer.within.getByRole('textbox', { name: 'Email', exact: true }).fill('ann@example.com');
  buyer.hides(number);
  await box('Card number').pressSequentially(number);
  await box('Expiry date').pressSequentially('1230');
  await box('Security code').pressSequentially('737');
  const button = fields.getByRole('button', { name: /^Subscribe/ });
  await button.scrollIntoViewIfNeeded();
  await buyer.page.waitForTimeout(800);
  await button.click();
  await buyer.heading('Subscribed').waitFor();
});

test('after "Try again" by keyboard, the focus is in the frame of the gateway', async () => {
  const { page } = await journeys.start('blank', { shopUrl: 'about:' });
  await page.route('**/confirm_order/**', (route) => route.abort());
  const fieldsUrl = `${inject('gateway').checkout_url}/fields/`;
  await page.goto(pages.product(await sell(), { mode: 'form', 'fields-url': fieldsUrl }));
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unrouteAll();
  await again.press('Enter');
  await expect.poll(() => focusIn(page), { timeout: 10_000 }).toBe('credit_card-number');
});
