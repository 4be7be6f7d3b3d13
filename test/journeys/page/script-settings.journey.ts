import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { useJourneys } from '../rig/journey.js';
import { html, useOwnPage } from '../rig/page/own-page.js';

const journeys = useJourneys();

const keys = (): { readonly own: string; readonly other: string } => {
  const [own, other] = [...inject('shops')]
    .sort((one, two) => Number(one.pci_certified) - Number(two.pci_certified))
    .map(({ public_key: key }) => key);
  return { own: own ?? '', other: other ?? '' };
};

/** A tag of the script file, with settings; without the page's nonce the policy blocks it. */
function tag(data: Readonly<Record<string, string>> = {}, { nonce = 'nonce="own"', query = '' } = {}): string {
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${value}"`);
  return `<script type="module" ${nonce} src="${inject('gateway').checkout_url}/checkout.js${query}" ${attributes.join(' ')}></script>`;
}

const ELEMENT = '<p2p-transfer description="Rent" amount="4000"></p2p-transfer>';
const settings = (key: 'own' | 'other', changes: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  'checkout-url': inject('gateway').checkout_url,
  currency: 'USD',
  'public-key': keys()[key],
  ...changes,
});
const LISTEN = `<script nonce="own">globalThis.errors = []; addEventListener('checkout-error', ({ error }) => errors.push([error.name, error.code, error.setting]))</script>`;

/** A module that limits the page to a key. */
const configuring = (key: 'own' | 'other'): string => `<script type="module" nonce="own">
  import { configure } from '${inject('gateway').checkout_url}/checkout.js';
  try { configure({ publicKeys: ['${keys()[key]}'] }); } catch (error) { errors.push(['${key}', error.code]); }
</script>`;

const PAGES: Readonly<Record<string, () => string>> = {
  // An attacker wrote into the page: before the merchant's own tag, and without its nonce.
  '/second-tag': () => tag(settings('other'), { nonce: '' }) + ELEMENT + tag(settings('own')),
  '/second-tag-after': () => ELEMENT + tag(settings('own')) + tag(settings('other'), { nonce: '' }),
  // The merchant's own tag has no settings, because the element has them.
  '/second-tag-beside-plain': () =>
    tag({ language: 'ru' }, { nonce: '' }) + ELEMENT.replace('>', ` ${attributes('own')}>`) + tag(),
  '/clobbered': () =>
    `<form name="scripts"><input type="image" alt="" src="${inject('gateway').checkout_url}/checkout.js" ${data(settings('other'))}></form>` +
    ELEMENT +
    tag(settings('own')),
  '/clobbered-search': () =>
    `<form name="querySelectorAll"></form><form><input name="querySelectorAll">${ELEMENT}</form>${tag(settings('own'))}`,
  '/equal-tags': () => tag(settings('own')) + ELEMENT + tag(settings('own')),
  // The policy allows the script from its own address, whatever its query.
  '/other-copy': () => tag(settings('other'), { query: '?copy' }) + ELEMENT + tag(settings('own')),
  '/equal-copy': () => tag(settings('own'), { query: '?copy' }) + ELEMENT + tag(settings('own')),
  '/unreadable': () => ELEMENT + tag(settings('own', { 'public-keys': 'my-key' })),
  '/limited': () =>
    `${ELEMENT}<p2p-transfer id="other" ${attributes('other')} description="Rent"></p2p-transfer>` +
    tag(
      settings('own', {
        'checkout-origins': `https://else.example ${new URL(inject('gateway').checkout_url).origin}`,
        'public-keys': keys().own,
      }),
    ),
  // A module that an attacker got into the page runs before the merchant's own tag or module.
  '/foreign-module-and-tag': () => configuring('other') + ELEMENT + tag(settings('own', { 'public-keys': keys().own })),
  '/foreign-module-and-module': () =>
    `${configuring('other')}<p2p-transfer ${attributes('own')} description="Rent" amount="4000"></p2p-transfer>${configuring('own')}`,
  '/configured': () =>
    `<p2p-transfer ${attributes('own')} description="Rent" amount="4000"></p2p-transfer>${tag()}<script type="module" nonce="own">
      import { configure } from '${inject('gateway').checkout_url}/checkout.js';
      configure({ publicKeys: ['${keys().other}'] });
      try { configure({ publicKeys: ['${keys().own}'] }); } catch (error) { errors.push([error.name, error.code, error.setting]); }
    </script>`,
};
const data = (all: Readonly<Record<string, string>>): string =>
  Object.entries(all)
    .map(([name, value]) => `data-${name}="${value}"`)
    .join(' ');
