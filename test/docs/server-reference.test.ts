import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDocuments } from '../../build/manifest/documents.mjs';
import { readServerApi } from '../../build/manifest/server-api.mjs';
import { serverReference } from '../../build/manifest/server-reference.mjs';
import { checkRequest } from '../../src/wire/request/check.js';
import { customerRequest } from '../../src/wire/request/customer.js';
import { planRequest } from '../../src/wire/request/plan.js';
import { productRequest } from '../../src/wire/request/product.js';
import { transferRequest } from '../../src/wire/request/transfer.js';
import { fillTables } from '../../build/manifest/tables.mjs';

const page = readFileSync('docs/reference/server.md', 'utf8');

test('the server reference is up to date: npm run docs', () => {
  const documents = readDocuments();
  expect(fillTables(documents, serverReference())).toEqual(documents);
});

test('everything that the entry for servers exports is in the reference, with a sentence', () => {
  const entry = readFileSync('src/merchant/index.ts', 'utf8');
  const exported = [...entry.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  expect(exported).toContain('createStatusHandler');
  const headings = new Set([...page.matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name));
  expect(exported.filter((name) => !headings.has(name))).toEqual([]);
  expect(
    readServerApi()
      .filter(({ doc }) => doc.description === '')
      .map(({ name }) => name),
  ).toEqual([]);
});

test('the reference names no document that its readers do not have', () => {
  expect(page).not.toMatch(/\b[Ss]pec \d/);
});

/** The rows of a request's table: name, type, whether it is required, and its sentence. */
function rowsOf(name: string): readonly (readonly string[])[] {
  const [, section = ''] = new RegExp(`### \`${name}\`\\n(.*?)\\n(?:###|<!--) `, 's').exec(page) ?? [];
  return [...section.matchAll(/^\| `([^`]+)` \| `([^`]+)` \| (yes)? ?\| ?(.*?) ?\|$/gm)].map(
    ([, ...cells]: readonly (string | undefined)[]) => cells.map((cell) => cell ?? ''),
  );
}

test.each([
  ['NewCustomer', customerRequest],
  ['NewPlan', planRequest],
  ['NewProduct', productRequest],
  ['NewTransfer', transferRequest],
  ['TransferCheck', checkRequest],
] as const)('the fields of %s are listed, and those are required that the gateway misses', (name, schema) => {
  const rows = rowsOf(name);
  const top = rows.filter(([field = '']) => !field.includes('.'));
  expect(top.map(([field]) => field)).toEqual(Object.keys(schema.shape));
  const missed = schema.safeParse({}).error?.issues.map(({ path }) => path.join('.'));
  expect(top.filter(([, , required]) => required).map(([field]) => field)).toEqual(missed);
  expect(rows.map(([, type]) => type)).not.toContain('unknown');
});

test('the fields of a request have their types and units', () => {
  expect(rowsOf('NewPlan')).toContainEqual(['plan.amount', 'number', 'yes', 'In minor units: 10.00 USD is `1000`.']);
  expect(rowsOf('NewPlan')).toContainEqual(['plan.interval_unit', "'hour' \\| 'day' \\| 'month'", 'yes', '']);
  expect(rowsOf('NewProduct')).toContainEqual(['amount', 'number', 'yes', 'The price in minor units: 12.50 USD is `1250`.']);
  expect(rowsOf('TransferCheck').map(([field]) => field)).toContain('credit_card.exp_year');
});

test('a handler is shown with its signature, its options and what it throws', () => {
  const [, section = ''] = /### `createStatusHandler`\n(.*?)\n### /s.exec(page) ?? [];
  expect(section).toContain(
    'createStatusHandler<Context = void>(\n  options: StatusHandlerOptions<Context>,\n): (request: Request',
  );
  expect(section).toContain('Throws TypeError when an option is invalid.');
  expect(section).toContain('[`StatusHandlerOptions`](#statushandleroptions)');
  expect(page).toMatch(/^\| `patience\?` \| `number` \| How long the gateway may take, in milliseconds/m);
});
