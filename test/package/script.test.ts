import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createBuilder, parseSync } from 'vite';
import { expect, inject, test } from 'vitest';
import { listedElements } from '../../build/elements.mjs';
import { root } from '../../build/install.mjs';

function script(): string {
  return readFileSync(join(inject('packed').folder, 'dist/cdn/checkout.js'), 'utf8');
}

test('the script file registers the elements', () => {
  expect(script()).toContain('customElements.define');
  expect(script()).toContain('p2p-transfer');
});

test('the script file is complete: it imports only languages, on demand, from its own folder', () => {
  const { module } = parseSync('checkout.js', script());
  expect(module.staticImports).toEqual([]);
  const asked = module.dynamicImports.map(({ moduleRequest: { start, end } }) => script().slice(start, end));
  expect(asked).toEqual([expect.stringMatching(/^.\.\/locales\//)]);
  const catalogues = readdirSync('src/locales').filter((name) => name.endsWith('.json'));
  const files = readdirSync(join(inject('packed').folder, 'dist/cdn/locales'));
  expect(files.sort()).toEqual(catalogues.map((name) => name.replace('.json', '.js')).sort());
});

test('the script file contains English and no other language', () => {
  expect(script()).toContain('From card');
  expect(script()).not.toMatch(/Номер карты|رقم البطاقة/);
});

test.each(['locales/ar', 'locales/ru'])('the file %s beside it is complete', (name) => {
  const path = join(inject('packed').folder, `dist/cdn/${name}.js`);
  expect(readFileSync(path, 'utf8')).not.toMatch(/\bimport\s*["'({*]|\bfrom\s*["']/);
});

test('each script file is exported, and compiles no schema from text, which a policy without unsafe-eval would report', () => {
  const { folder } = inject('packed');
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { exports: Record<string, unknown> };
  for (const name of ['checkout', ...listedElements().map(({ tag }) => tag)]) {
    expect(exports[`./${name}.js`]).toMatchObject({ default: `./dist/cdn/${name}.js` });
    expect(readFileSync(join(folder, `dist/cdn/${name}.js`), 'utf8')).toMatch(/jitless:!0/);
  }
});

test('the script file refers to no missing source map', () => {
  const named = /sourceMappingURL=(\S+)/.exec(script())?.[1];
  expect(named === undefined || existsSync(join(inject('packed').folder, 'dist/cdn', named))).toBe(true);
});

// Texts of request schemas and of objects that the elements in the file do not use. A browser sends requests and reads
// answers; the gateway validates requests.
test.each([
  'must be an array of strings',
  'must be a year of four digits',
  'is not in NNNNN or NNNNN-NNNN format',
  'is not in ISO 3166-1 Alpha-2 format',
])('the script file contains no request schema: "%s"', (text) => {
  expect(script()).not.toContain(text);
});

test('the script file runs the production build of its libraries', () => {
  expect(script()).not.toContain('Lit is in dev mode');
});

test('the script file opens with one short notice of its licenses', () => {
  const comments = script().match(/\/\*!.*?\*\//gs) ?? [];
  expect(comments).toHaveLength(1);
  expect(script().startsWith('/*! checkout-elements ')).toBe(true);
  expect(comments[0]).toMatch(/lit.*jose.*zod/);
});

test('the script file tells Chromium to compile it while it downloads, before any code', () => {
  expect(script().split('\n')[1]).toBe('//# allFunctionsCalledOnLoad');
});

test('the script file’s Lit creates its Trusted Types policy with the name checkout-elements', () => {
  expect(script()).toMatch(/createPolicy\([`"']checkout-elements[`"']/);
  expect(script()).not.toMatch(/createPolicy\([`"']lit-html/);
});

test('the build fails with a Lit that creates its policy in another way', async () => {
  const before = process.env['NODE_ENV'];
  try {
    const builder = await createBuilder({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'silent',
      plugins: [
        {
          name: 'another-lit',
          enforce: 'pre',
          transform: (code) => code.replace('.createPolicy("lit-html"', '.createPolicy(POLICY_NAME'),
        },
      ],
      environments: { script: { build: { write: false } } },
    });
    await expect(builder.build(builder.environments['script']!)).rejects.toThrow('Expected Lit to ask for its policy');
  } finally {
    process.env['NODE_ENV'] = before;
  }
}, 60_000);
