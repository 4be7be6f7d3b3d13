import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { findViolations } from './layers/rules.js';
import { readSource } from './layers/source-file.js';

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mts|mjs|js)$/.test(name))
    .map((name) => join(folder, name).split(sep).join('/'));
}

function violationsIn(files: Readonly<Record<string, string>>): string[] {
  return findViolations(Object.entries(files).map(([path, text]) => readSource(path, text)));
}

test('the folders of src, build, demo and test import in one direction only', () => {
  const files = ['src', 'build', 'demo', 'test'].flatMap(sourcesBelow);
  expect(files).toContain('src/wire/response/check.ts');
  expect(findViolations(files.map((path) => readSource(path, readFileSync(path, 'utf8'))))).toEqual([]);
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    'a leaf that imports another leaf',
    { 'src/card/pan.ts': "import { a } from '../money/a.js';", 'src/money/a.ts': 'export const a = 1;' },
    /card may not import money/,
  ],
  [
    'a type import against the direction',
    { 'src/wire/check.ts': "import type { A } from '../flow/a.js';", 'src/flow/a.ts': 'export type A = 1;' },
    /wire may not import flow/,
  ],
  [
    'a re-export against the direction',
    { 'src/checkout/a.ts': "export { b } from '../flow/b.js';", 'src/flow/b.ts': 'export const b = 1;' },
    /checkout may not import flow/,
  ],
  [
    'a dynamic import against the direction',
    { 'src/flow/a.ts': "await import('../locales/en.js');", 'src/locales/en.ts': 'export const en = {};' },
    /flow may not import locales/,
  ],
  [
    'an import type',
    { 'src/checkout/a.ts': "type B = import('../flow/b.js').B;", 'src/flow/b.ts': 'export type B = 1;' },
    /checkout may not import flow/,
  ],
  ['a computed module name', { 'src/flow/a.ts': 'const name: string = "b"; await import(`./${name}.js`);' }, /is not there/],
  [
    'merchant code that imports the flow',
    { 'src/merchant/a.ts': "import '../flow/b.js';", 'src/flow/b.ts': '' },
    /merchant may not import flow/,
  ],
  ['a folder that imports an entry', { 'src/elements/a.ts': "import '../index.js';", 'src/index.ts': '' }, /an entry/],
  ['src that imports the demo', { 'src/index.ts': "import '../demo/a.js';", 'demo/a.ts': '' }, /src imports only src/],
  ['a demo that imports a test', { 'demo/shop/a.ts': "import '../../test/a.js';", 'test/a.ts': '' }, /does not import/],
  [
    'a gateway that imports the checkout',
    { 'demo/gateway/a.ts': "import '../../src/checkout/b.js';", 'src/checkout/b.ts': '' },
    /leaves only/,
  ],
  [
    'a gateway server that imports the elements',
    { 'demo/gateway/a.ts': "import '../../src/define.js';", 'src/define.ts': '' },
    /leaves only/,
  ],
  [
    'a gateway in a page that imports a module of Node through another file',
    {
      'demo/scripted/a.ts': "import '../gateway/card/b.js';",
      'demo/gateway/card/b.ts': "import { createHash } from 'node:crypto';",
    },
    /b\.ts imports node:crypto, which demo\/scripted\/ can't load in a page/,
  ],
  [
    'a gateway that imports the one in a page',
    { 'demo/gateway/a.ts': "import '../scripted/b.js';", 'demo/scripted/b.ts': '' },
    /HTTP/,
  ],
  ['a shop that imports the gateway', { 'demo/shop/a.ts': "import '../gateway/b.js';", 'demo/gateway/b.ts': '' }, /HTTP/],
  [
    'a folder of the elements that imports a later one',
    { 'src/elements/base/a.ts': "import '../steps/b.js';", 'src/elements/steps/b.ts': '' },
    /elements\/base may not import elements\/steps/,
  ],
  [
    'an element that imports another one',
    { 'src/elements/plan-subscribe/a.ts': "import '../product-pay/b.js';", 'src/elements/product-pay/b.ts': '' },
    /elements\/plan-subscribe may not import elements\/product-pay/,
  ],
  [
    'a file outside the folders of the elements that imports one',
    { 'src/elements/a.ts': "import './base/b.js';", 'src/elements/base/b.ts': '' },
    /elements\/a.ts may not import elements\/base/,
  ],
  [
    'a response that imports a request',
    { 'src/wire/response/a.ts': "import type { B } from '../request/b.js';", 'src/wire/request/b.ts': 'export type B = 1;' },
    /wire\/response may not import wire\/request/,
  ],
  [
    'a merchant client that imports a handler',
    { 'src/merchant/client/a.ts': "import '../handlers/b.js';", 'src/merchant/handlers/b.ts': '' },
    /merchant\/client may not import merchant\/handlers/,
  ],
  [
    'a flow that imports a request schema',
    { 'src/flow/a.ts': "import { b } from '../wire/request/b.js';", 'src/wire/request/b.ts': 'export const b = 1;' },
    /a browser imports only types/,
  ],
  [
    'an entry that exports a request schema',
    { 'src/headless.ts': "export { b } from './wire/request/b.js';", 'src/wire/request/b.ts': 'export const b = 1;' },
    /a browser imports only types/,
  ],
  [
    'an element that imports every endpoint',
    { 'src/elements/a.ts': "import '../wire/endpoints.js';", 'src/wire/endpoints.ts': '' },
    /a browser imports only types/,
  ],
  [
    'a folder of the gateway that imports a later one',
    { 'demo/gateway/card/a.ts': "import '../order/b.js';", 'demo/gateway/order/b.ts': '' },
    /card may not import order/,
  ],
  [
    'a folder of the gateway that imports what is beside the folders',
    { 'demo/gateway/card/a.ts': "import '../b.js';", 'demo/gateway/b.ts': '' },
    /card may not import what is beside the folders/,
  ],
  [
    'a folder of the gateway without a rule',
    { 'demo/gateway/unlisted/a.ts': "import '../card/b.js';", 'demo/gateway/card/b.ts': '' },
    /the folder unlisted of the gateway has no rule/,
  ],
  [
    'a cycle of folders',
    {
      'demo/shop/orders/a.ts': "import '../pages/b.js';",
      'demo/shop/orders/c.ts': '',
      'demo/shop/pages/b.ts': '',
      'demo/shop/pages/d.ts': "import '../orders/c.js';",
    },
    /a cycle: demo\/shop\/orders → demo\/shop\/pages → demo\/shop\/orders/,
  ],
  ['a new folder without a rule', { 'src/unlisted/a.ts': '' }, /the folder unlisted has no rule/],
  ['a new subfolder without a rule', { 'src/wire/unlisted/a.ts': '' }, /the folder wire\/unlisted has no rule/],
  ['a flow that names the document', { 'src/flow/a.ts': 'export const title = document.title;' }, /names document/],
  ['a window read from the global object', { 'src/flow/a.ts': 'export const w = globalThis.window;' }, /names window/],
  ['the same with brackets', { 'src/flow/a.ts': "export const d = globalThis['document'];" }, /names document/],
  ['an entry for servers that names the window', { 'src/headless.ts': 'export const a = typeof window;' }, /names window/],
  ['a flow that imports lit', { 'src/flow/a.ts': "import { html } from 'lit';" }, /imports lit/],
  ['a missing file', { 'src/flow/a.ts': "import './gone.js';" }, /is not there/],
  [
    'a cycle of types',
    {
      'src/flow/a.ts': "import type { B } from './b.js'; export type A = B;",
      'src/flow/b.ts': "export type { A as B } from './a.js';",
    },
    /a cycle: src\/flow\/a\.ts → src\/flow\/b\.ts → src\/flow\/a\.ts/,
  ],
  ['a folder with a meaningless name', { 'demo/shop/utils/a.ts': '' }, /does not describe/],
  ['a file with a meaningless name', { 'test/flow/helpers.test.ts': '' }, /does not describe/],
])('%s is found', (_, files, verdict) => {
  const found = violationsIn(files);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(verdict);
});

