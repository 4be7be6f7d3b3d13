// The custom-elements manifest of the package, read from the sources' classes and their doc comments.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { listedElements } from '../elements.mjs';
import { root } from '../install.mjs';
import { readClass, readTables } from './class.mjs';
import { readSource } from './source.mjs';

/** @typedef {import('./class.mjs').ReadClass} ReadClass */
/** @typedef {import('./source.mjs').Node} Node */
/** @typedef {import('custom-elements-manifest').Package} Package */
/** @typedef {import('custom-elements-manifest').CustomElementDeclaration} CustomElementDeclaration */
/** @typedef {import('custom-elements-manifest').ClassDeclaration} ClassDeclaration */

const ELEMENTS = 'src/elements';
const ENTRY = { source: 'src/index.ts', module: 'dist/index.js' };
/** The packages of other classes. @type {Record<string, string>} */
const PACKAGES = { LitElement: 'lit', Event: 'global:' };
const REGISTERS = ['dist/define.js', 'dist/cdn/checkout.js'];

/** The source files of the elements, from the project's top. */
export function elementFiles() {
  return readdirSync(join(root, ELEMENTS), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => posix.join(ELEMENTS, name.split(sep).join('/')))
    .sort();
}

/**
 * The fallback of each custom property: the text after the comma in `var(--checkout-radius, 1rem)`.
 *
 * @param {string} css
 * @returns {Record<string, string>}
 */
export function fallbacksIn(css) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const { 0: opening, 1: name = '', index } of css.matchAll(/var\(\s*(--checkout-[\w-]+)\s*,\s*/g)) {
    const start = index + opening.length;
    let end = start;
    for (let depth = 0; depth > 0 || css[end] !== ')'; end += 1) {
      if (end >= css.length) throw new Error(`A bracket is missing after var(${name}.`);
      if (css[end] === '(') depth += 1;
      else if (css[end] === ')') depth -= 1;
    }
    found[name] = css.slice(start, end).trim();
  }
  return found;
}

/** All classes of the elements by name. */
function readClasses() {
  const sources = elementFiles().map(readSource);
  const read = sources.flatMap(readTables);
  const tables = new Map(read);
  const twice = read.find(([name, fields]) => tables.get(name) !== fields)?.[0];
  if (twice) throw new Error(`Expected each table of attributes to have a name of its own; ${twice} is there twice. Rename one.`);
  const classes = sources.flatMap((source) =>
    source.body.filter(({ type }) => type === 'ClassDeclaration').map((node) => readClass(source, node, tables)),
  );
  return new Map(classes.map((each) => [each.name, each]));
}

/** The names that the package's entry exports from the elements' folder. @returns {string[]} */
function publishedNames(entry = ENTRY.source) {
  return readSource(entry).body.flatMap(({ type, source, specifiers }) => {
    const from = posix.join(posix.dirname(entry), source?.value.replace(/\.js$/, '.ts') ?? '');
    // A separate file, which this one re-exports completely.
    if (type === 'ExportAllDeclaration') return publishedNames(from);
    if (type !== 'ExportNamedDeclaration' || !from.startsWith(`${ELEMENTS}/`)) return [];
    return specifiers.map((/** @type {Node} */ { exported }) => String(exported.name));
  });
}

/** A class and those in the sources that it extends, itself first. @returns {ReadClass[]} */
function withAncestors(/** @type {ReadClass} */ own, /** @type {Map<string, ReadClass>} */ classes) {
  const parent = classes.get(own.superclass ?? '');
  return parent ? [own, ...withAncestors(parent, classes)] : [own];
}

/**
 * The entries of one kind of a class and its ancestors, the first one of each name. Inherited ones name their class.
 *
 * @template {{ name: string }} Entry
 * @param {readonly ReadClass[]} line itself first.
 * @param {(each: ReadClass) => readonly Entry[]} pick
 * @returns {(Entry & { inheritedFrom?: { name: string } })[]}
 */
