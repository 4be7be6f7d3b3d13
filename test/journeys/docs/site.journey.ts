import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
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

const PAGES = [
  '/',
  '/docs/',
  '/docs/quick-start.html',
  '/docs/server/notifications.html',
  '/docs/reference/p2p-transfer.html',
  '/docs/reference/server.html',
  '/docs/styling.html',
  '/docs/troubleshooting.html',
  '/docs/architecture.html',
];

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

describe.each(PAGES)('the page %s', (path) => {
  test.each(['light', 'dark'] as const)(
    'has no accessibility violation (%s), and loads nothing from elsewhere',
    async (colorScheme) => {
      const { page, elsewhere, failed } = await open(path, { colorScheme, reducedMotion: 'reduce' });
      expect(await violations(page)).toEqual([]);
      expect({ elsewhere, failed }).toEqual({ elsewhere: [], failed: [] });
    },
  );
});

/** A page with its example, started against a sandbox. */
async function startExample(path: string, gateway: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' });
  await page.getByLabel('Address of your sandbox').fill(gateway);
  await page.locator('.live').getByRole('button', { name: 'Start', exact: true }).click();
  return page;
}

describe('the live example', () => {
  test('takes the attributes as the reader edits them, shows the events and the markup, and is accessible', async () => {
    const gateway = inject('gateway').checkout_url;
    const page = await startExample('/docs/reference/p2p-transfer.html', gateway);
    await page.locator('p2p-transfer [part=amount]').getByText('100.00 USD').waitFor();
    await page.locator('.live ol').getByText('checkout-ready', { exact: true }).first().waitFor();
    await page.getByRole('textbox', { name: 'amount', exact: true }).fill('2500');
    await page.getByRole('textbox', { name: 'currency', exact: true }).fill('EUR');
    await page.getByRole('textbox', { name: 'description', exact: true }).focus();
    await page.locator('p2p-transfer [part=amount]').getByText('25.00 EUR').waitFor();
    const markup = await page.getByLabel('Markup to copy').innerText();
    expect(markup).toContain('amount="2500"');
    expect(markup).toContain(`checkout-url="${gateway}"`);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  test('of a product takes a payment, without an id of the reader’s', async () => {
    const page = await startExample('/docs/reference/product-pay.html', inject('gateway').checkout_url);
    await page.getByLabel('Card number').fill('4200 0000 0000 0000');
    await page.getByLabel('Expiry date').fill('12/30');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: /^Pay 12\.50/ }).click();
    await page.locator('.live ol').getByText('checkout-outcome', { exact: true }).waitFor();
    await page.context().close();
  });

  test('of a plan shows its terms, and leads to its page', async () => {
    const page = await startExample('/docs/reference/plan-subscribe.html', inject('gateway').checkout_url);
    await page.locator('.live plan-subscribe').getByText('Tea club').first().waitFor();
    await page
      .getByRole('button', { name: /^Subscribe/ })
      .or(page.getByRole('link', { name: /^Subscribe/ }))
      .click();
    await page.waitForURL(/\/plans\/pln_example\/pay/);
    await page.context().close();
  });

  test('explains how to start a sandbox when none answers', async () => {
    const page = await startExample('/docs/reference/product-pay.html', 'http://127.0.0.1:9');
    await page.getByText('No sandbox answers at http://127.0.0.1:9.').waitFor();
    expect(await page.getByRole('status').innerText()).toContain('npm run gateway');
    await page.context().close();
  });

  test('of styling applies a custom property, and writes it as CSS', async () => {
    const page = await startExample('/docs/styling.html', inject('gateway').checkout_url);
    const element = page.locator('.live p2p-transfer');
    await element.waitFor();
    await page.getByLabel('--checkout-radius').selectOption('1.5rem');
    await expect
      .poll(() => element.evaluate((each) => getComputedStyle(each).getPropertyValue('--checkout-radius').trim()))
      .toBe('1.5rem');
    expect(await page.getByLabel('CSS to copy').innerText()).toBe('p2p-transfer {\n  --checkout-radius: 1.5rem;\n}');
    await page.context().close();
  });
});

test('the search finds an error code', async () => {
  const { page } = await open('/docs/');
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('redirect_refused');
  await page.getByRole('option').first().click();
  await page.waitForURL(/troubleshooting/);
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
