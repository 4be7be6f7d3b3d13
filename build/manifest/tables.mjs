// The manifest's elements as Markdown tables.

/** @typedef {import('custom-elements-manifest').Package} Package */
/** @typedef {import('custom-elements-manifest').CustomElementDeclaration} CustomElementDeclaration */
/** @typedef {import('custom-elements-manifest').ClassDeclaration} ClassDeclaration */

const REQUIRED = /^Required\. */;

// References to the spec, which merchants don't have.
const SECTION = / \(spec [^)]*\)/g;

/** @param {string} text */
export const cell = (text) =>
  text
    .replaceAll(SECTION, '')
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** @param {string} text */
const code = (text) => `\`${text}\``;

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function table(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(cell).join(' | ')} |`.replaceAll(/ {2,}/g, ' ');
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** @param {CustomElementDeclaration} element */
function attributes({ attributes: all = [] }) {
  const isRequired = (/** @type {{ description?: string }} */ { description = '' }) => REQUIRED.test(description);
  const required = all.filter(isRequired);
  const rest = all.filter((each) => !isRequired(each));
  return table(
    ['attribute', 'default', ''],
    [...required, ...rest].map((each) => [
      code(each.name),
      isRequired(each) ? '**required**' : each.default ? code(each.default) : '',
      (each.description ?? '').replace(REQUIRED, ''),
    ]),
  );
}

/** Properties without an attribute; the others have the attribute's name in camelCase. @param {CustomElementDeclaration} element */
function properties({ members = [], attributes: own = [] }) {
  const fields = members.flatMap((member) => (member.kind === 'field' ? [member] : []));
  const others = fields.filter(({ name }) => !own.some(({ fieldName }) => fieldName === name));
  const row = (
    /** @type {import('custom-elements-manifest').ClassField} */ { name, description = '', readonly, default: initially },
  ) => [code(name), `${readonly ? 'Read only. ' : ''}${description}${initially ? ` Default ${code(initially)}.` : ''}`];
  const settable = others.filter(({ readonly }) => !readonly);
  return table(['property', ''], [...settable, ...others.filter(({ readonly }) => readonly)].map(row));
}

/** @param {CustomElementDeclaration} element */
function methods({ members = [] }) {
  const rows = members.flatMap((member) => {
    if (member.kind !== 'method') return [];
    const { name, parameters = [], description = '', return: answer } = member;
    const call = `${name}(${parameters.map((each) => `${each.name}${each.optional ? '?' : ''}`).join(', ')})`;
    return [[code(call), code(answer?.type?.text ?? 'void'), description]];
  });
  return table(['method', 'returns', ''], rows);
}

/**
 * @param {CustomElementDeclaration} element
 * @param {ReadonlyMap<string, ClassDeclaration>} classes
 */
function events({ events: all = [] }, classes) {
  const rows = all.map(({ name, description, type }) => {
    const fields = (classes.get(type.text)?.members ?? []).filter(({ kind }) => kind === 'field');
    return [code(name), description ?? '', fields.map((field) => `${code(field.name)}: ${field.description}`).join('<br>')];
  });
  return table(['event', '', 'fields'], rows);
}

/** @param {CustomElementDeclaration} element */
const slots = ({ slots: all = [] }) =>
  table(
    ['slot', ''],
    all.map(({ name, description = '' }) => [name ? code(name) : '(default)', description]),
  );

/** @param {CustomElementDeclaration} element */
const parts = ({ cssParts = [] }) =>
  table(
    ['part', ''],
    cssParts.map(({ name, description = '' }) => [code(name), description]),
  );

/** @param {CustomElementDeclaration} element */
const states = ({ cssStates = [] }) =>
  table(
    ['state', ''],
    cssStates.map(({ name, description = '' }) => [code(`:state(${name})`), description]),
  );

/** @param {CustomElementDeclaration} element */
const customProperties = ({ cssProperties = [] }) =>
  table(
    ['custom property', 'default', ''],
    cssProperties.map(({ name, default: fallback, description = '' }) => [
      code(name),
      fallback ? code(fallback) : '',
      description,
    ]),
  );

/**
 * The parts of an element that another one lacks.
 *
 * @param {CustomElementDeclaration} element
 * @param {CustomElementDeclaration} other
 * @returns {CustomElementDeclaration}
 */
function beside(element, other) {
  /** @template {{ name: string, description?: string }} Named @param {Named[]} [own] @param {Named[]} [known] */
  const news = (own = [], known = []) =>
    own.filter(({ name, description }) => !known.some((each) => each.name === name && each.description === description));
  return {
    ...element,
    attributes: news(element.attributes, other.attributes),
    // The table of attributes covers properties with an attribute.
    members: news(element.members, other.members).filter(
      ({ name }) => !element.attributes?.some(({ fieldName }) => fieldName === name),
    ),
    events: news(element.events, other.events),
    cssParts: news(element.cssParts, other.cssParts),
    cssStates: news(element.cssStates, other.cssStates),
  };
}

/** @param {CustomElementDeclaration} element */
const isPayment = ({ events: all = [] }) => all.some(({ name }) => name === 'checkout-outcome');

/**
 * The tables of every element by the name of their place in a document: `p2p-transfer attributes`. The first element has all
 * tables; those of the other paying elements list only the differences.
 *
 * @param {Package} manifest
 * @returns {Map<string, string>}
 */
export function manifestTables(manifest) {
  const declarations = manifest.modules.flatMap(({ declarations: all = [] }) => all);
  const classes = new Map(declarations.flatMap((each) => (each.kind === 'class' ? [[each.name, each]] : [])));
  /** @type {Map<string, string>} */
  const found = new Map();
  const elements = declarations.flatMap((each) => ('customElement' in each && each.kind === 'class' ? [each] : []));
  const [first] = elements;
  for (const whole of elements) {
    const { tagName = '' } = whole;
    const element = first && whole !== first && isPayment(whole) ? beside(whole, first) : whole;
    found.set(`${tagName} attributes`, attributes(element));
    found.set(`${tagName} properties`, properties(element));
    found.set(`${tagName} methods`, methods(element));
    found.set(`${tagName} events`, events(element, classes));
    if (whole === first) found.set(`${tagName} slots`, slots(element));
    found.set(`${tagName} parts`, parts(element));
    if (element.cssStates?.length) found.set(`${tagName} states`, states(element));
    if (whole === first) found.set(`${tagName} custom properties`, customProperties(element));
  }
  return found;
}

/**
 * Fills tables into their places in the documents, between `<!-- name -->` and `<!-- /name -->`.
 *
 * @param {ReadonlyMap<string, string>} documents
 * @param {ReadonlyMap<string, string>} tables
 * @returns {Map<string, string>} the documents with their tables.
 * @throws {Error} naming a table without a place, or with more than one.
 */
export function fillTables(documents, tables) {
  const filled = new Map(documents);
  for (const [name, text] of tables) {
    const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [place, ...others] = [...filled].flatMap(([path, document]) =>
      document
        .split(opening)
        .slice(1)
        .map(() => ({ path, document })),
    );
    const [before = '', rest = ''] = place?.document.split(opening) ?? [];
    const [, after, ...more] = rest.split(closing);
    if (!place || after === undefined || others.length > 0 || more.length > 0) {
      throw new Error(`Expected the documents to have ${opening} and ${closing}, each once.`);
    }
    filled.set(place.path, `${before}${opening}\n${text}\n${closing}${after}`);
  }
  return filled;
}
