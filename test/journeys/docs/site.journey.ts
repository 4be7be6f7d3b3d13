import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { violations } from '../rig/axe.js';
import { useBrowser } from '../rig/browser.js';
import { serveSite } from './built-site.js';

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

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(PAGES)('the page %s', (path) => {
  test.each(['light', 'dark'] as const)(
    'has no accessibility violation (%s), and loads nothing from elsewhere',
    async (colorScheme) => {
      const { page, elsewhere, failed } = await open(path, { colorScheme, reducedMotion: 'reduce' });
      expect(await violations(page)).toEqual([]);
      expect({ elsewhere, failed }).toEqual({ elsewhere: [], failed: [] });
    },
  );

  test('fits a screen of 360 px', async () => {
    const { page } = await open(path, { viewport: { width: 360, height: 740 } });
    expect(await overflow(page)).toBe(0);
  });
});

test('the search finds an error code', async () => {
  const { page } = await open('/docs/');
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('redirect_refused');
  await page.getByRole('option').first().click();
  await page.waitForURL(/troubleshooting/);
});

test('every link of the sidebar leads to a page', async () => {
  const { page } = await open('/docs/');
  const links = await page.locator('.VPSidebar a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links.length).toBeGreaterThan(25);
  const missing = await Promise.all(links.map(async (link) => ((await fetch(link)).ok ? [] : [link])));
  expect(missing.flat()).toEqual([]);
});
