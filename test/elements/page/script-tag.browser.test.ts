import { expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import '../watch-leaks.js';
import { Payer, sandboxAttributes } from '../payer.js';

/** Loads the built script file as a merchant's page does. */
function loadScript(data: Readonly<Record<string, string>>, query = ''): Promise<Event> {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = `${inject('gateway').checkout_url}/checkout.js${query}`;
  for (const [name, value] of Object.entries(data)) script.setAttribute(`data-${name}`, value);
  return new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}

const { 'checkout-url': checkoutUrl = '', 'public-key': publicKey = '' } = sandboxAttributes();

// The tests build on one another: a page can register an element once.
test('the script’s own tag supplies the settings that an element does not have', async () => {
  document.body.innerHTML = `<p2p-transfer description="Rent" amount="4000"></p2p-transfer>
    <p2p-transfer description="Rent" amount="4000" currency="EUR"></p2p-transfer>`;
  await loadScript({ 'checkout-url': checkoutUrl, 'public-key': publicKey, currency: 'USD' });
  const [first, second] = [...document.querySelectorAll('p2p-transfer')].map((element) => new Payer(element));
  await first?.sees(first.button('Transfer 40.00 USD'));
  await second?.sees(second.button('Transfer 40.00 EUR'));
  expect(first?.element.getAttribute('checkout-url')).toBe(checkoutUrl);
});

test('an element that is added later gets the same settings', async () => {
  const section = document.createElement('section');
  section.innerHTML = '<div><p2p-transfer description="Rent" amount="4100"></p2p-transfer></div>';
  document.body.append(section);
  const payer = new Payer(section.querySelector('p2p-transfer')!);
  await payer.sees(payer.button('Transfer 41.00 USD'));
  await payer.pays();
  await payer.learns('successful');
});

test('an element for a product gets the key, but no address or currency, which come from its product', async () => {
  const { confirm_url: confirmUrl } = inject('offers').cup;
  document.body.innerHTML = `<product-pay confirm-url="${confirmUrl}"></product-pay>`;
  const element = document.querySelector('product-pay')!;
  await expect.poll(() => element.getAttribute('public-key')).toBe(publicKey);
  expect(element.getAttributeNames().sort()).toEqual(['confirm-url', 'public-key']);
  await expect.element(page.getByRole('button', { name: 'Pay 19.99 USD' }), { timeout: 10_000 }).toBeVisible();
});

test('script file and npm entry on one page register once: the first one stays', async () => {
  const registered = customElements.get('p2p-transfer');
  expect(registered).toBeDefined();
  await import('../../../src/define.js');
  await loadScript({}, '?again');
  expect(customElements.get('p2p-transfer')).toBe(registered);
  const { P2pTransferElement } = await import('../../../src/index.js');
  expect(P2pTransferElement).not.toBe(registered);
});
