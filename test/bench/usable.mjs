// From the start of a visit until the first field accepts input, with a slow connection and a slow processor: the script file
// compared with the hand-written twin, each loaded without a cache.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../demo/start/build/install.mjs';
import { inBrowser, pageOf } from './browser.mjs';
import { ms } from './report.mjs';
import { makePublicKey } from './sealing.mjs';
import { compare } from './statistics.mjs';
import { buildPackage, bundleFile, packageFolder, staticCode } from './workshop.mjs';

const ROUNDS = 5;

/** The "Slow 4G" of browsers' developer tools: bytes per second, milliseconds. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const SLOWER_PROCESSOR = 4;

/** Part of the page, so that no query disturbs the page while it works. @param {string} tag */
const watcher = (tag) => `<script>
  (function look() {
    const field = document.querySelector('${tag}')?.shadowRoot?.querySelector('input');
    if (field?.getBoundingClientRect().height) globalThis.usableAfter = performance.now();
    else requestAnimationFrame(look);
  })();
</script>`;

/** @returns {Promise<import('./report.mjs').Figure>} */
export async function measureUsable() {
  await buildPackage();
  const attributes = `checkout-url="http://127.0.0.1:9" public-key="${makePublicKey()}" currency="USD" amount="10000" description="Bench"`;
  const page = (/** @type {string} */ tag, /** @type {string} */ script) =>
    pageOf(script, `<${tag} ${attributes}></${tag}>${watcher(tag)}`);
  const files = {
    '/ours.html': page('p2p-transfer', '/ours.js'),
    '/twin.html': page('plain-transfer', '/twin.js'),
    '/empty.html': '<!doctype html><title>Bench</title>',
    '/ours.js': readFileSync(join(packageFolder, 'dist/cdn/checkout.js'), 'utf8'),
    '/twin.js': staticCode(await bundleFile(join(root, 'test/bench/pages/usable.ts'))),
  };
  return inBrowser(files, async (open) => {
    const visit = async (/** @type {string} */ path) => {
      const { page: tab, cdp } = await open('/empty.html');
      await cdp.send('Network.enable');
      await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
      await tab.goto(new URL(path, tab.url()).href);
      const after = await tab.waitForFunction(() => /** @type {{ usableAfter?: number }} */ (globalThis).usableAfter);
      const milliseconds = Number(await after.jsonValue());
      await tab.context().close();
      return milliseconds;
    };
    /** @type {number[]} */
    const ours = [];
    /** @type {number[]} */
    const twin = [];
    await visit('/twin.html');
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await visit('/ours.html'));
      twin.push(await visit('/twin.html'));
    }
    const { ratio, spread, ...times } = compare(ours, twin);
    return {
      title: 'Time to usable (slow 4G, processor slowed 4 times)',
      rows: [
        {
          what: 'the script file against a vanilla element',
          ours: ms(times.ours),
          beside: ms(times.beside),
          figure: ratio,
          want: { atMost: 1.1 },
          spread,
        },
      ],
      notes: [`Page and script over loopback slowed by Chromium: ${SLOW_4G.latency} ms per request, 1.44 Mbit/s, brotli.`],
    };
  });
}
