import { posix } from 'node:path';
import { folderImports, judgeGatewayImport } from './gateway-imports.js';
import type { SourceFile } from './source-file.js';

const LEAVES = ['wire', 'card', 'money', 'http', 'url', 'clock', 'hosting'] as const;

/**
 * What each folder of src may import in addition to itself. A folder that is not listed here has no rule yet, which is a
 * violation.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(LEAVES.map((leaf) => [leaf, []])),
  locales: [],
  markup: ['locales', 'card', 'money'],
  merchant: ['markup', ...LEAVES],
  check: ['markup', ...LEAVES],
  checkout: LEAVES,
  flow: ['checkout', ...LEAVES],
  channel: LEAVES,
  react: ['elements'],
  script: ['elements', 'flow', 'checkout', 'locales', ...LEAVES],
  elements: ['flow', 'checkout', 'locales', 'channel', ...LEAVES],
  frame: ['elements', 'checkout', 'locales', 'channel', ...LEAVES],
};
/** The folders that the elements share: each imports those before it. */
const SHARED_BY_ELEMENTS = ['page', 'base', 'fields', 'session', 'steps', 'offer', 'payment'];
/**
 * For a folder with subfolders: what each of them may import in addition to itself and the folder's own files. All
 * subfolders are listed; the folder's own files (the empty name) only if they may not import every subfolder.
 */
const INNER_FOLDERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  check: { observe: [], judge: ['observe'] },
  wire: { request: [], response: [] },
  merchant: { adapters: [], client: [], handlers: ['client'], notification: [] },
  flow: {
    cards: [],
    record: [],
    request: ['cards'],
    price: ['cards', 'request'],
    outcome: ['record'],
    attempt: ['cards', 'outcome', 'record', 'request'],
  },
  elements: {
    '': [],
    ...Object.fromEntries(SHARED_BY_ELEMENTS.map((folder, index) => [folder, SHARED_BY_ELEMENTS.slice(0, index)])),
    'p2p-transfer': SHARED_BY_ELEMENTS,
    'product-pay': SHARED_BY_ELEMENTS,
    'plan-subscribe': SHARED_BY_ELEMENTS,
  },
};
/** Code that only servers and the sandbox run: a browser sends requests and never validates them. */
const SERVER_ONLY = ['src/wire/request/', 'src/wire/endpoints.ts'];
const BROWSER_FOLDERS = new Set(['checkout', 'flow', 'elements']);
// The merchant's server code checks whether there is a page, and refuses to run in one; the check command reads a page.
const NAMES_THE_PAGE = [
  'src/elements/',
  'src/frame/',
  'src/react/',
  'src/script',
  'src/merchant/client/server-only.ts',
  'src/check/',
];
const NAMES_LIT = ['src/elements/', 'src/frame/', 'demo/', 'test/', 'src/index.ts', 'src/define.ts', 'src/script'];
/** Imports a file of the build, whose address is known only in the page. */
const LOADS_BUILT_FILES = 'src/script/load-beside.ts';
/** The packages of a gateway that runs inside a page. */
const PAGE_PACKAGES = new Set(['jose', 'zod/mini']);
const ROOMS_WITHOUT_A_NAME = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'shared', 'types']);
/** `src/flow/state.ts` → `flow`; undefined for an entry in src itself and for files outside src. */
function folderOf(path: string): string | undefined {
  const [top, folder, ...rest] = path.split('/');
  return top === 'src' && rest.length > 0 ? folder : undefined;
}

/** `src/wire/response/check.ts` → `response`; empty for a file directly in its folder. */
function innerRoomOf(path: string): string {
  const [, , folder = '', file] = path.split('/');
  return file === undefined ? '' : folder;
}

function startsWithAny(path: string, starts: readonly string[]): boolean {
  return starts.some((start) => path.startsWith(start));
}

/** The file that a relative import names; undefined when it is not there. */
function resolve(from: string, specifier: string, paths: ReadonlySet<string>): string | undefined {
  const target = posix.join(posix.dirname(from), specifier);
  const candidates = [target, target.replace(/\.js$/, '.ts'), target.replace(/\.mjs$/, '.mts')];
  return candidates.find((candidate) => paths.has(candidate));
}

function judgeInnerImport(violation: string, from: string, to: string, folder: string): string | undefined {
  const rules = INNER_FOLDERS[folder];
  const inner = innerRoomOf(from);
  const target = innerRoomOf(to);
  const allowed = rules?.[inner];
  if (!allowed || target === '' || inner === target || allowed.includes(target)) return undefined;
  return `${violation}: ${folder}/${inner || posix.basename(from)} may not import ${folder}/${target}`;
}

/** Browser code may import types of server-only code, but no values. */
function judgeValueImport(from: string, to: string): string | undefined {
  const folder = folderOf(from);
  const isBrowsers = from.startsWith('src/') && (folder === undefined || BROWSER_FOLDERS.has(folder));
  return isBrowsers && startsWithAny(to, SERVER_ONLY)
    ? `${from} imports ${to}: a browser imports only types from there`
    : undefined;
}

