// The fields of a server's requests, from the zod schemas of `src/wire/request`, which also define the types.
import { posix } from 'node:path';
import { schemaNamed } from './schema-fields.mjs';
import { readSource } from './source.mjs';

/** @typedef {import('./source.mjs').Node} Node */
/** @typedef {import('./source.mjs').Source} Source */
/** @typedef {import('./server-api.mjs').Member} Member */

/** The schemas of `src/wire/request/values.ts`. @type {Readonly<Record<string, { type: string, isOptional: boolean }>>} */
const VALUES = {
  requiredText: { type: 'string', isOptional: false },
  currency: { type: 'string', isOptional: false },
  amount: { type: 'number', isOptional: false },
  count: { type: 'number', isOptional: false },
  text: { type: 'string', isOptional: true },
  textUpTo: { type: 'string', isOptional: true },
  timestamp: { type: 'string', isOptional: true },
  address: { type: 'string', isOptional: true },
  flag: { type: 'boolean', isOptional: true },
};

/** Where a name that a source imports is declared. @param {Source} source @param {string} name */
function importedFrom(source, name) {
  const from = source.body.find(
    ({ type, specifiers }) =>
      type === 'ImportDeclaration' && /** @type {Node[]} */ (specifiers).some(({ local }) => local.name === name),
  );
  return from && readSource(posix.join(posix.dirname(source.path), from.source.value.replace(/\.js$/, '.ts')));
}

/**
 * The declaration of a schema, with the source that it is in.
 *
 * @param {Source} source
 * @param {string} name
 * @returns {{ source: Source, schema: Node }}
 */
function findSchema(source, name) {
  const local = schemaNamed(source, name);
  if (local) return { source, schema: local.declarations[0].init };
  const other = importedFrom(source, name);
  if (!other) throw new Error(`${source.path} has no schema ${name}.`);
  return findSchema(other, name);
}

/** The words of an enum, written out or in a constant. @param {Source} source @param {Node} list */
function words(source, list) {
  const array = list.type === 'Identifier' ? schemaNamed(source, list.name)?.declarations[0].init.expression : list;
  if (!array?.elements) throw new Error(`${source.path}: expected the words of an enum.`);
  return /** @type {Node[]} */ (array.elements).map((each) => source.textOf(each)).join(' | ');
}

/** @typedef {{ type: string, isOptional: boolean, fields?: Member[] }} Value */

/** @param {Source} source @param {Node} schema @returns {Value} */
function valueOf(source, schema) {
  if (schema.type === 'Identifier') {
    const known = VALUES[schema.name];
    if (known) return known;
    const found = findSchema(source, schema.name);
    return valueOf(found.source, found.schema);
  }
  const { callee } = schema;
  const [inner, more] = /** @type {Node[]} */ (schema.arguments ?? []);
  if (callee?.type === 'Identifier' && VALUES[callee.name]) return /** @type {Value} */ (VALUES[callee.name]);
  const name = callee?.property?.name;
  if (name === 'string' || name === 'number' || name === 'boolean') return { type: name, isOptional: false };
  if (name === 'int') return { type: 'number', isOptional: false };
  // `z.number(…).check(…)`
  if (name === 'check') return valueOf(source, callee.object);
  if (name === 'enum' && inner) return { type: words(source, inner), isOptional: false };
  if (name === 'nullish' && inner) return { ...valueOf(source, inner), isOptional: true };
  if (name === 'array' && inner) {
    const { type } = valueOf(source, inner);
    return { type: type.includes(' ') ? `(${type})[]` : `${type}[]`, isOptional: false };
  }
  if (name === 'looseObject' && inner) return { type: 'object', isOptional: false, fields: fieldsIn(source, inner) };
  if (name === 'extend' && inner && more)
    return { type: 'object', isOptional: false, fields: [...(valueOf(source, inner).fields ?? []), ...fieldsIn(source, more)] };
  return { type: 'unknown', isOptional: false };
}

/**
 * The fields that `...z.partial(schema).shape` spreads.
 *
 * @param {Source} source
 * @param {Node} spread
 */
const partialFields = (source, { argument }) =>
  (valueOf(source, argument.object.arguments[0]).fields ?? []).map((field) => ({ ...field, isOptional: true }));

/** The fields of an object, each followed by its own: `plan`, `plan.amount`. @param {Source} source @param {Node} object */
function fieldsIn(source, object) {
  return /** @type {Node[]} */ (object.properties).flatMap((property) => {
    if (property.type === 'SpreadElement') return partialFields(source, property);
    const name = String(property.key.name ?? property.key.value);
    const { fields = [], ...value } = valueOf(source, property.shorthand ? property.key : property.value);
    const description = source.docOf(property)?.description ?? '';
    return [{ name, description, ...value }, ...fields.map((field) => ({ ...field, name: `${name}.${field.name}` }))];
  });
}

/** @param {Source} source @param {Node} member @returns {Member} */
const memberOf = (source, member) => ({
  name: String(member.key.name),
  type: source.textOf(member.typeAnnotation.typeAnnotation).replace(/ \| undefined$/, ''),
  description: source.docOf(member)?.description ?? '',
  isOptional: member.optional === true,
});

/**
 * The fields of a request's type: `Named<…>` of a schema's type, or `Omit<Named<…>, …> & { … }`, which replaces the types of some of its
 * fields. Undefined for any other type.
 *
 * @param {Source} source
 * @param {Node} type
 * @returns {Member[] | undefined}
 */
export function requestFields(source, type) {
  if (type.type === 'TSIntersectionType') {
    const [base, changed] = /** @type {Node[]} */ (type.types);
    const fields = base && requestFields(source, base);
    if (!fields || changed?.type !== 'TSTypeLiteral') return undefined;
    const others = /** @type {Node[]} */ (changed.members).map((member) => memberOf(source, member));
    return fields.map((field) => others.find(({ name }) => name === field.name) ?? field);
  }
  const [first] = /** @type {Node[]} */ (type.typeArguments?.params ?? []);
  if (type.typeName?.name === 'Omit' && first) return requestFields(source, first);
  if (type.typeName?.name !== 'Named' || !first) return undefined;
  const name = source.textOf(first);
  const declared = importedFrom(source, name);
  const alias = declared?.body.find(({ id }) => id?.name === name);
  const [, schema] =
    /^z\.(?:infer|input)<typeof (\w+)>$/.exec(alias && declared ? declared.textOf(alias.typeAnnotation) : '') ?? [];
  if (!declared || !schema) throw new Error(`Expected ${name} to be the type of a schema.`);
  const found = findSchema(declared, schema);
  return valueOf(found.source, found.schema).fields;
}