test('allowed imports are not reported', () => {
  const found = violationsIn({
    'src/index.ts': "export { A } from './elements/a.js';",
    'src/script.ts': "import './define.js'; document.title;",
    'src/define.ts': "import { A } from './elements/a.js';",
    'src/elements/a.ts': "import { LitElement } from 'lit'; import '../flow/b.js'; import '../locales/en.js'; window.open();",
    'src/elements/product-pay/a.ts': "import '../base/b.js';",
    'src/elements/base/b.ts': '',
    'src/locales/en.ts': '',
    'src/flow/b.ts': "import '../checkout/c.js'; import '../card/d.js'; // the window of document",
    'src/checkout/c.ts': "import '../wire/e.js'; const a = { document: 1, window: 'window' }; a.document;",
    'src/card/d.ts': "import type { F } from './f.js'; interface G { window: F }",
    'src/card/f.ts': 'export type F = 1;',
    'src/wire/e.ts': "import * as z from 'zod/mini';",
    'src/wire/endpoints.ts': "import './request/o.js'; import './response/p.js';",
    'src/wire/request/o.ts': 'export type O = 1;',
    'src/wire/response/p.ts': "import '../e.js';",
    'src/checkout/q.ts': "import type { O } from '../wire/request/o.js'; export type { O } from '../wire/request/o.js';",
    'src/merchant/g.ts': "import './client/r.js'; import './handlers/s.js';",
    'src/merchant/client/r.ts': "import '../../wire/e.js'; import '../../wire/request/o.js';",
    'src/merchant/handlers/s.ts': "import '../client/r.js';",
    'demo/gateway/h.ts': "import '../../src/wire/e.js'; import './order/i.js';",
    'demo/gateway/order/i.ts': "import '../card/j.js';",
    'demo/gateway/card/j.ts': '',
    'demo/gateway/console/i.client.ts': "import '../../../src/define.js'; document.title;",
    'demo/shop/j.ts': "import '../../src/merchant/g.js';",
    'demo/scripted/m.ts': "import '../gateway/card/j.js'; import '../../src/wire/e.js'; import { compactDecrypt } from 'jose';",
    'demo/start/k.mjs': "import process from 'node:process';",
    'test/l.test.ts': "import '../demo/start/k.mjs';",
  });
  expect(found).toEqual([]);
});
