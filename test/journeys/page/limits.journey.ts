import type { Page } from 'playwright';
import { beforeAll, expect, inject, test } from 'vitest';
import { useJourneys } from '../rig/journey.js';
import { html, script, useOwnPage } from '../rig/page/own-page.js';

const journeys = useJourneys();

const keys = (): { readonly own: string; readonly other: string } => {
  const [own, other] = [...inject('shops')]
    .sort((one, two) => Number(one.pci_certified) - Number(two.pci_certified))
    .map(({ public_key: key }) => key);
  return { own: own ?? '', other: other ?? '' };
};

/** A tag of the script file, with limits; without the page's nonce the policy blocks inline scripts only. */
function tag(limits: Readonly<Record<string, string>> = {}, { nonce = 'nonce="own"', query = '', source = '' } = {}): string {
  const address = source || `${inject('gateway').checkout_url}/checkout.js${query}`;
  return `<script type="module" ${nonce} src="${address}" ${data(limits)}></script>`;
}

const data = (all: Readonly<Record<string, string>>): string =>
  Object.entries(all)
    .map(([name, value]) => `data-${name}="${value}"`)
    .join(' ');

/** A transfer with one of two keys. */
const element = (key: 'own' | 'other' = 'own', id = ''): string =>
  `<p2p-transfer ${id} checkout-url="${inject('gateway').checkout_url}" public-key="${keys()[key]}" currency="USD" description="Rent" amount="4000"></p2p-transfer>`;
const only = (key: 'own' | 'other'): Record<string, string> => ({ 'public-keys': keys()[key] });
const LISTEN = `<script nonce="own">globalThis.errors = []; addEventListener('checkout-error', ({ error }) => errors.push([error.name, error.code, error.setting]))</script>`;

/** A module that limits the page to a key. */
const configuring = (key: 'own' | 'other'): string => `<script type="module" nonce="own">
  import { configure } from '${inject('gateway').checkout_url}/checkout.js';
  try { configure({ publicKeys: ['${keys()[key]}'] }); } catch (error) { errors.push(['${key}', error.code]); }
</script>`;

const PAGES: Readonly<Record<string, () => string>> = {
  // An attacker wrote into the page: before the merchant's own tag, and without its nonce.
  '/second-tag': () => tag(only('other'), { nonce: '' }) + element() + tag(only('own')),
  '/second-tag-after': () => element() + tag(only('own')) + tag(only('other'), { nonce: '' }),
  // The policy allows the script from its own address, whatever its query.
  '/other-copy': () => tag(only('other'), { query: '?copy' }) + element() + tag(only('own')),
  '/second-tag-without-limits': () => tag({}, { nonce: '' }) + element('other') + tag(only('own')),
  // What can't have loaded the script, or hides the tag that has, changes nothing.
  '/clobbered': () =>
    `<form name="scripts"><input type="image" alt="" src="${inject('gateway').checkout_url}/checkout.js" ${data(only('other'))}></form>` +
    element() +
    tag(only('own')),
  '/no-module': () =>
    `<script type="text/plain" src="${inject('gateway').checkout_url}/checkout.js" ${data(only('other'))}></script>` +
    element() +
    tag(only('own')),
  '/equal-tags': () => tag(only('own')) + element() + tag(only('own')),
  '/equal-copy': () => tag(only('own'), { query: '?copy' }) + element() + tag(only('own')),
  // The tag's own address is relative, and somebody injected a base after the browser had read it.
  '/base': () =>
    tag(only('own'), { source: '/checkout.js' }) +
    `<script nonce="own">{ const base = document.createElement('base'); base.href = 'https://attacker.example/'; document.head.append(base); }</script>` +
    element('other'),
  '/unreadable': () => element() + tag({ 'public-keys': 'my-key' }),
  '/limited': () =>
    element() +
    element('other', 'id="other"') +
    tag({
      'checkout-origins': `https://else.example ${new URL(inject('gateway').checkout_url).origin}`,
      'public-keys': keys().own,
    }),
  // A module that an attacker got into the page runs before the merchant's own tag or module.
  '/foreign-module-and-tag': () => configuring('other') + element() + tag(only('own')),
  '/foreign-module-and-module': () => `${configuring('other')}${element()}${configuring('own')}`,
  '/configured': () =>
    `${element()}${tag()}<script type="module" nonce="own">
      import { configure } from '${inject('gateway').checkout_url}/checkout.js';
      configure({ publicKeys: ['${keys().other}'] });
      try { configure({ publicKeys: ['${keys().own}'] }); } catch (error) { errors.push([error.name, error.code, error.setting]); }
    </script>`,
};

