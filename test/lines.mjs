// `npm run lines`: how many lines of test and of support there are, beside those of src and demo.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/install.mjs';

/** Whatever states an expectation: tests and journeys. All else is support. */
const IS_TEST = /\.(test|journey)\.ts$/;

/** @param {string} folder @param {(path: string) => boolean} [isCounted] */
const linesIn = (folder, isCounted = () => true) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/node_modules|\.next/.test(name))
    .map((name) => join(folder, name))
    .filter(isCounted)
    .reduce((sum, path) => sum + readFileSync(join(root, path), 'utf8').split('\n').length - 1, 0);

const [tests, support] = [linesIn('test', (path) => IS_TEST.test(path)), linesIn('test', (path) => !IS_TEST.test(path))];
const program = linesIn('src') + linesIn('demo');
console.log(
  `${tests} lines of tests, ${support} of support, ${program} of src and demo: ${((tests + support) / program).toFixed(2)} to 1`,
);
