import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { useJourneys } from '../rig/journey.js';

const journeys = useJourneys();
const ADDRESS = 'http://shop.example';

/** A merchant's page at an address that is neither https nor this machine, without leaving this machine. */
async function serveInsecurely(page: Page): Promise<void> {
  const { checkout_url: checkoutUrl } = inject('gateway');
  const publicKey = inject('shops')[0]?.public_key ?? '';
  const script = await (await fetch(`${checkoutUrl}/checkout.js`)).text();
  await page.route(`${ADDRESS}/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><title>Shop</title>
<p2p-transfer checkout-url="${checkoutUrl}" public-key="${publicKey}" currency="USD" description="Rent"></p2p-transfer>
<script>errors = []; addEventListener('checkout-error', (event) => errors.push(event.error.code))</script>
<script type="module" src="/checkout.js"></script>`,
        }),
  );
}

test('in an insecure context the page shows the error and its cure instead of a form, and gets the error event', async () => {
  const { page, payer } = await journeys.start('/');
  await serveInsecurely(page);
  await page.goto(ADDRESS);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  const alert = payer.within.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(/secure context[^]*https/);
  expect(await payer.within.locator('input').count()).toBe(0);
  expect(await page.evaluate('errors')).toEqual(['insecure_context']);
});

test('without JavaScript the payer reads what is missing and that nothing was sent', async () => {
  const { page } = await journeys.start('/', { javaScriptEnabled: false });
  const text = await page.locator('p2p-transfer').innerText();
  expect(text).toContain('JavaScript');
  expect(text).toContain('Nothing was sent');
});
