// Reads a class of the sources as a declaration of the manifest, with its public and documented parts.

/** @typedef {import('./source.mjs').Node} Node */
/** @typedef {import('./source.mjs').Source} Source */
/** @typedef {import('./doc-comment.mjs').Doc} Doc */
/** @typedef {import('custom-elements-manifest').ClassField} ClassField */
/** @typedef {import('custom-elements-manifest').ClassMethod} ClassMethod */
/** @typedef {import('custom-elements-manifest').Attribute} Attribute */
/** @typedef {{ name: string, description: string }} Named */

/**
 * @typedef {object} ReadClass
 * @property {string} name
 * @property {string | undefined} superclass
 * @property {string} description
 * @property {Attribute[]} attributes
 * @property {(ClassField | ClassMethod)[]} members
 * @property {(Named & { type: { text: string } })[]} events
 * @property {Named[]} slots
 * @property {Named[]} cssParts
 * @property {Named[]} cssProperties
 * @property {Named[]} cssStates
 */

/** @param {Node} member */
const nameOf = (member) => (member.key?.type === 'Identifier' && !member.computed ? String(member.key.name) : undefined);

/** @param {Doc} doc @param {string} name */
const tagOf = (doc, name) => doc.tags.find((tag) => tag.name === name);

/** @param {Doc} doc */
const defaultOf = (doc) => {
  const text = tagOf(doc, 'default')?.text;
  return text ? { default: text } : {};
};

/**
 * The doc comment of a public member. A member without one belongs to the platform or Lit (`connectedCallback`).
 *
 * @param {Source} source
 * @param {Node} member
 */
function publicDoc(source, member) {
  if (member.static || member.accessibility === 'private' || member.accessibility === 'protected') return undefined;
  const doc = source.docOf(member);
  return doc && !tagOf(doc, 'internal') ? doc : undefined;
}

/** @param {Source} source @param {Node | undefined} annotation */
function typeOf(source, annotation) {
  return annotation ? { type: { text: source.textOf(annotation.typeAnnotation).replaceAll(/\s+/g, ' ') } } : {};
}

/** @param {Source} source @param {Node} member @returns {ClassMethod} */
function readMethod(source, member, /** @type {Doc} */ doc) {
  const { params, returnType } = member.value;
  const parameters = /** @type {Node[]} */ (params).map((parameter) => ({
    name: String(parameter.name ?? source.textOf(parameter)),
    ...typeOf(source, parameter.typeAnnotation),
    ...(parameter.optional && { optional: true }),
  }));
  const answer = typeOf(source, returnType);
  return {
    kind: 'method',
    name: nameOf(member) ?? '',
    description: doc.description,
    ...(parameters.length > 0 && { parameters }),
    ...('type' in answer && { return: answer }),
  };
}

/** @param {Source} source @param {Node} member @returns {ClassField | ClassMethod | undefined} */
function readMember(source, member) {
  const name = nameOf(member);
  const doc = publicDoc(source, member);
  if (!name || !doc || member.kind === 'constructor') return undefined;
  if (member.kind === 'method') return readMethod(source, member, doc);
  /** @type {ClassField} */
  const field = { kind: 'field', name, description: doc.description, ...defaultOf(doc) };
  if (member.kind === 'get') return { ...field, ...typeOf(source, member.value.returnType), readonly: true };
  if (member.type !== 'PropertyDefinition') return undefined;
  return { ...field, ...typeOf(source, member.typeAnnotation), ...(member.readonly && { readonly: true }) };
}

/** As `src/elements/base/attribute-name.ts` names attributes. @param {string} property */
const attributeOf = (property) => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The fields that an element's tables of attributes declare, by the name of the table. @typedef {ReadonlyMap<string, ClassField[]>} Tables */

/** What `src/elements/base/attributes.ts` reads by each kind of row. @type {Readonly<Record<string, string>>} */
const TYPES = { toggle: 'boolean', language: 'string', sum: 'string | number | null' };

/** The type and the default of a row. @param {Source} source @param {Node} row a call, such as `word('on', 'off')`. */
function rowType(source, { callee, arguments: given }) {
  const kind = String(callee.name);
  const words = /** @type {Node[]} */ (given).map((each) => source.textOf(each));
  if (kind === 'word' || kind === 'look') return { text: `${words.join(' | ')} | null`, first: words[0]?.slice(1, -1) };
  if (kind === 'toggleOr') return { text: `boolean | ${words[0]}`, first: undefined };
  return { text: TYPES[kind] ?? 'string | null', first: undefined };
}

/**
 * The tables of attributes in a file: `const CARD_ATTRIBUTES = { … }`, whose rows are calls with doc comments.
 *
 * @param {Source} source
 * @returns {[string, ClassField[]][]}
 */
export const readTables = (source) =>
  source.body
    .flatMap(({ type, declarations }) => (type === 'VariableDeclaration' ? /** @type {Node[]} */ (declarations) : []))
    .filter(({ id, init }) => id.name.endsWith('_ATTRIBUTES') && init?.type === 'ObjectExpression')
    .map(({ id, init }) => [
      String(id.name),
      /** @type {Node[]} */ (init.properties).map((row) => {
        const doc = source.docOf(row) ?? { description: '', tags: [] };
        const { text, first } = rowType(source, row.value);
        const initially = defaultOf(doc).default ?? first;
        return {
          kind: 'field',
          name: String(row.key.name),
          description: doc.description,
          ...(initially && { default: initially }),
          type: { text },
        };
      }),
    ]);

/**
 * The fields of the attributes that Lit's `static properties` spread: `...declared(CARD_ATTRIBUTES)`.
 *
 * @param {Node[]} members
 * @param {Tables} tables
 * @returns {ClassField[]}
 */
function attributeFields(members, tables) {
  const table = members.find((member) => member.static && nameOf(member) === 'properties')?.value;
  return /** @type {Node[]} */ (table?.properties ?? []).flatMap(({ type, argument }) => {
    if (type !== 'SpreadElement' || argument.callee?.name !== 'declared') return [];
    const { name } = argument.arguments[0];
    const fields = tables.get(name);
    if (!fields)
      throw new Error(`Expected declared() to take a table by a name that ends in _ATTRIBUTES; got ${name}. Rename it.`);
    return fields;
  });
}

/**
 * Reads a class declaration.
 *
 * @param {Source} source
 * @param {Node} node
 * @param {Tables} [tables] The attributes of all elements.
 * @returns {ReadClass}
 */
export function readClass(source, node, tables = new Map()) {
  const doc = source.docOf(node) ?? { description: '', tags: [] };
  const members = /** @type {Node[]} */ (node.body.body);
  const set = attributeFields(members, tables);
  const documented = [...set, ...members.flatMap((member) => readMember(source, member) ?? [])];
  const named = (/** @type {string} */ tag) =>
    doc.tags.filter(({ name }) => name === tag).map(({ subject, text }) => ({ name: subject, description: text }));
  return {
    name: node.id.name,
    superclass: node.superClass?.name,
    description: doc.description,
    attributes: set.map(({ name: fieldName, description, type, default: initially }) => ({
      name: attributeOf(fieldName),
      fieldName,
      ...(description && { description }),
      ...(type && { type }),
      ...(initially && { default: initially }),
    })),
    members: documented,
    events: doc.tags
      .filter(({ name }) => name === 'event')
      .map(({ subject, text, type }) => ({ name: subject, type: { text: type ?? 'Event' }, description: text })),
    slots: named('slot'),
    cssParts: named('csspart'),
    cssProperties: named('cssproperty'),
    cssStates: named('cssstate'),
  };
}