const attributes = (key: 'own' | 'other'): string =>
  Object.entries(settings(key))
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');

const shop = useOwnPage(({ pathname }) => {
  const body = PAGES[pathname]?.();
  return body === undefined
    ? undefined
    : html(LISTEN + body, {
        'content-security-policy': `script-src 'nonce-own' ${new URL(inject('gateway').checkout_url).origin}/checkout.js`,
      });
});

const open = async (path: string): Promise<Page> => (await journeys.start(path, { shopUrl: shop.url })).page;
const errors = (page: Page): Promise<unknown> => page.evaluate('errors');

test.each(['/second-tag', '/second-tag-after', '/other-copy'])(
  'at %s, two tags with different settings are an error that the element shows, and neither is used',
  async (path) => {
    const page = await open(path);
    const element = page.locator('p2p-transfer');
    await expect
      .poll(() => element.getByRole('alert').textContent(), { timeout: 10_000 })
      .toMatch(/data-public-key: expected the same in every <script> tag/);
    expect(await element.locator('input').count()).toBe(0);
    expect(await errors(page)).toEqual([['SettingConflictError', 'settings_conflict', 'data-public-key']]);
  },
);

test('where two tags differ, an element takes no setting from either', async () => {
  const page = await open('/second-tag');
  await page.locator('p2p-transfer').getByRole('alert').waitFor();
  expect(await page.locator('p2p-transfer').evaluate((element) => element.getAttributeNames().sort())).toEqual([
    'amount',
    'description',
  ]);
});

test('a tag beside one without settings is an error too, and does not change an element that has all settings itself', async () => {
  const page = await open('/second-tag-beside-plain');
  await page.locator('p2p-transfer').getByRole('alert').waitFor();
  expect(await errors(page)).toEqual([['SettingConflictError', 'settings_conflict', 'data-language']]);
  expect(await page.locator('p2p-transfer').getAttribute('language')).toBeNull();
});

test.each(['/clobbered', '/clobbered-search', '/equal-tags', '/equal-copy'])(
  'at %s the merchant’s own tag counts',
  async (path) => {
    const page = await open(path);
    await page.locator('p2p-transfer').getByRole('button', { name: 'Transfer 40.00 USD' }).waitFor();
    expect(await page.locator('p2p-transfer').getAttribute('public-key')).toBe(keys().own);
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
  expect(
    await page
      .locator('p2p-transfer')
      .getByRole('button', { name: /^Transfer/ })
      .count(),
  ).toBe(0);
  expect(await errors(page)).toEqual([['SettingError', 'setting_invalid', 'data-public-keys']]);
});

test('an element with a key that the tag does not allow refuses to work; the one beside it works', async () => {
  const page = await open('/limited');
  await page.locator('p2p-transfer:not([id])').getByRole('button', { name: 'Transfer 40.00 USD' }).waitFor();
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
  await page.locator('p2p-transfer').getByRole('button', { name: 'Transfer 40.00 USD' }).waitFor();
  expect(await errors(page)).toEqual([['other', 'settings_conflict']]);
});

test('where only modules call configure(), the first one’s limits hold, and the merchant’s own call throws', async () => {
  const page = await open('/foreign-module-and-module');
  await page.locator('p2p-transfer').getByRole('alert').waitFor();
  expect(await errors(page)).toContainEqual(['own', 'settings_conflict']);
  expect(await errors(page)).toContainEqual(['SettingConflictError', 'key_not_allowed', 'public-key']);
});
