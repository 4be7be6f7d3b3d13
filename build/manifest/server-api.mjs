// Reads what `checkout-elements/merchant` exports, with its doc comments, from the sources.
import { posix } from 'node:path';
import { requestFields } from './request-fields.mjs';
import { schemaFields, schemaNamed } from './schema-fields.mjs';
import { readSource } from './source.mjs';

/** @typedef {import('./source.mjs').Node} Node */
/** @typedef {import('./source.mjs').Source} Source */
/** @typedef {import('./doc-comment.mjs').Doc} Doc */
/** @typedef {{ name: string, type: string, description: string, isOptional: boolean }} Member */

/**
 * @typedef {object} Export
 * @property {string} name
 * @property {string} path of its source, from the project's top.
 * @property {Doc} doc
 * @property {string} [signature] of a function, or of a class's constructor.
 * @property {string} [type] of a type alias.
 * @property {string[]} [inherits] the names of the types that an interface extends.
 * @property {Member[]} [fields]
 * @property {boolean} [isSent] whether they are the fields of a request.
 * @property {{ signature: string, doc: Doc }[]} [methods]
 */

const ENTRY = 'src/merchant/index.ts';
const WIDEST = 100;

/** @type {Doc} */
const NONE = { description: '', tags: [] };

/** @param {string} text */
const oneLine = (text) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([(<[{]) \|? ?/g, '$1 ')
    .replaceAll(/([(<[]) /g, '$1')
    .trim();

/** @param {Source} source @param {Node | null | undefined} annotation */
const typeText = (source, annotation) => (annotation ? oneLine(source.textOf(annotation.typeAnnotation)) : 'void');

/** @param {Source} source @param {Node} parameter */
function parameterText(source, parameter) {
  if (parameter.type === 'AssignmentPattern') {
    const { left } = parameter;
    return `${left.type === 'Identifier' ? left.name : 'options'}?: ${typeText(source, left.typeAnnotation)}`;
  }
  const name = parameter.type === 'Identifier' ? parameter.name : 'options';
  return `${name}${parameter.optional ? '?' : ''}: ${typeText(source, parameter.typeAnnotation)}`;
}

/** @param {Source} source @param {string} name @param {Node} callable */
function signatureOf(source, name, { params, returnType, typeParameters }) {
  const parameters = /** @type {Node[]} */ (params).map((each) => parameterText(source, each));
  const answer = returnType ? `: ${typeText(source, returnType)}` : '';
  const own = name + (typeParameters ? source.textOf(typeParameters) : '');
  const short = `${own}(${parameters.join(', ')})${answer}`;
  return short.length <= WIDEST ? short : `${own}(\n${parameters.map((each) => `  ${each},\n`).join('')})${answer}`;
}

/** The codes of an error's type that has a name, such as `RefusalCode`. @param {Source} source @param {string} type */
function codesOf(source, type) {
  if (!/^\w+Code$/.test(type)) return undefined;
  const from = source.body.find(({ specifiers }) =>
    /** @type {Node[]} */ (specifiers ?? []).some(({ local }) => local.name === type),
  );
  const path = from?.source && posix.join(posix.dirname(source.path), from.source.value.replace(/\.js$/, '.ts'));
  const declaring = path ? readSource(path) : source;
  const alias = declaring.body.find(({ id }) => id?.name === type);
  const codes = alias && oneLine(declaring.textOf(alias.typeAnnotation)).replace(/^\| /, '');
  return codes?.startsWith("'") ? codes : undefined;
}

/** @param {Source} source @param {Node} member */
function fieldType(source, member) {
  const annotation = member.typeAnnotation ?? member.value?.returnType;
  if (!annotation) return source.textOf(member.value);
  const type = typeText(source, annotation);
  return codesOf(source, type) ?? type;
}

/** @param {Source} source @param {Node} member @returns {Member} */
const fieldOf = (source, member) => ({
  name: String(member.key.name),
  type: fieldType(source, member),
  description: source.docOf(member)?.description ?? '',
  isOptional: member.optional === true,
});

/** @param {Source} source @param {Node} node */
function readInterface(source, node) {
  const members = /** @type {Node[]} */ (node.body.body);
  return {
    inherits: /** @type {Node[]} */ (node.extends ?? []).map((each) => source.textOf(each)),
    fields: members.filter(({ type }) => type === 'TSPropertySignature').map((member) => fieldOf(source, member)),
    methods: members
      .filter(({ type }) => type === 'TSMethodSignature')
      .map((member) => ({ signature: signatureOf(source, member.key.name, member), doc: source.docOf(member) ?? NONE })),
  };
}

/** @param {Source} source @param {Node} node */
function readApiClass(source, node) {
  const open = /** @type {Node[]} */ (node.body.body).filter(
    ({ key, accessibility, static: isStatic }) => key?.type === 'Identifier' && !accessibility && !isStatic,
  );
  // `name` is the class's own name.
  const fields = open.filter(
    (member) => (member.type === 'PropertyDefinition' && member.key.name !== 'name') || member.kind === 'get',
  );
  const methods = open.filter(({ kind }) => kind === 'method');
  return {
    fields: fields.map((member) => fieldOf(source, member)),
    methods: methods.map((member) => ({
      signature: signatureOf(source, member.key.name, member.value),
      doc: source.docOf(member) ?? NONE,
    })),
  };
}

/** The text of an alias's type; one that only the compiler can work out is left out. @param {Source} source @param {Node} node */
function aliasText(source, node) {
  const type = source
    .textOf(node)
    .replace(/^[^=]*=\s*/, '')
    .replace(/;$/, '');
  const [, object] = /^keyof typeof (\w+)$/.exec(type) ?? [];
  const keys = object && schemaNamed(source, object)?.declarations[0].init.expression?.expression?.properties;
  if (keys) return /** @type {Node[]} */ (keys).map(({ key }) => `| '${key.name}'`).join('\n');
  return /\btypeof\b|\bNamed</.test(type) ? undefined : type;
}

/** @param {Source} source @param {Node} node @param {ReadonlySet<string>} exported */
function readAlias(source, node, exported) {
  const [, name] = /^z\.infer<typeof (\w+)>$/.exec(source.textOf(node.typeAnnotation)) ?? [];
  const schema = name === undefined ? undefined : schemaNamed(source, name);
  if (schema) return { fields: schemaFields(source, schema, exported) ?? [], doc: source.docOf(schema) ?? NONE };
  const sent = requestFields(source, node.typeAnnotation);
  if (sent) return { fields: sent, isSent: true };
  const type = aliasText(source, node);
  return type === undefined ? {} : { type };
}

/**
 * @param {Source} source
 * @param {string} name
 * @param {ReadonlySet<string>} exported
 * @returns {Export}
 */
function readExport(source, name, exported) {
  for (const node of source.body) {
    const declared = node.type === 'VariableDeclaration' ? node.declarations[0] : node;
    if (declared?.id?.name !== name) continue;
    const base = { name, path: source.path, doc: source.docOf(node) ?? NONE };
    if (node.type === 'FunctionDeclaration') return { ...base, signature: signatureOf(source, name, node) };
    if (node.type === 'VariableDeclaration') return { ...base, signature: signatureOf(source, name, declared.init) };
    if (node.type === 'ClassDeclaration') return { ...base, ...readApiClass(source, node) };
    if (node.type === 'TSInterfaceDeclaration') return { ...base, ...readInterface(source, node) };
    if (node.type === 'TSTypeAliasDeclaration') return { ...base, ...readAlias(source, node, exported) };
  }
  throw new Error(`${source.path} has no declaration of ${name} that the reference can show.`);
}

/** @param {Source} source @param {string} name */
const declares = (source, name) => source.body.some(({ type, id }) => type === 'TSInterfaceDeclaration' && id.name === name);

/** Everything that the entry exports, in its order. @returns {Export[]} */
export function readServerApi() {
  const found = readSource(ENTRY).body.flatMap(({ type, source, specifiers }) => {
    if (type !== 'ExportNamedDeclaration' || !source) return [];
    const path = posix.join(posix.dirname(ENTRY), source.value.replace(/\.js$/, '.ts'));
    return /** @type {Node[]} */ (specifiers).map(({ exported }) => ({ path, name: String(exported.name) }));
  });
  const names = new Set(found.map(({ name }) => name));
  return found.flatMap(({ path, name }) => {
    const source = readSource(path);
    const each = readExport(source, name, names);
    // A caller needs the type of a parameter even if the package does not export its name.
    const needed = (each.signature?.match(/\b[A-Z]\w+/g) ?? []).filter((type) => !names.has(type) && declares(source, type));
    return [each, ...needed.map((type) => readExport(source, type, names))];
  });
}
