// The parts of `npm test`, `npm run test:long` and `npm run test:engines`: each is one run of Vitest.

import { readdirSync } from 'node:fs';
import { filesWith } from './files-with.mjs';

/** @typedef {'test' | 'long' | 'engines'} Suite */
/** @typedef {'package' | 'interpreters' | 'postgres' | 'firefox' | 'webkit'} Need */

/**
 * @typedef {object} Part
 * @property {string} name as it is chosen on the command line.
 * @property {Suite} suite
 * @property {string[]} vitest its arguments.
 * @property {number} seconds about how long it takes on two quiet cores; the quarters are of equal length by this.
 * @property {Need} [needs] what it can't do without.
 */

const within = (/** @type {string} */ folder, /** @type {string[]} */ names, ending = '.test.ts') =>
  names.map((name) => `test/${folder}/${name}${ending}`);

/** The files of `npm test` in whole pages, each with journeys tagged `main` or `sample`: the others would be loaded for nothing. */
const MAIN_JOURNEYS = within(
  'journeys',
  [
    'bank/challenge',
    'frame/attack/probes',
    'frame/attack/spending',
    'frame/transfer',
    'page/access',
    'page/page-policies',
    'page/routes',
    'product/order-page',
    'product/product',
    'subscription/plan-page',
    'transfer/recipient',
    'transfer/transfer',
    'transfer/two-tabs',
  ],
  '.journey.ts',
);

/** All element tests but the files that are left to `npm run test:long` as a whole. */
const ELEMENTS = filesWith('test', '.browser.test.ts', /^(?![^]*@module-tag long)/);

/** All journeys but those about isolated fields. */
const OUTSIDE_FRAMES = readdirSync('test/journeys')
  .filter((folder) => folder !== 'frame')
  .map((folder) => `test/journeys/${folder}/`);

/** The pictures that are taken have nothing to be compared with: they show the machine's own fonts. `npm run pictures` compares. */
const TAKEN_ANEW = ['--update'];

/** @type {readonly Part[]} */
export const PARTS = [
  { name: 'node', suite: 'test', seconds: 130, vitest: ['--project', 'node'] },
  {
    name: 'elements',
    suite: 'test',
    seconds: 160,
    vitest: ['--project', 'chromium', '--tags-filter', 'not long', ...ELEMENTS],
  },
  {
    name: 'main journeys',
    suite: 'test',
    seconds: 110,
    vitest: ['--project', 'journeys', '--tags-filter', 'main or sample', ...MAIN_JOURNEYS],
  },
  {
    name: 'package smoke',
    suite: 'test',
    seconds: 30,
    needs: 'package',
    vitest: ['--project', 'package', ...within('package', ['exports', 'script', 'size', 'merchant'])],
  },

  { name: 'long tests', suite: 'long', seconds: 300, vitest: ['--project', 'long'] },
  { name: 'properties with new cases', suite: 'long', seconds: 40, vitest: ['--project', 'properties'] },
  {
    name: 'long elements',
    suite: 'long',
    seconds: 220,
    vitest: ['--project', 'chromium', '--tags-filter', 'long', ...TAKEN_ANEW],
  },
  {
    name: 'journeys',
    suite: 'long',
    seconds: 730,
    vitest: ['--project', 'journeys', ...OUTSIDE_FRAMES],
  },
  {
    name: 'frame journeys',
    suite: 'long',
    seconds: 700,
    vitest: ['--project', 'journeys', '--project', 'journeys alone', 'test/journeys/frame/'],
  },
  { name: 'frame of the gateway', suite: 'long', seconds: 175, vitest: ['--project', 'journeys in a frame of the gateway'] },
  { name: 'frame of the shop', suite: 'long', seconds: 185, vitest: ['--project', 'journeys in a frame of the shop'] },
  { name: 'package', suite: 'long', seconds: 330, needs: 'interpreters', vitest: ['--project', 'package'] },
  { name: 'postgres', suite: 'long', seconds: 190, needs: 'postgres', vitest: ['--project', 'long on postgres'] },

  {
    name: 'firefox elements',
    suite: 'engines',
    seconds: 500,
    needs: 'firefox',
    vitest: ['--project', 'firefox*', ...TAKEN_ANEW],
  },
  {
    name: 'firefox journeys',
    suite: 'engines',
    seconds: 850,
    needs: 'firefox',
    vitest: ['--project', 'journeys firefox*', '--tags-filter', 'main or engines'],
  },
  { name: 'webkit elements', suite: 'engines', seconds: 900, needs: 'webkit', vitest: ['--project', 'webkit*', ...TAKEN_ANEW] },
  {
    name: 'webkit journeys',
    suite: 'engines',
    seconds: 260,
    needs: 'webkit',
    vitest: ['--project', 'journeys webkit*', '--tags-filter', 'main or engines'],
  },
];

/**
 * One of four shares of about equal length, so that four runs have run every part.
 *
 * @param {readonly Part[]} parts
 * @param {number} index 0 to 3.
 */
export function quarterOf(parts, index) {
  const quarters = Array.from({ length: 4 }, () => ({ seconds: 0, parts: /** @type {Part[]} */ ([]) }));
  for (const part of parts.toSorted((one, other) => other.seconds - one.seconds)) {
    const least = quarters.reduce((best, each) => (each.seconds < best.seconds ? each : best));
    least.parts.push(part);
    least.seconds += part.seconds;
  }
  return quarters[index]?.parts ?? [];
}
