// `npm run bench`: what a payer feels, each figure side by side with its comparison, in one run.
//   npm run bench -- [usable] [feel] [mounted] [sealing]      without a name, all of them
// A missed target does not change the exit code: a time on a shared machine is a figure to read, not a test.
import { generateKeyPairSync } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import process from 'node:process';
import { root } from '../../build/install.mjs';
import { inBrowser, serve } from './browser.mjs';
import { buildPackage, sweep } from './build.mjs';
import { measureFeel } from './feel.mjs';
import { measureMounted, measureSealing } from './mounted.mjs';
import { ATTRIBUTES, fieldsFile, pagesOf } from './pages.mjs';
import { summaryOf, tableOf } from './report.mjs';
import { measureUsable } from './usable.mjs';

/** The frames in the page's own process: what slows the page slows them too. */
const SAME_PROCESS = ['--disable-features=IsolateSandboxedIframes'];

// Vite and Lit read it when they load. Otherwise the bench would measure Lit's development build.
process.env.NODE_ENV = 'production';
// The project's configuration of Vite reads paths relative to the current folder.
process.chdir(root);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => process.exit(1));
process.once('exit', sweep);

const publicKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64');

/** @type {Readonly<Record<string, (open: import('./browser.mjs').Open) => Promise<import('./report.mjs').Figure>>>} */
const FIGURES = {
  usable: measureUsable,
  feel: measureFeel,
  mounted: (open) => measureMounted(open, { ...ATTRIBUTES, 'public-key': publicKey }),
  sealing: (open) => measureSealing(open, publicKey),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(FIGURES, name));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. Expected ${Object.keys(FIGURES).join(', ')}.`);

await buildPackage();
const gateway = await serve({ '/fields.html': fieldsFile(publicKey) });
const files = await pagesOf(gateway.origin, publicKey);
console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}. Noise: how far the middle half of the rounds strays from their median.\n`,
);
const figures = await inBrowser(
  files,
  async (open) => {
    const all = [];
    for (const name of names.length > 0 ? names : Object.keys(FIGURES)) {
      const before = loadavg()[0]?.toFixed(1);
      const figure = await FIGURES[name]?.(open);
      if (!figure) continue;
      all.push(figure);
      console.log(`${tableOf(figure)}\n   (load ${before} before, ${loadavg()[0]?.toFixed(1)} after)\n`);
    }
    return all;
  },
  SAME_PROCESS,
);
console.log(summaryOf(figures));
process.exit(0);
