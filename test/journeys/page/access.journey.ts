import type { BrowserContextOptions } from 'playwright';
import { expect, test } from 'vitest';
import { violations } from '../rig/axe.js';
import { freshAmount, knownOrders, useJourneys } from '../rig/journey.js';
import { CODE, RECIPIENT } from '../rig/payer.js';

const journeys = useJourneys();

test('by keyboard alone the payer gets from the first field to the outcome', { tags: ['main'] }, async () => {
  const amount = freshAmount();
  const { page, payer, canary } = await journeys.start(`/fixed?amount=${amount}`);
  for (const pan of ['4012000000001097', RECIPIENT]) canary.keepPan(pan);
  canary.keepCode(CODE);
  await payer.from('Card number').focus();
  await page.keyboard.type('4012000000001097');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1230');
  await page.keyboard.press('Tab');
  await page.keyboard.type(CODE);
  await page.keyboard.press('Tab');
  await page.keyboard.type(RECIPIENT);
  await payer.readFee();
  await page.keyboard.press('Tab');
  const focused = await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent?.trim());
  expect(focused).toMatch(/^Send \d/);
  await page.keyboard.press('Enter');

  // The bank's page puts the focus into its one field.
  await payer.arriveAtBank();
  // It may be a frame later than the load.
  await page.locator('#code:focus').waitFor();
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await payer.heading('Transfer complete').waitFor();
  await expect.poll(async () => (await knownOrders(page))[0]?.state).toBe('paid');
});

test(
  'by keyboard alone: the outcome takes the focus from the removed button, and the next transfer is in reach',
  { tags: ['main'] },
  async () => {
    const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`);
    await payer.typeCards({ number: '4200000000000000' });
    await payer.readFee();
    await payer.transferButton.focus();
    await page.keyboard.press('Space');
    await payer.heading('Transfer complete').waitFor();
    const activeText = () =>
      page.evaluate(() => {
        const active = document.activeElement?.shadowRoot?.activeElement;
        return active?.ariaLabel ?? active?.textContent?.trim();
      });
    await expect.poll(activeText).toBe('Transfer complete');
    for (const next of ['Copy the reference', 'Details', 'Receipt', 'Share proof', 'New transfer']) {
      await page.keyboard.press('Tab');
      expect(await activeText()).toBe(next);
    }
    await page.keyboard.press('Enter');
    await payer.from('Card number').waitFor();
    expect(await payer.from('Card number').inputValue()).toBe('');
    await expect
      .poll(() => payer.from('Card number').evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input))
      .toBe(true);
  },
);

const LOOKS: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['390 px wide', { viewport: { width: 390, height: 844 } }],
  ['390 px wide, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['in a window, dark', { colorScheme: 'dark' }],
  // What a window of 1280 px has at a zoom of 400 %.
  ['320 px wide, forced colours', { viewport: { width: 320, height: 640 }, forcedColors: 'active' }],
];

test.each(LOOKS)(
  '%s: nothing overflows, axe finds nothing from the form to the outcome, and the payer can pay',
  async (_, options) => {
    const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`, options);
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    await payer.from('Card number').waitFor();
    await payer.transferButton.click();
    await expect.poll(() => payer.from('Card number').getAttribute('aria-invalid')).toBe('true');
    expect(await violations(page)).toEqual([]);
    expect(await fits()).toBe(true);

    await payer.typeCards({ number: '4012000000001097' });
    await payer.readFee();
    expect(await violations(page)).toEqual([]);
    await payer.transferButton.click();
    await payer.arriveAtBank();
    expect(await violations(page)).toEqual([]);
    expect(await fits()).toBe(true);
    await payer.confirmAtBank('123456');
    await payer.heading('Transfer complete').waitFor();
    await page.getByText('The page and the server agree: successful.').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await fits()).toBe(true);
    await page.setViewportSize({ width: 240, height: 640 });
    expect(await fits()).toBe(true);
  },
);

test('forced colours: errors, focus, progress and disabled controls show without custom colours', async () => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`, { forcedColors: 'active' });
  const look = (name: string, pseudo?: string) =>
    payer
      .from('Card number')
      .evaluate(
        (input, [property, part]) => getComputedStyle(part ? input.parentElement! : input, part).getPropertyValue(property!),
        [name, pseudo],
      );
  await payer.from('Card number').focus();
  const plain = await look('border-top-width', '::after');
  await payer.transferButton.click();
  await expect.poll(() => payer.from('Card number').getAttribute('aria-invalid')).toBe('true');
  expect(Number.parseFloat(await look('border-top-width', '::after'))).toBeGreaterThan(Number.parseFloat(plain));
  // The field's frame shows the focus, so an outline in every input would be a second box.
  expect(Number.parseFloat(plain)).toBeGreaterThan(0);
  expect(await look('outline-style')).toBe('none');
  await payer.typeCards({ number: '4005550000000019' });
  await payer.readFee();
  await payer.transferButton.click();
  const ring = await payer.within.locator('.spinner').evaluate((spinner) => {
    const { borderTopColor, borderBottomColor } = getComputedStyle(spinner);
    return [borderTopColor, borderBottomColor];
  });
  expect(new Set(ring).size).toBe(2);
  await payer.heading('Transfer didn’t go through').waitFor();
  expect(await payer.within.locator('.mark').evaluate((mark) => getComputedStyle(mark).borderTopStyle)).toBe('solid');
  const enabled = await payer.within
    .getByRole('button', { name: 'Try again' })
    .evaluate((button) => getComputedStyle(button).color);
  await payer.within.getByRole('button', { name: 'Try again' }).click();
  const off = await payer.within
    .getByRole('button', { name: /^You can try this card again in/ })
    .evaluate((button) => getComputedStyle(button).color);
  expect(off).not.toBe(enabled);
  expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
});

test('reduced motion: the spinner turns slowly', async () => {
  const { page, payer } = await journeys.start(`/fixed?amount=${freshAmount()}`, { reducedMotion: 'reduce' });
  await page.route('**/ctp/api/async/p2p', () => undefined);
  await payer.pay({ number: '4200000000000000' });
  const spinner = payer.within.locator('.spinner');
  await spinner.waitFor();
  expect(await spinner.evaluate((each) => getComputedStyle(each).animationDuration)).toBe('4s');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('dark: the element follows the page’s colour scheme', async () => {
  const background = async (colorScheme: 'light' | 'dark'): Promise<string> => {
    const { payer } = await journeys.start('/', { colorScheme });
    return payer.from('Card number').evaluate((input) => getComputedStyle(input.closest('.field')!).backgroundColor);
  };
  expect(await background('light')).not.toBe(await background('dark'));
});