let file = '';
beforeAll(async () => {
  file = await (await fetch(`${inject('gateway').checkout_url}/checkout.js`)).text();
});
const shop = useOwnPage(({ pathname }) => {
  if (pathname === '/checkout.js') return script(file);
  const body = PAGES[pathname]?.();
  return body === undefined
    ? undefined
    : html(LISTEN + body, {
        'content-security-policy': `script-src 'self' 'nonce-own' ${new URL(inject('gateway').checkout_url).origin}/checkout.js`,
      });
});

const open = async (path: string): Promise<Page> => (await journeys.start(path, { shopUrl: shop.url })).page;
const errors = (page: Page): Promise<unknown> => page.evaluate('errors');

test.each(['/second-tag', '/second-tag-after', '/other-copy'])(
  'at %s, two tags with different limits are an error that the element shows, and nothing can be paid',
  async (path) => {
    const page = await open(path);
    const transfer = page.locator('p2p-transfer');
    await expect
      .poll(() => transfer.getByRole('alert').textContent(), { timeout: 10_000 })
      .toMatch(/configure: expected the same limits as before/);
    expect(await transfer.locator('input').count()).toBe(0);
    // Between two copies of the script the element may have been set up by the first one's limits, which refuse its key.
    const refused = ['SettingConflictError', 'key_not_allowed', 'public-key'];
    const conflict = ['SettingConflictError', 'settings_conflict', 'configure'];
    expect(path === '/other-copy' ? [[refused, conflict], [conflict]] : [[conflict]]).toContainEqual(await errors(page));
  },
);

test.each(['/second-tag-without-limits', '/base'])('at %s the limits of the merchant’s own tag hold', async (path) => {
  const page = await open(path);
  await page
    .locator('p2p-transfer')
    .getByRole('alert')
    .getByText(/public-key: expected one of the keys/)
    .waitFor();
  expect(await errors(page)).toEqual([['SettingConflictError', 'key_not_allowed', 'public-key']]);
});

test.each(['/clobbered', '/no-module', '/equal-tags', '/equal-copy'])(
  'at %s nothing contradicts the merchant’s tag',
  async (path) => {
    const page = await open(path);
    await page.locator('p2p-transfer').getByRole('button', { name: 'Show the fee' }).waitFor();
    expect(await errors(page)).toEqual([]);
  },
);

test('an unreadable limit in the tag is reported, and nothing works without it', async () => {
  const page = await open('/unreadable');
  await page
    .locator('p2p-transfer')
    .getByRole('alert')
    .getByText(/data-public-keys: expected public keys in bare base64/)
    .waitFor();
  expect(await page.locator('p2p-transfer').getByRole('button', { name: 'Show the fee' }).count()).toBe(0);
  expect(await errors(page)).toEqual([['SettingError', 'setting_invalid', 'data-public-keys']]);
});

test('an element with a key that the tag does not allow refuses to work; the one beside it works', async () => {
  const page = await open('/limited');
  await page.locator('p2p-transfer:not([id])').getByRole('button', { name: 'Show the fee' }).waitFor();
  const other = page.locator('#other');
  await other
    .getByRole('alert')
    .getByText(/public-key: expected one of the keys/)
    .waitFor();
  expect(await other.locator('input').count()).toBe(0);
  expect(await errors(page)).toEqual([['SettingConflictError', 'key_not_allowed', 'public-key']]);
});

test('configure is exported by the script file too: the first call counts, and applies to existing elements', async () => {
  const page = await open('/configured');
  await page
    .locator('p2p-transfer')
    .getByRole('alert')
    .getByText(/public-key: expected one of the keys/)
    .waitFor();
  expect(await errors(page)).toEqual([
    ['SettingConflictError', 'settings_conflict', 'configure'],
    ['SettingConflictError', 'key_not_allowed', 'public-key'],
  ]);
});

test('limits on the script’s tag hold, even if another module above it imports the script and calls configure()', async () => {
  const page = await open('/foreign-module-and-tag');
  await page.locator('p2p-transfer').getByRole('button', { name: 'Show the fee' }).waitFor();
  expect(await errors(page)).toEqual([['other', 'settings_conflict']]);
});
