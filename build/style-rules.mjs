import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** The text of a module's only css literal, without comments. @param {string} path */
export function styleIn(path) {
  const text = /css`([^`]*)`/.exec(readFileSync(join(root, path), 'utf8'))?.[1];
  if (!text) throw new Error(`Expected a css literal in ${path}.`);
  return text.replaceAll(/\/\*.*?\*\//gs, '');
}

/**
 * The rules of a style sheet but for selectors of what is not there.
 *
 * @param {string} rules
 * @param {RegExp} absent
 */
export const without = (rules, absent) =>
  rules.replaceAll(/([^{}]+)({[^{}]*})/g, (rule, /** @type {string} */ selectors, body) => {
    if (selectors.trim().startsWith('@')) return rule;
    // A comma within brackets does not separate selectors.
    const wanted = selectors.split(/,(?![^()]*\))/).filter((selector) => !absent.test(selector.trim()));
    return wanted.length > 0 ? wanted.join() + body : '';
  });
