import { posix } from 'node:path';
import type { SourceFile } from './source-file.js';

const LEAVES = ['wire', 'card', 'money', 'http', 'url', 'clock'] as const;

/** What each room of src may import beside itself. A room that is not here has no rule yet, which is a fault. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(LEAVES.map((leaf) => [leaf, []])),
  locales: [],
  merchant: LEAVES,
  check: LEAVES,
  checkout: LEAVES,
  flow: ['checkout', ...LEAVES],
  elements: ['flow', 'checkout', 'locales', ...LEAVES],
};
/** The rooms of the elements: each imports itself, those before it, and the files that lie in no room. */
const ELEMENT_ROOMS = [
  'page', 'base', 'fields', 'session', 'steps', 'offer', 'payment', 'p2p-transfer', 'product-pay', 'plan-subscribe',
];
// The merchant's server asks whether there is a page, to refuse to work in one; the check reads one in a browser.
const NAMES_THE_PAGE = ['src/elements/', 'src/frame/', 'src/script.ts', 'src/merchant/server-only.ts', 'src/check/'];
const NAMES_LIT = ['src/elements/', 'src/frame/', 'demo/', 'test/', 'src/index.ts', 'src/define.ts', 'src/script.ts'];
const ROOMS_WITHOUT_A_NAME = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'shared', 'types']);
const MOST_LINES = 400;

/** `src/flow/state.ts` → `flow`; undefined for an entry in src itself and for files outside src. */
function roomOf(path: string): string | undefined {
  const [top, room, ...rest] = path.split('/');
  return top === 'src' && rest.length > 0 ? room : undefined;
}

function startsWithAny(path: string, starts: readonly string[]): boolean {
  return starts.some((start) => path.startsWith(start));
}

/** The file that a relative import names; undefined when there is none. Files that are no code are let be. */
function resolve(from: string, specifier: string, paths: ReadonlySet<string>): string | undefined {
  const target = posix.join(posix.dirname(from), specifier);
  const candidates = [target, target.replace(/\.js$/, '.ts'), target.replace(/\.mjs$/, '.mts')];
  return candidates.find((candidate) => paths.has(candidate));
}

/** Elements share rooms; none imports another element. */
function judgeElementRooms(told: string, from: string, to: string): string | undefined {
  if (to.endsWith('.ts')) return undefined;
  const [place, target] = [ELEMENT_ROOMS.indexOf(from), ELEMENT_ROOMS.indexOf(to)];
  const isElement = target > ELEMENT_ROOMS.indexOf('payment');
  if (place === target || (target < place && !isElement)) return undefined;
  return `${told}: elements/${from} may not import elements/${to}`;
}

function judgeImport(from: string, to: string): string | undefined {
  const room = roomOf(from);
  const fromRooms = from.split('/');
  const [fromTop = '', fromPlace = ''] = fromRooms;
  const [toTop = '', toPlace = ''] = to.split('/');
  const told = `${from} imports ${to}`;
  if (fromTop === 'src') {
    if (toTop !== 'src') return `${told}: src imports only src`;
    const target = roomOf(to);
    if (room === 'elements' && target === room) return judgeElementRooms(told, fromRooms[2] ?? '', to.split('/')[2] ?? '');
    if (room === undefined || room === target) return undefined;
    if (target === undefined) return `${told}: a room does not import an entry`;
    return MAY_IMPORT[room]?.includes(target) ? undefined : `${told}: ${room} may not import ${target}`;
  }
  if (fromTop !== 'demo') return undefined;
  if (toTop === 'test') return `${told}: the demo does not import tests`;
  if (toTop === 'demo') return fromPlace === toPlace ? undefined : `${told}: the demo's parts meet over HTTP only`;
  if (fromPlace !== 'gateway') return undefined;
  if (LEAVES.some((leaf) => leaf === roomOf(to))) return undefined;
  if (to === 'src/define.ts' && from.endsWith('.client.ts')) return undefined;
  return `${told}: the gateway imports leaves only, its browser pages src/define.ts too`;
}

function judgeFile(file: SourceFile): string[] {
  const found: string[] = [];
  const room = roomOf(file.path);
  if (room !== undefined && !Object.hasOwn(MAY_IMPORT, room)) found.push(`${file.path}: the room ${room} has no rule`);
  if (file.path.startsWith('src/') && !startsWithAny(file.path, NAMES_THE_PAGE)) {
    for (const name of file.pageGlobals) found.push(`${file.path} names ${name}`);
  }
  if (!startsWithAny(file.path, NAMES_LIT) && file.imports.some((name) => /^(lit|@lit)(\/|$)/.test(name))) {
    found.push(`${file.path} imports lit: only elements do`);
  }
  if (file.lines > MOST_LINES) found.push(`${file.path} has ${file.lines} lines, more than ${MOST_LINES}`);
  for (const part of file.path.split('/')) {
    const name = part.split('.')[0] ?? '';
    if (ROOMS_WITHOUT_A_NAME.has(name)) found.push(`${file.path}: ${name} says nothing about what is in it`);
  }
  return found;
}

/** Files that can reach themselves: each cycle is told once, from its first file in the alphabet. */
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

/** Everything in these files that breaks the one-way rule of the rooms, in words; empty when all is well. */
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
      if (target === undefined) {
        found.push(`${file.path} imports ${specifier}, which is not there`);
        continue;
      }
      targets.push(target);
      const verdict = judgeImport(file.path, target);
      if (verdict !== undefined) found.push(verdict);
    }
    graph.set(file.path, targets);
  }
  return [...found, ...findCycles(graph)];
}