function judgeImport(from: string, to: string): string | undefined {
  const folder = folderOf(from);
  const [fromTop = '', fromPlace = ''] = from.split('/');
  const [toTop = '', toPlace = ''] = to.split('/');
  const violation = `${from} imports ${to}`;
  if (fromTop === 'src') {
    if (toTop !== 'src') return `${violation}: src imports only src`;
    const target = folderOf(to);
    if (folder === undefined) return undefined;
    if (folder === target) return judgeInnerImport(violation, from, to, folder);
    if (target === undefined) return `${violation}: a folder does not import an entry`;
    return MAY_IMPORT[folder]?.includes(target) ? undefined : `${violation}: ${folder} may not import ${target}`;
  }
  if (fromTop !== 'demo') return undefined;
  if (toTop === 'test') return `${violation}: the demo does not import tests`;
  if (toTop === 'demo') {
    // One gateway, with a server or inside a page: the rules are the same code.
    if (fromPlace === 'scripted' && toPlace === 'gateway') return undefined;
    return fromPlace === toPlace ? judgeGatewayImport(from, to) : `${violation}: the demo's parts meet over HTTP only`;
  }
  if (fromPlace !== 'gateway' && fromPlace !== 'scripted') return undefined;
  if (LEAVES.some((leaf) => leaf === folderOf(to))) return undefined;
  if (to === 'src/define.ts' && from.endsWith('.client.ts')) return undefined;
  return `${violation}: the gateway imports leaves only, its browser pages src/define.ts too`;
}

function judgeFile(file: SourceFile): string[] {
  const found: string[] = [];
  const folder = folderOf(file.path);
  if (folder !== undefined && !Object.hasOwn(MAY_IMPORT, folder)) found.push(`${file.path}: the folder ${folder} has no rule`);
  const inner = innerRoomOf(file.path);
  const rules = folder === undefined ? undefined : INNER_FOLDERS[folder];
  if (rules && inner !== '' && !Object.hasOwn(rules, inner))
    found.push(`${file.path}: the folder ${folder}/${inner} has no rule`);
  if (file.path.startsWith('src/') && !startsWithAny(file.path, NAMES_THE_PAGE)) {
    for (const name of file.pageGlobals) found.push(`${file.path} names ${name}`);
  }
  if (!startsWithAny(file.path, NAMES_LIT) && file.imports.some((name) => /^(lit|@lit)(\/|$)/.test(name))) {
    found.push(`${file.path} imports lit: only elements do`);
  }
  for (const part of file.path.split('/')) {
    const name = part.split('.')[0] ?? '';
    if (ROOMS_WITHOUT_A_NAME.has(name)) found.push(`${file.path}: the name ${name} does not describe the content`);
  }
  return found;
}

/** Files or folders that can reach themselves. Each cycle is reported once, from its alphabetically first path. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      found.push(`a cycle: ${[...trail.slice(at), path].join(' → ')}`);
      return;
    }
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of [...graph.keys()].sort()) walk(path, []);
  return found;
}

/** What a file's values come from, directly or through others; the folder's files run in pages, where none of these exist. */
function findServerPackages(files: readonly SourceFile[], folder: string): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set(files.filter(({ path }) => path.startsWith(folder)).map(({ path }) => path));
  const found: string[] = [];
  // A set grows while it is walked.
  for (const path of reached) {
    for (const specifier of byPath.get(path)?.valueImports ?? []) {
      const target = specifier.startsWith('.') ? resolve(path, specifier, paths) : undefined;
      if (target) reached.add(target);
      else if (!PAGE_PACKAGES.has(specifier)) found.push(`${path} imports ${specifier}, which ${folder} can't load in a page`);
    }
  }
  return found;
}

/** Every violation of the rules in these files, in words. */
export function findViolations(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map((file) => file.path));
  const graph = new Map<string, string[]>();
  const found: string[] = [];
  for (const file of files) {
    found.push(...judgeFile(file));
    const targets: string[] = [];
    for (const specifier of file.imports) {
      if (!specifier.startsWith('.') || !/\.m?[jt]s$/.test(specifier)) continue;
      const target = resolve(file.path, specifier, paths);
      if (target === undefined && file.path === LOADS_BUILT_FILES) continue;
      if (target === undefined) {
        found.push(`${file.path} imports ${specifier}, which is not there`);
        continue;
      }
      targets.push(target);
      const isValue = file.valueImports.includes(specifier);
      const verdicts = [judgeImport(file.path, target), isValue ? judgeValueImport(file.path, target) : undefined];
      found.push(...verdicts.filter((verdict) => verdict !== undefined));
    }
    graph.set(file.path, targets);
  }
  const cycles = findCycles(graph);
  // A cycle of files may be one of their folders too: it is reported once.
  found.push(...findServerPackages(files, 'demo/scripted/'));
  return [...found, ...(cycles.length > 0 ? cycles : findCycles(folderImports(graph)))];
}
