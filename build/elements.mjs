// The elements, read from their list, and the entries for one element each: its script file, and its module for bundlers.
import { posix } from 'node:path';
import { readSource } from './manifest/source.mjs';

const LIST = 'src/define.ts';
const SCRIPT = 'virtual:script/';
const DEFINE = 'virtual:define/';
/** The tags, and the names of the events, for what imports no element: `check`, and the sandbox. */
const TAGS = 'virtual:tags';
/** How the demo's pages, which are built from the sources, import the module: as `checkout-elements/vue/product-pay`. */
const BY_PACKAGE = /\/src\/(?:define|vue|svelte)\/([\w-]+)$/;

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

/** The names of the elements' events. @returns {string[]} */
function listedEvents() {
  const { body } = readSource('src/elements/events.ts');
  const { body: map } = /** @type {Node} */ (body.find(({ id }) => id?.name === 'CheckoutEventMap'));
  return /** @type {Node[]} */ (map.body).map(({ key }) => String(key.value));
}

/** The entry of an element's script file. @param {string} tag */
export const scriptEntry = (tag) => `${SCRIPT}${tag}`;

/** Vite's name for the build of that file. @param {string} tag */
export const scriptEnvironment = (tag) => `script_${tag.replaceAll('-', '_')}`;

/** The entry that registers one element, for bundlers. @param {string} tag */
export const defineEntry = (tag) => `${DEFINE}${tag}`;

/**
 * Build plugin: writes the list of the tags, and the entries for one element each. They are as `src/script.ts` and `src/define.ts`, with one element.
 *
 * @returns {import('vite').Plugin}
 */
export function elementEntries() {
  return {
    name: 'element-entries',
    resolveId: {
      order: 'pre',
      handler: (id) => {
        const [, tag] = BY_PACKAGE.exec(id) ?? [];
        const entry = tag === undefined ? id : defineEntry(tag);
        return entry === TAGS || entry.startsWith(SCRIPT) || entry.startsWith(DEFINE) ? `\0${entry}` : undefined;
      },
    },
    load(id) {
      if (id === `\0${TAGS}`) {
        const tags = JSON.stringify(listedElements().map(({ tag }) => tag));
        return `export const TAGS = ${tags}; export const EVENTS = ${JSON.stringify(listedEvents())};`;
      }
      const element = listedElements().find(({ tag }) => [`\0${SCRIPT}${tag}`, `\0${DEFINE}${tag}`].includes(id));
      if (!element) return undefined;
      const { tag, className, path } = element;
      if (id === `\0${SCRIPT}${tag}`) {
        return `import '/src/script/jitless.ts';
import '${DEFINE}${tag}';
import '/src/script/limit-by-tag.ts';
export { configure } from '/src/elements/page/configure.ts';`;
      }
      return `import '/src/elements/page/own-members.ts';
import { ${className} } from '/${path}';
import { register } from '/src/elements/page/register.ts';
register(${className});`;
    },
  };
}
