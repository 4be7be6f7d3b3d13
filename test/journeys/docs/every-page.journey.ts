import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '../rig/axe.js';
import { useBrowser } from '../rig/browser.js';
import { serveSite } from './built-site.js';

// Every page of the built site. site.journey.ts tries what they do.

const browser = useBrowser();
const folder = mkdtempSync(join(tmpdir(), 'docs-pages-'));
let site: Awaited<ReturnType<typeof serveSite>>;
/** The pages' paths below the site's address. */
let pages: readonly string[];
beforeAll(async () => {
  site = await serveSite(folder);
  pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.html') && path !== '404.html');
}, 300_000);
afterAll(() => {
  site?.close();
  rmSync(folder, { recursive: true, force: true });
});

const PATIENCE = { timeout: 900_000 };

const addressOf = (path: string): string => `${site.url}/${path}`;

/** Opens each page in turn; collects what `judge` finds, by page. */
async function judgeEach(
  options: Parameters<typeof browser.newContext>[0],
  judge: (page: Awaited<ReturnType<Awaited<ReturnType<typeof browser.newContext>>['newPage']>>) => Promise<readonly unknown[]>,
): Promise<unknown[]> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const found: unknown[] = [];
  for (const path of pages) {
    await page.goto(addressOf(path), { waitUntil: 'networkidle' });
    for (const each of await judge(page)) found.push([path, each]);
  }
  await context.close();
  return found;
}

test.each(['light', 'dark'] as const)('axe finds nothing on any page: %s', PATIENCE, async (colorScheme) => {
  expect(await judgeEach({ colorScheme, reducedMotion: 'reduce' }, violations)).toEqual([]);
});

test('every page fits a screen of 360 px, and axe finds nothing there', PATIENCE, async () => {
  const found = await judgeEach({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' }, async (page) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    return [...(wide > 0 ? [`${wide} px too wide`] : []), ...(await violations(page))];
  });
  expect(found).toEqual([]);
});
