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

/** As `src/elements/base/attributes.ts` names attributes. @param {string} property */
const attributeOf = (property) => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Properties by the name of their list: `const NAME = attributes('name', …)`. @typedef {ReadonlyMap<string, string[]>} Lists */

/** The properties that a call of `attributes` or `switches` declares. @param {Node} node */
const namesIn = (node) =>
  node.type === 'CallExpression' ? /** @type {Node[]} */ (node.arguments).map(({ value }) => String(value)) : undefined;

/**
 * The lists of properties in a file.
 *
 * @param {Source} source
 * @returns {[string, string[]][]}
 */
export const readLists = ({ body }) =>
  body.flatMap(({ type, declarations }) =>
    (type === 'VariableDeclaration' ? /** @type {Node[]} */ (declarations) : []).flatMap(({ id, init }) =>
      init?.type === 'CallExpression' && init.callee.name === 'attributes' ? [[String(id.name), namesIn(init) ?? []]] : [],
    ),
  );

/**
 * The properties that an entry of Lit's `static properties` declares with an attribute: `name: {}` one, and a spread
 * `attributes('name', …)` or `switches('name', …)`, or the name of such a list, several.
 *
 * @param {Node} entry
 * @param {Lists} lists
 * @returns {string[]}
 */
function observedBy(entry, lists) {
  if (entry.type === 'SpreadElement') return namesIn(entry.argument) ?? lists.get(entry.argument.name) ?? [];
  if (entry.type !== 'Property') return [];
  const options = /** @type {Node[]} */ (entry.value.properties ?? []);
  const attribute = options.find((option) => nameOf(option) === 'attribute')?.value.value;
  return attribute === false ? [] : [String(entry.key.name)];
}

/**
 * The attributes that Lit's `static properties` observe: all without `attribute: false`.
 *
 * @param {Node[]} members
 * @param {(ClassField | ClassMethod)[]} fields
 * @param {Lists} lists
 * @returns {Attribute[]}
 */
function readAttributes(members, fields, lists) {
  const table = members.find((member) => member.static && nameOf(member) === 'properties')?.value;
  return /** @type {Node[]} */ (table?.properties ?? [])
    .flatMap((entry) => observedBy(entry, lists))
    .flatMap((fieldName) => {
      const field = fields.find(({ name }) => name === fieldName);
      if (field?.kind !== 'field') return [];
      const { description, type, default: initially } = field;
      return [
        {
          name: attributeOf(fieldName),
          fieldName,
          ...(description && { description }),
          ...(type && { type }),
          ...(initially && { default: initially }),
        },
      ];
    });
}

/**
 * Reads a class declaration.
 *
 * @param {Source} source
 * @param {Node} node
 * @param {Lists} [lists] Those of all files.
 * @returns {ReadClass}
 */
export function readClass(source, node, lists = new Map()) {
  const doc = source.docOf(node) ?? { description: '', tags: [] };
  const members = /** @type {Node[]} */ (node.body.body);
  const documented = members.flatMap((member) => readMember(source, member) ?? []);
  const named = (/** @type {string} */ tag) =>
    doc.tags.filter(({ name }) => name === tag).map(({ subject, text }) => ({ name: subject, description: text }));
  return {
    name: node.id.name,
    superclass: node.superClass?.name,
    description: doc.description,
    attributes: readAttributes(members, documented, lists),
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
