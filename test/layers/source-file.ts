import { parseSync } from 'vite';

/** What the rules need to know of one source file. */
export interface SourceFile {
  /** From the project's top, with forward slashes. */
  readonly path: string;
  /** Every module that it imports: imports, type imports, re-exports, `import()`, `import('…')` types. */
  readonly imports: readonly string[];
  /** The modules among `imports` from which it imports values, not only types. */
  readonly valueImports: readonly string[];
  /** Page globals it names, `window` and `document`, bare or through `globalThis` or `self`. */
  readonly pageGlobals: readonly string[];
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const PAGE_GLOBALS = new Set(['window', 'document']);
const GLOBAL_OBJECTS = new Set(['globalThis', 'self', 'window']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

function textOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'Identifier') return String(value['name']);
  return value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : undefined;
}

/** `import(name)` can't be resolved: it is recorded as a module that does not exist. */
function moduleNamedBy(node: Node): string | undefined {
  const { source } = node;
  switch (node.type) {
    case 'ImportExpression':
      return isNode(source) && source.type === 'Literal' ? textOf(source) : './computed-at-run-time.js';
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'TSImportType':
      return textOf(source);
    case 'TSExternalModuleReference':
      return textOf(node['expression']);
    default:
      return undefined;
  }
}

/** Whether an import or a re-export is only for types. */
const isTypeOnly = (node: Node): boolean =>
  node.type === 'TSImportType' || node['importKind'] === 'type' || node['exportKind'] === 'type';

/** Whether the child under `key` is only the name of a property, as in `event.document` or `{ window: 1 }`. */
function isPropertyName(parent: Node, key: string): boolean {
  if (parent['computed'] === true || parent['shorthand'] === true) return false;
  if (key === 'property') {
    return parent.type === 'MemberExpression' && !GLOBAL_OBJECTS.has(textOf(parent['object']) ?? '');
  }
  return key === 'key' || key === 'imported' || key === 'exported';
}

/**
 * Reads one file through its syntax tree, so that comments and strings do not count.
 *
 * @throws Error when the source has a syntax error.
 */
export function readSource(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const imports = new Set<string>();
  const valueImports = new Set<string>();
  const pageGlobals = new Set<string>();

  const visit = (node: Node): void => {
    const module = moduleNamedBy(node);
    if (module !== undefined) {
      imports.add(module);
      if (!isTypeOnly(node)) valueImports.add(module);
    }
    for (const [key, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (!isNode(child)) continue;
        const name = textOf(child);
        if (name !== undefined && PAGE_GLOBALS.has(name) && isReference(node, key, child)) pageGlobals.add(name);
        visit(child);
      }
    }
  };
  visit(program as unknown as Node);
  return {
    path,
    imports: [...imports],
    valueImports: [...valueImports],
    pageGlobals: [...pageGlobals],
  };
}

function isReference(parent: Node, key: string, child: Node): boolean {
  // globalThis['document'] names it too; any other string is only a string.
  if (child.type === 'Literal') {
    return parent['computed'] === true && key === 'property' && GLOBAL_OBJECTS.has(textOf(parent['object']) ?? '');
  }
  return !isPropertyName(parent, key);
}
