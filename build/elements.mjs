// The elements, read from their list, and the script file of each.
import { posix } from 'node:path';
import { readSource } from './manifest/source.mjs';

const LIST = 'src/define.ts';
const SCRIPT = 'virtual:script/';

/** @typedef {{ tag: string, className: string, path: string }} ListedElement */
/** @typedef {import('./manifest/source.mjs').Node} Node */

/** The elements in the order of their list; each is a class of a file that is called as its tag. @returns {ListedElement[]} */
export function listedElements() {
  const { body } = readSource(LIST);
  const files = new Map(
    body.flatMap(({ type, source, specifiers }) =>
      type === 'ImportDeclaration'
        ? /** @type {Node[]} */ (specifiers).map(({ local }) => /** @type {const} */ ([String(local.name), String(source.value)]))
        : [],
    ),
  );
  const list = body.find(({ type }) => type === 'VariableDeclaration')?.declarations[0].init.expression.elements;
  return /** @type {Node[]} */ (list).map(({ name: className }) => {
    const path = posix.join(posix.dirname(LIST), files.get(className)?.replace(/\.js$/, '.ts') ?? '');
    return { tag: posix.basename(path, '.ts'), className, path };
  });
}

/** The entry of an element's script file, which `elementScripts` writes. @param {string} tag */
export const scriptEntry = (tag) => `${SCRIPT}${tag}`;

/** Vite's name for the build of that file. @param {string} tag */
export const scriptEnvironment = (tag) => `script_${tag.replaceAll('-', '_')}`;

/**
 * Build plugin: writes the entries of the script files for one element each. They are as `src/script.ts`, with one element.
 *
 * @returns {import('vite').Plugin}
 */
export function elementScripts() {
  return {
    name: 'element-scripts',
    resolveId: (id) => (id.startsWith(SCRIPT) ? `\0${id}` : undefined),
    load(id) {
      const element = listedElements().find(({ tag }) => id === `\0${SCRIPT}${tag}`);
      if (!element) return undefined;
      const { tag, className, path } = element;
      return `import '/src/script/jitless.ts';
import { ${className} } from '/${path}';
import '/src/script/limit-by-tag.ts';
export { configure } from '/src/elements/page/configure.ts';
if (!customElements.get('${tag}')) customElements.define('${tag}', ${className});`;
    },
  };
}