function collect(line, pick) {
  const all = line.flatMap((each) =>
    pick(each).map((entry) => (each === line[0] ? entry : { ...entry, inheritedFrom: { name: each.name } })),
  );
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

/**
 * @param {ReadClass} own
 * @param {readonly ReadClass[]} line
 * @param {string} tagName
 * @param {Record<string, string>} fallbacks
 * @returns {CustomElementDeclaration}
 */
function elementDeclaration(own, line, tagName, fallbacks) {
  // The entries of all elements come first: `checkout-ready` precedes `checkout-quote`.
  const general = line.toReversed();
  return {
    kind: 'class',
    customElement: true,
    name: own.name,
    tagName,
    description: own.description,
    ...superclassOf(own, line),
    attributes: collect(line, ({ attributes }) => attributes),
    members: collect(line, ({ members }) => members),
    events: general.flatMap(({ events }) => events),
    slots: general.flatMap(({ slots }) => slots),
    cssParts: general.flatMap(({ cssParts }) => cssParts),
    cssStates: general.flatMap(({ cssStates }) => cssStates),
    cssProperties: general
      .flatMap(({ cssProperties }) => cssProperties)
      .map((property) => {
        // A page knows the custom properties of its own, not those that the styles make of them.
        const fallback = fallbacks[property.name]?.replaceAll(/var\(--_([\w-]+)\)/g, (whole, name) =>
          `--checkout-${name}` in fallbacks ? `var(--checkout-${name})` : whole,
        );
        return { ...property, ...(fallback && !fallback.includes('--_') && { default: fallback }) };
      }),
  };
}

/**
 * @param {ReadClass} own
 * @param {readonly ReadClass[]} line
 */
function superclassOf({ superclass: name = '' }, line) {
  const { [name]: origin } = PACKAGES;
  if (origin) return { superclass: { name, package: origin } };
  return line.some((each) => each.name === name) ? { superclass: { name } } : {};
}

/** @param {ReadClass} own @param {readonly ReadClass[]} line @returns {ClassDeclaration} */
function classDeclaration(own, line) {
  const { name, description, members } = own;
  return { kind: 'class', name, description, ...superclassOf(own, line), members };
}

/**
 * Creates the manifest. Its modules are those of the published package, which does not contain the sources.
 *
 * @returns {Package}
 * @throws {Error} when a source can't be read.
 */
export function makeManifest() {
  const classes = readClasses();
  const tags = new Map(listedElements().map(({ tag, className }) => [className, tag]));
  const fallbacks = fallbacksIn(
    elementFiles()
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n'),
  );
  const published = publishedNames().flatMap((name) => classes.get(name) ?? []);
  const reference = (/** @type {string} */ name) => ({ name, module: ENTRY.module });
  const definition = (/** @type {string} */ name, /** @type {string} */ className) => ({
    kind: /** @type {const} */ ('custom-element-definition'),
    name,
    declaration: reference(className),
  });
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: ENTRY.module,
        // Also describes base classes, which can't be imported.
        declarations: [...new Set(published.flatMap((each) => withAncestors(each, classes)))].map((each) => {
          const tag = tags.get(each.name);
          const line = withAncestors(each, classes);
          return tag ? elementDeclaration(each, line, tag, fallbacks) : classDeclaration(each, line);
        }),
        exports: published.map(({ name }) => ({ kind: 'js', name, declaration: reference(name) })),
      },
      ...REGISTERS.map((path) => ({
        kind: /** @type {const} */ ('javascript-module'),
        path,
        declarations: [],
        exports: [...tags].map(([className, name]) => definition(name, className)),
      })),
      ...[...tags].map(([className, name]) => ({
        kind: /** @type {const} */ ('javascript-module'),
        path: `dist/define/${name}.js`,
        declarations: [],
        exports: [definition(name, className)],
      })),
    ],
  };
}
