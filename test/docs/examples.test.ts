import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { root } from '../../build/install.mjs';
import * as headless from '../../src/headless.js';
import * as elements from '../../src/index.js';
import * as merchant from '../../src/merchant/index.js';
import * as react from '../../src/react.js';

// The examples in the doc comments of what a merchant calls: each has one, and each compiles.

const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  'checkout-elements': Object.keys(elements),
  'checkout-elements/merchant': Object.keys(merchant),
  'checkout-elements/headless': Object.keys(headless),
  'checkout-elements/react': Object.keys(react),
  'checkout-elements/fields-handler': ['createFieldsHandler'],
};

/** Whether it is called, unlike constants, and the classes of errors and events, which a merchant gets. */
const isCalled = (value: unknown): boolean =>
  typeof value === 'function' && !(value.prototype instanceof Error || value.prototype instanceof Event);

const called = [
  ...Object.entries({ ...elements, ...merchant, ...headless }).flatMap(([name, value]) => (isCalled(value) ? name : [])),
  ...Object.keys(react),
  'createFieldsHandler',
];

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => join(root, 'src', path));

const COMMENTED = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*export (?:async )?(?:function|class|const) (\w+)/g;

const examples = new Map(
  sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(COMMENTED)].flatMap(([, comment = '', name = '']) => {
      const lines = comment.replaceAll(/^ \* ?/gm, '');
      const [, example] = /^@example\n([^]*?)(?=^@\w|$(?![^]))/m.exec(lines) ?? [];
      return example === undefined ? [] : [[name, example.trim()] as const];
    }),
  ),
);

/** What an example takes as given: the reader's own program. */
const GIVEN = `
import type { Express } from 'express';
import type { ServerResponse } from 'node:http';
import type { CardSource, CheckoutClient, OrderFlowOptions, RecordStore, TransferFlowOptions } from 'checkout-elements/headless';
import type { PublicPlan, PublicProduct, MerchantClient, Subscription, Transaction } from 'checkout-elements/merchant';
declare global {
  const app: Express, cards: CardSource, checkout: CheckoutClient, client: MerchantClient, records: RecordStore;
  const dependencies: TransferFlowOptions, orderDependencies: OrderFlowOptions;
  const order: { readonly id: string; readonly paidBy: string | undefined }, subscription: Subscription, transaction: Transaction;
  const id: string, jobId: string, publicKey: string, secretKey: string, shopId: string, trackingId: string, uid: string;
  const club: PublicPlan, tea: PublicProduct, key: string, request: Request, response: ServerResponse;
  const notifications: (request: Request) => Promise<Response>;
  function deliver(id: string): void;
  function review(uid: string): void;
  function askAgainLater(uid: string): void;
  function save(subscription: Subscription): void;
  function settle(transaction: Transaction): void;
  function isOrderOfThisSession(request: Request, trackingId: string): boolean;
}
`;

/** Imports what an example uses: from the entry for programs without a page if the example is of it, else from another. */
function importsOf(code: string, own: string): string {
  const isHeadless = ENTRIES['checkout-elements/headless']?.includes(own) === true;
  const entries = Object.entries(ENTRIES).filter(([entry]) => entry.endsWith('/headless') === isHeadless);
  const words = [...new Set(code.match(/\b[A-Za-z]\w+\b/g))];
  return words
    .flatMap((word) => {
      const [entry] = entries.find(([, names]) => names.includes(word)) ?? [];
      return entry === undefined ? [] : `import { ${word} } from '${entry}';\n`;
    })
    .join('');
}

test('what a merchant calls has an example', () => {
  expect(called.length).toBeGreaterThan(30);
  expect(called.filter((name) => !examples.has(name))).toEqual([]);
});

test('every example compiles', { timeout: 60_000 }, () => {
  const folder = join(root, 'node_modules/.cache/checkout-elements/examples');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = [...examples].map(([name, code]) => {
    const path = join(folder, `${name}.tsx`);
    const modules =
      "import express from 'express';\nimport { createServer } from 'node:http';\nimport 'checkout-elements/define';\n";
    writeFileSync(path, `${modules}${importsOf(code, name)}export {};\n${code}\n`);
    return path;
  });
  writeFileSync(join(folder, 'given.ts'), GIVEN);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { noUnusedLocals: false },
      files: [...files, join(folder, 'given.ts'), ...sources.filter((path) => path.endsWith('.d.ts'))],
      include: [],
    }),
  );
  const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' });
  expect(tsc.stdout).toBe('');
  expect(tsc.status).toBe(0);
});
