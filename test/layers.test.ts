import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listedElements } from '../build/elements.mjs';

// Cycles of files are oxlint's (import/no-cycle), and missing files the compiler's.

const LEAVES = ['wire', 'card', 'money', 'http', 'url', 'clock', 'hosting'];
/** What each folder of src may import in addition to itself. A folder that is not listed is a violation. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(LEAVES.map((leaf) => [leaf, []])),
  hosting: ['wire', 'url', 'http'],
  // What an answer means when it is not the expected one, and which input it is about.
  wire: ['http', 'card'],
  locales: [],
  markup: ['locales', 'card', 'money'],
  merchant: ['markup', ...LEAVES],
  check: ['markup', 'locales', ...LEAVES],
  checkout: LEAVES,
  flow: ['checkout', ...LEAVES],
  channel: LEAVES,
  react: ['elements'],
  script: ['elements', 'flow', 'checkout', 'locales', ...LEAVES],
  elements: ['flow', 'checkout', 'locales', 'channel', ...LEAVES],
  frame: ['elements', 'checkout', 'locales', 'channel', ...LEAVES],
};
/** The folders that the elements share: each imports those before it. */
const SHARED = ['page', 'base', 'fields', 'form', 'session', 'steps', 'offer', 'quote', 'payment'];
const ordered = (folders: readonly string[]) => Object.fromEntries(folders.map((name, at) => [name, folders.slice(0, at)]));
/** What a subfolder may import beside itself and the files of its folder. */
const INNER: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'src/check': { observe: [], judge: ['observe'] },
  'src/wire': { request: [], response: [] },
  'src/merchant': { adapters: [], client: [], handlers: ['client'], notification: [] },
  'src/flow': {
    cards: [],
    record: [],
    request: ['cards'],
    price: ['cards', 'request'],
    outcome: ['record'],
    attempt: ['cards', 'outcome', 'record', 'request'],
  },
  'src/elements': { ...ordered(SHARED), ...Object.fromEntries(listedElements().map(({ tag }) => [tag, SHARED])) },
  'demo/gateway': ordered(
    `issuer shop crypto page store time http openapi faults log card payment customer plan transfer order product subscription
    notify console`.split(/\s+/),
  ),
};
const NAMES_THE_PAGE = /^src\/(elements|frame|react|check|locales)\/|^src\/script|^src\/merchant\/client\/server-only\.ts$/;
const NAMES_LIT = /^src\/(elements|frame)\/|^src\/(index|define)\.ts$|^src\/script/;

const IMPORTS = /(?:^|[\s;}])(import|export)(\s+type)?[\s{*][^;'"]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;
const COMMENTS = /\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm;

function judgeImport(from: string, to: string, isType: boolean): string | undefined {
  const [top = '', folder = '', inner = '', ...deeper] = from.split('/');
  const [toTop = '', toFolder = '', toInner = '', ...toDeeper] = to.split('/');
  const [room, toRoom] = [deeper.length > 0 ? inner : '', toDeeper.length > 0 ? toInner : ''];
  if (top === 'src' && toTop !== 'src') return 'src imports only src';
  if (top === 'demo' && toTop === 'test') return 'the demo does not import tests';
  const isGateway = /^(gateway|scripted|conformance)$/.test(folder);
  if (top === 'demo' && toTop === 'src' && isGateway && ![...LEAVES, 'locales'].includes(toFolder))
    return to === 'src/define.ts' && from.endsWith('.client.ts') ? undefined : 'the gateway and its suite import leaves only';
  if (top === 'demo' && toTop === 'demo' && folder !== toFolder && !(folder === 'scripted' && toFolder === 'gateway'))
    return 'the demo’s parts meet over HTTP';
  if (top === 'src' && (inner === '' || /^(checkout|flow|elements)$/.test(folder)) && !isType)
    if (/^src\/wire\/(request\/|endpoints)/.test(to)) return 'a browser imports only types from there';
  if (top === 'src' && inner !== '' && folder !== toFolder) {
    if (toInner === '') return 'a folder does not import an entry';
    return MAY_IMPORT[folder]?.includes(toFolder) ? undefined : `${folder} may not import ${toFolder}`;
  }
  const rules = INNER[`${top}/${folder}`];
  if (!rules || top !== toTop || folder !== toFolder || room === toRoom) return undefined;
  // Files beside the folders of the gateway and of the elements put the folders together, or know none of them.
  if (room === '') return folder === 'elements' && toRoom !== '' ? 'it knows no folder of the elements' : undefined;
  const mayUseFolder = toRoom === '' && folder !== 'gateway';
  return mayUseFolder || rules[room]?.includes(toRoom) ? undefined : `${folder}/${room} may not import ${folder}/${toRoom}`;
}

function violations(path: string, source: string): string[] {
  const text = source.replaceAll(COMMENTS, '');
  const found: string[] = [];
  const [top, folder = '', inner = '', file] = path.split('/');
  if (top === 'src' && inner !== '' && !(folder in MAY_IMPORT)) found.push('its folder has no rule');
  if (file && INNER[`${top}/${folder}`] && !(inner in INNER[`${top}/${folder}`]!)) found.push('its folder has no rule');
  if (
    top === 'src' &&
    !NAMES_THE_PAGE.test(path) &&
    /(?<!['"`.\w])(globalThis\.|self\.)?(window|document)(?=\.|\[|;|\))/.test(text)
  )
    found.push('names the page');
  for (const [, , type, named, bare] of text.matchAll(IMPORTS)) {
    const specifier = named ?? bare ?? '';
    if (top === 'src' && !NAMES_LIT.test(path) && /^(@lit|lit)(\/|$)/.test(specifier)) found.push('imports lit');
    if (!specifier.startsWith('.')) continue;
    const to = posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts');
    const verdict = judgeImport(path, to, type !== undefined);
    if (verdict) found.push(`imports ${to}: ${verdict}`);
  }
  return found.map((what) => `${path} ${what}`);
}

test('the folders of src and demo import in one direction only', () => {
  const files = ['src', 'demo'].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.m?[tj]sx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(top, name).split(sep).join('/')),
  );
  expect(files).toContain('src/wire/response/check.ts');
  expect(files.flatMap((path) => violations(path, readFileSync(path, 'utf8')))).toEqual([]);
});

describe('found is', () => {
  test.each([
    ['src/card/pan.ts', "import { a } from '../money/a.js';"],
    ['src/wire/check.ts', "import type { A } from '../flow/a.js';"],
    ['src/checkout/a.ts', "export { b } from '../flow/b.js';"],
    ['src/flow/a.ts', "await import('../locales/en.js');"],
    ['src/index.ts', "import '../demo/a.js';"],
    ['src/flow/a.ts', "import { b } from '../wire/request/b.js';"],
    ['src/flow/record/a.ts', "import { b } from '../attempt/b.js';"],
    ['src/elements/base/a.ts', "import '../steps/b.js';"],
    ['src/elements/a.ts', "import './base/b.js';"],
    ['src/merchant/client/a.ts', "import '../handlers/b.js';"],
    ['src/unlisted/a.ts', ''],
    ['src/flow/a.ts', 'export const title = document.title;'],
    ['src/flow/a.ts', "import { html } from 'lit';"],
    ['demo/gateway/a.ts', "import '../../src/checkout/b.js';"],
    ['demo/gateway/card/a.ts', "import '../order/b.js';"],
    ['demo/shop/a.ts', "import '../gateway/b.js';"],
  ])('in %s: %s', (path, text) => {
    expect(violations(path, text)).toHaveLength(1);
  });
});
