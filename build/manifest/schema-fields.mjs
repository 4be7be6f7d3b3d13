// The fields of the gateway's objects, from the zod schemas that define their types.

/** @typedef {import('./source.mjs').Node} Node */
/** @typedef {import('./source.mjs').Source} Source */

/** The schemas of `src/wire/response/values.ts`. @type {Readonly<Record<string, string>>} */
const VALUES = {
  someText: 'string',
  textOrNone: 'string | null | undefined',
  messageOrNone: 'string | null | undefined',
  flagOrNone: 'boolean | null | undefined',
  namedOrNone: 'string | null | undefined',
  sumOrNone: 'number | null | undefined',
  testOrNone: 'boolean | string | null | undefined',
  minorUnitsOrNone: 'number | null | undefined',
  decimalOrNone: 'number | string | null | undefined',
  numeralOrNone: 'number | string | null | undefined',
  objectOrNone: 'object | null | undefined',
};

/** The declaration of a schema. @param {Source} source @param {string} name @returns {Node | undefined} */
export function schemaNamed(source, name) {
  return source.body.find(({ type, declarations }) => type === 'VariableDeclaration' && declarations[0].id.name === name);
}

/** The schema in a lazy one: `lazily(() => z.looseObject(…))`. @param {Node | undefined} schema @returns {Node | undefined} */
const withoutLazy = (schema) => (schema?.callee?.name === 'lazily' ? schema.arguments[0].body : schema);

/** `plan` → `Plan`: the type that is inferred from a schema has its name. @param {string} name */
const typeNamed = (name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/**
 * The type of a schema's value, in the words of TypeScript.
 *
 * @param {Source} source
 * @param {Node} schema
 * @param {ReadonlySet<string>} exported the names of the types that the reference has.
 * @returns {string}
 */
function typeOf(source, schema, exported) {
  if (schema.type === 'Identifier') {
    const known = VALUES[schema.name];
    if (known) return known;
    if (exported.has(typeNamed(schema.name))) return typeNamed(schema.name);
    const local = withoutLazy(schemaNamed(source, schema.name)?.declarations[0].init);
    if (!local) throw new Error(`Expected a schema of ${source.path} or one of VALUES; got ${schema.name}. Add it to VALUES.`);
    return typeOf(source, local, exported);
  }
  const [inner] = /** @type {Node[]} */ (schema.arguments ?? []);
  const of = (/** @type {Node | undefined} */ each) => (each ? typeOf(source, each, exported) : 'unknown');
  switch (schema.callee?.property?.name) {
    case 'string':
    case 'boolean':
    case 'number':
      return schema.callee.property.name;
    case 'int':
      return 'number';
    case 'check':
      return of(schema.callee.object);
    case 'enum':
      return /** @type {Node[]} */ (inner?.elements ?? []).map((each) => source.textOf(each)).join(' | ');
    case 'array':
      return `${of(inner)}[]`;
    case 'nullish':
      return `${of(inner)} | null | undefined`;
    case 'catch':
      return of(inner);
    default:
      return 'object';
  }
}

/**
 * The fields of an object's schema; undefined when it is something else.
 *
 * @param {Source} source
 * @param {Node} declaration
 * @param {ReadonlySet<string>} exported
 */
export function schemaFields(source, declaration, exported) {
  const properties = withoutLazy(declaration.declarations[0].init)?.arguments?.[0]?.properties;
  return /** @type {Node[] | undefined} */ (properties)?.map((property) => ({
    name: String(property.key.name ?? property.key.value),
    type: typeOf(source, property.value, exported),
    description: source.docOf(property)?.description ?? '',
    isOptional: false,
  }));
}
