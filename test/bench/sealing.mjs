// Sealing two sections against the same work in raw WebCrypto.
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { root } from '../../build/install.mjs';
import { inBrowser, pageOf } from './browser.mjs';
import { ms } from './report.mjs';
import { compare, median } from './statistics.mjs';
import { bundleFile, loadInNode, staticCode } from './build.mjs';

const ROUNDS = 400;
const IMPORTS = 40;

/** A key of this run's own, in the form a shop has its public key. */
export function makePublicKey() {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
}

/**
 * @param {string} where
 * @param {Record<'ours' | 'jose' | 'raw', number[]>} times
 * @param {number[]} imports
 * @returns {import('./report.mjs').Row[]}
 */
function rowsOf(where, times, imports) {
  const ours = compare(times.ours, times.raw);
  const jose = compare(times.jose, times.raw);
  const [first = NaN, ...later] = imports;
  return [
    {
      what: `${where}: two sections, against raw WebCrypto`,
      ours: ms(ours.ours),
      beside: ms(ours.beside),
      figure: ours.ratio,
      target: { atMost: 2 },
      spread: ours.spread,
    },
    { what: '  of that jose alone', ours: ms(jose.ours), beside: ms(jose.beside), figure: jose.ratio, spread: jose.spread },
    { what: '  importing the key: the first, and warm', ours: ms(first), beside: ms(median(later)) },
  ];
}

/** @returns {Promise<import('./report.mjs').Figure>} */
export async function measureSealing() {
  const page = 'pages/sealing.ts';
  const script = staticCode(await bundleFile(join(root, 'test/bench', page)));
  const publicKey = makePublicKey();
  const task = { publicKey, rounds: ROUNDS, imports: IMPORTS };
  const inChromium = await inBrowser({ '/sealing.html': pageOf('/sealing.js'), '/sealing.js': script }, async (open) => {
    const opened = await open('/sealing.html');
    return opened.page.evaluate(async ({ publicKey: key, rounds, imports }) => {
      const imported = await sealingBench.importKey(key, imports);
      return { imported, times: await sealingBench.seal(key, rounds) };
    }, task);
  });
  await loadInNode(`bench/${page}`);
  const imported = await sealingBench.importKey(publicKey, IMPORTS);
  const times = await sealingBench.seal(publicKey, ROUNDS);
  return {
    title: 'Sealing (warm, medians of rounds that alternate in one page)',
    rows: [...rowsOf('Chromium', inChromium.times, inChromium.imported), ...rowsOf('Node', times, imported)],
    notes: ['Aim 1.5. The raw twin gets its 576 bytes ready made; ours also writes, pads and binds the plaintext.'],
  };
}
