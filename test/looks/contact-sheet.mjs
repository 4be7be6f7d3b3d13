// `npm run looks`: every state of the elements at several widths, in each theme, as one page of pictures.
//   --out DIR       where to write; default node_modules/.cache/checkout-elements/looks
//   --states a,b    only these states
//   --widths 240,390
//   --themes own,midnight
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { installWhenStale, root } from '../../demo/start/build/install.mjs';
import { startDemo } from '../../demo/start/start-demo.mjs';
import { findOrInstall, launchArguments } from '../browsers.mjs';
import { STATES } from './states.mjs';

const WIDTHS = [240, 320, 390, 768, 1280];
/** The colour schemes of a system, by theme. A `d` after the theme's name marks the dark one. */
const THEMES = ['own', 'midnight', 'paper', 'meadow'];
const DARK_TOO = ['own', 'meadow'];

/** @param {string | undefined} text */
const list = (text) => text?.split(',').map((each) => each.trim());
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'node_modules/.cache/checkout-elements/looks') },
    states: { type: 'string' },
    widths: { type: 'string' },
    themes: { type: 'string' },
  },
});
const states = Object.keys(STATES).filter((name) => list(values.states)?.includes(name) ?? true);
const widths = list(values.widths)?.map(Number) ?? WIDTHS;
const themes = THEMES.filter((name) => list(values.themes)?.includes(name) ?? true);
if (states.length === 0 || themes.length === 0 || widths.some((width) => !(width >= 200))) {
  console.error(`Expected --states of ${Object.keys(STATES).join(', ')}; --themes of ${THEMES.join(', ')}; --widths from 200.`);
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
    for (const dark of DARK_TOO.includes(theme) ? [false, true] : [false]) {
      for (const width of widths) {
        const row = `${theme}${dark ? ', dark' : ''}, ${width} px`;
        for (const state of states) await take({ theme, dark, width, state, row });
        console.log(row);
      }
    }
  }
} finally {
  await browser.close();
  await demo.stop();
}

/** @param {{ theme: string, dark: boolean, width: number, state: string, row: string }} shot */
async function take({ theme, dark, width, state, row }) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const file = `${theme}${dark ? 'd' : ''}-${width}-${state}.png`;
  try {
    const shown = await STATES[state]?.({ page, shop, query: theme === 'own' ? {} : { theme } });
    await (shown ?? page.locator('.sheet')).screenshot({ path: join(values.out, file) });
    pictures.set(row, [...(pictures.get(row) ?? []), file]);
  } catch (error) {
    failed += 1;
    console.error(`${row}, ${state}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  } finally {
    await context.close();
  }
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
