import { posix } from 'node:path';
import { parseSync } from 'vite';

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** What a module exports, and what it takes from others. */
interface Module {
  readonly path: string;
  readonly text: string;
  readonly exports: readonly string[];
  /** By the specifier of the other module; `*`: everything. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []);
/** The text of an identifier or of a string. */
const nameOf = (value: unknown): string => {
  const name = isNode(value) ? (value['name'] ?? value['value']) : undefined;
  return typeof name === 'string' ? name : '';
};

/** The names that a declaration binds. */
function namesBound(node: Node): string[] {
  if (node.type === 'Identifier') return [nameOf(node)];
  if (node.type === 'VariableDeclaration')
    return nodesIn(node['declarations']).flatMap((each) => nodesIn(each['id']).flatMap(namesBound));
  if (node.type === 'ObjectPattern')
    return nodesIn(node['properties']).flatMap((each) => nodesIn(each['value']).flatMap(namesBound));
  return nodesIn(node['id']).flatMap(namesBound);
}

function readModule(path: string, text: string): Module {
  const exports: string[] = [];
  const imports = new Map<string, Set<string>>();
  const take = (source: unknown, names: readonly string[]): void => {
    const specifier = nameOf(source);
    const known = imports.get(specifier) ?? new Set();
    imports.set(specifier, known);
    for (const name of names) known.add(name);
  };
  const visit = (node: Node): void => {
    const { source } = node;
    if (node.type === 'ImportDeclaration') {
      take(
        source,
        nodesIn(node['specifiers']).map((each) => (each['imported'] ? nameOf(each['imported']) : '*')),
      );
    } else if (node.type === 'ExportNamedDeclaration' && source) {
      take(
        source,
        nodesIn(node['specifiers']).map((each) => nameOf(each['local'])),
      );
      exports.push(...nodesIn(node['specifiers']).map((each) => nameOf(each['exported'])));
    } else if (node.type === 'ExportNamedDeclaration') {
      exports.push(
        ...nodesIn(node['declaration']).flatMap(namesBound),
        ...nodesIn(node['specifiers']).map((each) => nameOf(each['exported'])),
      );
    } else if (node.type === 'ImportExpression' || node.type === 'TSImportType' || node.type === 'ExportAllDeclaration') {
      take(source, ['*']);
    }
    for (const child of Object.values(node)) nodesIn(child).forEach(visit);
  };
  nodesIn(parseSync(path, text).program).forEach(visit);
  // JSDoc in plain JavaScript.
  for (const [, specifier = ''] of text.matchAll(/import\('(\.[^']+)'\)/g)) take({ type: 'Literal', value: specifier }, ['*']);
  return { path, text, exports, imports };
}

/**
 * Exports that no other module imports and that are not used in their own, and modules that nothing imports.
 *
 * @param entries Modules that are used from outside: their exports count as used.
 */
export function findUnused(files: Readonly<Record<string, string>>, entries: readonly RegExp[]): string[] {
  const modules = Object.entries(files).map(([path, text]) => readModule(path, text));
  const used = new Map<string, Set<string>>();
  for (const { path, imports } of modules) {
    for (const [specifier, names] of imports) {
      if (!specifier.startsWith('.')) continue;
      const target = posix.join(posix.dirname(path), specifier.split('?')[0]!);
      for (const candidate of [target, target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx')]) {
        used.set(candidate, new Set([...(used.get(candidate) ?? []), ...names]));
      }
    }
  }
  return modules.flatMap(({ path, text, exports }) => {
    if (entries.some((entry) => entry.test(path))) return [];
    const names = used.get(path);
    if (!names) return [`${path}: nothing imports it`];
    if (names.has('*')) return [];
    const isUsedInside = (name: string): boolean =>
      [...text.matchAll(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))].length > 1;
    return exports.filter((name) => !names.has(name) && !isUsedInside(name)).map((name) => `${path}: nothing uses ${name}`);
  });
}
