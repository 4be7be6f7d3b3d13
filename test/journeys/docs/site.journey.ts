import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../rig/axe.js';
import { useBrowser } from '../rig/browser.js';
import { serveSite } from './built-site.js';
import { SEARCH_WORDS } from './search-words.js';

const browser = useBrowser();
const folder = mkdtempSync(join(tmpdir(), 'docs-site-'));
let site: Awaited<ReturnType<typeof serveSite>>;
beforeAll(async () => {
  site = await serveSite(folder);
}, 300_000);
afterAll(() => {
  site?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page; collects requests to other hosts, and everything that failed. */
async function open(path: string, options: Parameters<typeof browser.newContext>[0] = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const elsewhere: string[] = [];
  const failed: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(response.url());
  });
  page.on('pageerror', (error) => failed.push(error.message));
  await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' });
  return { page, elsewhere, failed };
}

test(
  'every page passes axe, light, dark and on a phone, which it fits, and loads nothing from elsewhere',
  { timeout: 900_000 },
  async () => {
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.html') && path !== '404.html');
    expect(pages.length).toBeGreaterThan(40);
    const { page, elsewhere, failed } = await open('/', { reducedMotion: 'reduce' });
    const found: unknown[] = [];
    for (const path of pages) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${site.url}/${path}`, { waitUntil: 'networkidle' });
      await page.emulateMedia({ colorScheme: 'light' });
      found.push(...(await violations(page)).map((each) => [path, 'light', each]));
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(...(await violations(page, 'color-contrast')).map((each) => [path, 'dark', each]));
      await page.setViewportSize({ width: 360, height: 740 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) found.push([path, `${wide} px too wide for 360`]);
      found.push(...(await violations(page)).map((each) => [path, 'phone', each]));
    }
    expect({ found, elsewhere, failed }).toEqual({ found: [], elsewhere: [], failed: [] });
  },
);

/** A page with its example, which has no network but the site's own. */
async function openExample(path: string, tag: string) {
  const { page, elsewhere, failed } = await open(path, { viewport: { width: 1280, height: 900 } });
  await page.locator('.live').scrollIntoViewIfNeeded();
  const element = page.locator(`.live ${tag}`);
  await element.waitFor();
  return { page, element, elsewhere, failed };
}

async function fillsOwnCard(within: Locator, number: string): Promise<void> {
  await within.getByLabel('Card number').first().fill(number);
  await within.getByLabel('Expiry date').fill('12/30');
  await within.getByLabel('Security code').fill('123');
}

describe('the live example', () => {
  test('of a transfer pays through 3-D Secure at the gateway in the page', async () => {
    const { page, element, elsewhere, failed } = await openExample('/docs/reference/p2p-transfer.html', 'p2p-transfer');
    await fillsOwnCard(element, '4012000000001097');
    await element.getByRole('group', { name: 'To card' }).getByLabel('Card number').fill('4012000000001006');
    await element.getByText(/^Fee/).waitFor();
    await element.getByRole('button', { name: /^Send 100\.00/ }).click();
    await element.locator('dialog iframe').contentFrame().getByRole('button', { name: 'Confirm' }).click();
    await element.getByRole('heading', { name: 'Transfer complete' }).waitFor();
    await page.locator('.live ol').getByText('checkout-outcome', { exact: true }).waitFor();
    expect({ elsewhere, failed }).toEqual({ elsewhere: [], failed: [] });
    await page.context().close();
  });

  test('takes the attributes as the reader edits them, writes the markup, and is accessible', async () => {
    const { page } = await openExample('/docs/reference/p2p-transfer.html', 'p2p-transfer');
    await page.locator('p2p-transfer [part=amount]').getByText('100.00 USD').waitFor();
    await page.locator('.live ol').getByText('checkout-ready', { exact: true }).first().waitFor();
    await page.getByRole('textbox', { name: 'amount', exact: true }).fill('2500');
    await page.getByRole('textbox', { name: 'currency', exact: true }).fill('EUR');
    await page.getByRole('textbox', { name: 'description', exact: true }).focus();
    await page.locator('p2p-transfer [part=amount]').getByText('25.00 EUR').waitFor();
    const markup = await page.getByLabel('Markup to copy').innerText();
    expect(markup).toContain('amount="2500"');
    expect(markup).toContain('checkout-url="http://127.0.0.1:4010"');
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  test('of a product takes a payment', async () => {
    const { page, element } = await openExample('/docs/reference/product-pay.html', 'product-pay');
    await fillsOwnCard(element, '4200000000000000');
    await element.getByRole('button', { name: /^Pay 12\.50/ }).click();
    await page.locator('.live ol').getByText('checkout-outcome', { exact: true }).waitFor();
    await page.context().close();
  });

  test('of a plan shows its terms, and does not leave for a page that is not there', async () => {
    const { page, element } = await openExample('/docs/reference/plan-subscribe.html', 'plan-subscribe');
    await element.getByText('Tea club').first().waitFor();
    const address = page.url();
    await element
      .getByRole('button', { name: /^Subscribe/ })
      .or(element.getByRole('link', { name: /^Subscribe/ }))
      .click();
    await page.locator('.live ol').getByText('checkout-redirect', { exact: true }).waitFor();
    expect(page.url()).toBe(address);
    await page.context().close();
  });

  test('of styling applies a custom property, writes it as CSS, and opens as one HTML file that pays', async () => {
    const { page, element } = await openExample('/docs/styling.html', 'p2p-transfer');
    const valueOf = (each: Locator, name: string) =>
      each.evaluate((node, of) => getComputedStyle(node).getPropertyValue(of).trim(), name);
    await page.getByLabel('--checkout-radius').selectOption('1.5rem');
    await page.getByLabel('color-scheme').selectOption('dark');
    await expect.poll(() => valueOf(element, '--checkout-radius')).toBe('1.5rem');
    expect(await valueOf(element, 'color-scheme')).toBe('dark');
    expect(await page.getByLabel('CSS to copy').innerText()).toBe(
      'p2p-transfer {\n  color-scheme: dark;\n  --checkout-radius: 1.5rem;\n}',
    );
    const [file] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Open as one HTML file' }).click(),
    ]);
    const own = file.locator('p2p-transfer');
    await own.getByLabel('Card number').first().waitFor();
    expect(await file.title()).toBe('p2p-transfer');
    expect(await valueOf(own, '--checkout-radius')).toBe('1.5rem');
    await fillsOwnCard(own, '4200000000000000');
    await own.getByRole('group', { name: 'To card' }).getByLabel('Card number').fill('4012000000001006');
    await own.getByText(/^(Fee|No fee)/).waitFor();
    await page.context().close();
  });
});

test('the search finds an error code', async () => {
  const { page } = await open('/docs/');
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('redirect_refused');
  await page.getByRole('option').first().click();
  await page.waitForURL(/outcomes|troubleshooting/);
});

test(
  `the search finds the page of each of ${SEARCH_WORDS.length} words among its first three`,
  { timeout: 240_000 },
  async () => {
    const { page } = await open('/docs/');
    await page.getByRole('button', { name: 'Search' }).first().click();
    const missed: string[] = [];
    for (const [query, wanted] of SEARCH_WORDS) {
      await page.locator('#localsearch-input').fill(query);
      const found = async (): Promise<string[]> => {
        const links = await page
          .locator('.VPLocalSearchBox a.result')
          .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
        const pages = links.map(
          (link) =>
            link
              ?.replace(/#.*/, '')
              .replace(/\.html$/, '')
              .replace(/\/$/, '/index') ?? '',
        );
        return [...new Set(pages)].slice(0, 3);
      };
      await expect
        .poll(found, { timeout: 3000 })
        .toContain(`/docs/${wanted}`)
        .catch(async () => {
          missed.push(`${query}: expected ${wanted}, found ${(await found()).join(', ')}`);
        });
    }
    expect(missed).toEqual([]);
  },
);

test('llms.txt lists the pages, and each is beside its HTML as Markdown', async () => {
  const list = await (await fetch(`${site.url}/llms.txt`)).text();
  expect(list).toMatch(/^# checkout-elements\n\n> Card checkout as custom elements/);
  const links = [...list.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => link);
  expect(links).toContain('docs/quick-start.md');
  const answers = await Promise.all(links.map(async (link) => (await fetch(`${site.url}/${link}`)).status));
  expect(answers.every((status) => status === 200)).toBe(true);
  const page = await (await fetch(`${site.url}/docs/server/php-python.md`)).text();
  expect(page).toMatch(/^# PHP and Python\n/);
  expect(page).toContain('openssl_verify');
  expect(page).not.toContain('<!--');
});

test('a page is copied as Markdown, and prints without what surrounds it', async () => {
  const { page } = await open('/docs/quick-start.html', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Copy page' }).click();
  await page.getByText('Copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# Quick start\n/);
  await page.emulateMedia({ media: 'print' });
  expect(
    await page.locator('.VPNav, .VPSidebar, .page-actions').evaluateAll((all) => all.filter((each) => each.checkVisibility())),
  ).toEqual([]);
});
