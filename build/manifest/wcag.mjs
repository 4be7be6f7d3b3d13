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

/** The table, and below it the tests that it names by their numbers, each once. @param {readonly Criterion[]} criteria */
export function wcagTable(criteria) {
  const tests = [...new Set(criteria.flatMap(({ file, test }) => (test ? `${test} (\`${file}\`)` : [])))];
  const numberOf = (/** @type {Criterion} */ { file, test }) => (test ? tests.indexOf(`${test} (\`${file}\`)`) + 1 : '–');
  return [
    '| Criterion | How it is met | Test |',
    '| --- | --- | --- |',
    ...criteria.map((each) => `| ${each.criterion} ${each.name} | ${each.how} | ${numberOf(each)} |`),
    '',
    ...tests.map((test, index) => `${index + 1}. ${test}`),
  ].join('\n');
}
