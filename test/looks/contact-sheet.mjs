// `npm run looks`: every state of the elements at several widths, in each theme, as one page of pictures.
//   --out DIR       where to write; default node_modules/.cache/checkout-elements/looks
//   --states a,b    only these states
//   --widths 240,390
//   --themes own,midnight
//   --languages en,ru,ar    default en
//   --schemes light,dark,forced    default light and dark
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { installWhenStale, root } from '../../build/install.mjs';
import { startDemo } from '../../demo/start/start-demo.mjs';
import { findOrInstall, launchArguments } from '../browsers.mjs';
import { PAGES } from './pages.mjs';
import { RARE_STATES } from './rare-states.mjs';
import { STATES as MAIN_STATES } from './states.mjs';

/** @typedef {import('playwright').Page} Page */

const STATES = { ...MAIN_STATES, ...RARE_STATES, ...PAGES };
const WIDTHS = [240, 320, 390, 768, 1280];
const HEIGHT = 900;
const THEMES = ['own', 'midnight', 'paper', 'meadow'];
/** The themes that follow the system's colour scheme. */
const DARK_TOO = ['own', 'meadow'];
/** @type {Readonly<Record<string, { colorScheme: 'light' | 'dark', forcedColors: 'none' | 'active' }>>} */
const SCHEMES = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
};

/** @param {string | undefined} text */
const list = (text) => text?.split(',').map((each) => each.trim());
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'node_modules/.cache/checkout-elements/looks') },
    states: { type: 'string' },
    widths: { type: 'string' },
    themes: { type: 'string' },
    languages: { type: 'string', default: 'en' },
    schemes: { type: 'string', default: 'light,dark' },
  },
});
const states = Object.keys(STATES).filter((name) => list(values.states)?.includes(name) ?? true);
const widths = list(values.widths)?.map(Number) ?? WIDTHS;
const themes = THEMES.filter((name) => list(values.themes)?.includes(name) ?? true);
const languages = list(values.languages) ?? [];
const schemes = Object.keys(SCHEMES).filter((name) => list(values.schemes)?.includes(name));
if (states.length * themes.length * schemes.length === 0 || widths.some((width) => !(width >= 200))) {
  console.error(
    `Expected --states of ${Object.keys(STATES).join(', ')}; --themes of ${THEMES.join(', ')}; ` +
      `--schemes of ${Object.keys(SCHEMES).join(', ')}; --widths from 200.`,
  );
  process.exit(2);
}

await installWhenStale();
mkdirSync(values.out, { recursive: true });
const demo = await startDemo({
  gatewayPort: 0,
  shopPort: 0,
  host: '127.0.0.1',
  https: false,
  showLogs: false,
  data: 'memory',
});
const shop = `http://127.0.0.1:${demo.options.shopPort}`;
const executablePath = findOrInstall();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: launchArguments });

/** @type {Map<string, string[]>} */
const pictures = new Map();
let failed = 0;
try {
  for (const theme of themes) {
    for (const state of states) await take(theme, state);
    console.log(theme);
  }
} finally {
  await browser.close();
  await demo.stop();
}

/** Reaches a state once, then takes it in every language, scheme and width. @param {string} theme @param {string} state */
async function take(theme, state) {
  const context = await browser.newContext({ viewport: { width: 390, height: HEIGHT }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  try {
    const shown = (await STATES[state]?.({ page, shop, query: theme === 'own' ? {} : { theme } })) ?? page.locator('.sheet');
    for (const language of languages) {
      if (language !== 'en') await speak(page, language);
      for (const scheme of schemes) {
        if (scheme === 'dark' && !DARK_TOO.includes(theme)) continue;
        await page.emulateMedia({ ...SCHEMES[scheme], reducedMotion: 'reduce' });
        for (const width of widths) {
          await page.setViewportSize({ width, height: HEIGHT });
          const row = [theme, scheme, language, `${width} px`].join(', ');
          const file = `${theme}-${scheme}-${language}-${width}-${state}.png`;
          await shown.screenshot({ path: join(values.out, file), animations: 'disabled' });
          pictures.set(row, [...(pictures.get(row) ?? []), file]);
        }
      }
    }
  } catch (error) {
    failed += 1;
    console.error(`${theme}, ${state}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  } finally {
    await context.close();
  }
}

/** Changes the language of the page and its elements. The payer's input and step stay. @param {Page} page @param {string} language */
async function speak(page, language) {
  await page.evaluate((tag) => {
    document.documentElement.lang = tag;
    document.documentElement.dir = tag === 'ar' ? 'rtl' : 'ltr';
    for (const element of document.querySelectorAll('p2p-transfer, product-pay, plan-subscribe')) {
      element.setAttribute('language', tag);
    }
  }, language);
  await page.locator(`[part=base][lang=${language}]`).first().waitFor({ state: 'attached' });
}

const rows = [...pictures].map(
  ([row, files]) =>
    `<h2>${row}</h2><div>${files.map((file) => `<figure><img src="${file}" loading="lazy" alt=""><figcaption>${file}</figcaption></figure>`).join('')}</div>`,
);
const sheet = join(values.out, 'index.html');
writeFileSync(
  sheet,
  `<!doctype html><meta charset="utf-8"><title>Looks</title><style>
body { font: 14px system-ui; background: #888; } div { display: flex; flex-wrap: wrap; gap: 12px; align-items: start; }
figure { margin: 0; } img { display: block; max-width: 640px; } figcaption { color: #fff; }
</style>${rows.join('\n')}`,
);
console.log(`${[...pictures.values()].flat().length} pictures: ${pathToFileURL(sheet).href}`);
if (failed > 0) console.error(`${failed} failed.`);
process.exit(failed > 0 ? 1 : 0);
