// The table of docs/accessibility/README.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

/**
 * @typedef {object} Criterion
 * @property {string} criterion its number in WCAG 2.2.
 * @property {string} name
 * @property {string} how how it is met.
 * @property {string} [file] the file of the test that shows it.
 * @property {string} [test] its title.
 */

/** Every criterion of the levels A and AA. @returns {Criterion[]} */
export const readCriteria = () => JSON.parse(readFileSync(join(root, 'docs/accessibility/wcag.json'), 'utf8'));

/** @param {readonly Criterion[]} criteria */
export const wcagTable = (criteria) =>
  [
    '| Criterion | How it is met | Test |',
    '| --- | --- | --- |',
    ...criteria.map(
      ({ criterion, name, how, file, test }) => `| ${criterion} ${name} | ${how} | ${test ? `${test} (\`${file}\`)` : '–'} |`,
    ),
  ].join('\n');
