import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listedElements } from '../../build/elements.mjs';
import { root } from '../../build/install.mjs';

// The script that begins an element, in a copy of what it changes.

const copy = mkdtempSync(join(tmpdir(), 'create-element-'));
const run = (...words: readonly string[]) => spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8' });
const create = (tag: string) => run('build/create-element.mjs', tag);

beforeAll(() => {
  for (const path of ['src', 'build', 'docs', 'package.json', 'tsconfig.json'])
    cpSync(join(root, path), join(copy, path), { recursive: true, filter: (from) => !/\.vitepress\/(cache|dist)/.test(from) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each(['gift', 'Gift-Card', 'plan-subscribe'])('<%s> is refused, and nothing is written', (tag) => {
  const before = readFileSync(join(copy, 'src/define.ts'), 'utf8');
  expect(create(tag).stderr).toMatch(/^Expected a (new )?tag/);
  expect(readFileSync(join(copy, 'src/define.ts'), 'utf8')).toBe(before);
});

test('a new element is in every list, has a page, and compiles', { timeout: 120_000 }, async () => {
  expect(create('gift-card')).toMatchObject({ status: 0, stderr: '' });
  const config = JSON.parse(readFileSync(join(copy, 'tsconfig.json'), 'utf8')) as object;
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ ...config, include: ['src'] }));
  writeFileSync(
    join(copy, 'src/uses-it.tsx'),
    "import { GiftCardElement } from 'checkout-elements';\nimport 'checkout-elements/define';\nimport { GiftCard } from 'checkout-elements/react';\n" +
      "export const element: GiftCardElement = document.createElement('gift-card');\nelement.subject = 'tea';\n" +
      'export const page = <GiftCard subject="tea" />;\n',
  );
  const tsc = run('node_modules/typescript/bin/tsc');
  expect(tsc).toMatchObject({ status: 0, stdout: '' });
  const of = (path: string): Promise<Record<string, () => unknown>> => import(pathToFileURL(join(copy, path)).href);
  expect((await of('build/elements.mjs'))['listedElements']?.()).toContainEqual({
    tag: 'gift-card',
    className: 'GiftCardElement',
    path: 'src/elements/gift-card/gift-card.ts',
  });
  expect(JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'))).toHaveProperty(['exports', './gift-card.js']);
  expect(readFileSync(join(copy, 'docs/.vitepress/config.mts'), 'utf8')).toContain('gift-card');
  expect(readFileSync(join(copy, 'docs/reference/gift-card.md'), 'utf8')).toContain('<!-- gift-card attributes -->');
  const show =
    "import { makeManifest } from './build/manifest/manifest.mjs';" +
    'const all = makeManifest().modules.flatMap(({ declarations }) => declarations);' +
    "console.log(all.find(({ tagName }) => tagName === 'gift-card').attributes.map(({ name }) => name).join(' '));";
  expect(run('--input-type=module', '--eval', show)).toMatchObject({ stderr: '', stdout: expect.stringMatching(/\bsubject\b/) });
});

test.each(listedElements())('<$tag> is in every list, and says what it is', ({ tag, className }) => {
  const text = (path: string): string => readFileSync(join(root, path), 'utf8');
  expect(text('src/index.ts')).toContain(` ${className} }`);
  expect(text('src/react.ts')).toContain(`component(${className})`);
  expect(text('docs/.vitepress/config.mts')).toContain(`'reference/${tag}'`);
  expect(JSON.parse(text('package.json'))).toHaveProperty(['exports', `./${tag}.js`]);
  expect(text('test/package/size.test.ts')).toContain(`'cdn/${tag}.js':`);
});

test('no element is missing in the list that the others follow', () => {
  const folders = readdirSync(join(root, 'src/elements')).filter((name) =>
    existsSync(join(root, 'src/elements', name, `${name}.ts`)),
  );
  const tags = folders.filter((name) =>
    readFileSync(join(root, 'src/elements', name, `${name}.ts`), 'utf8').includes(`static readonly tag = '${name}'`),
  );
  expect(tags.toSorted()).toEqual(
    listedElements()
      .map(({ tag }) => tag)
      .toSorted(),
  );
});

test('the next one follows it in every list', () => {
  expect(create('top-up')).toMatchObject({ status: 0, stderr: '' });
  const [define, react] = ['src/define.ts', 'src/react.ts'].map((path) => readFileSync(join(copy, path), 'utf8'));
  expect(define).toContain(`${listedElements().at(-1)?.className}, GiftCardElement, TopUpElement]`);
  expect(react).toMatch(
    / = [^;]*component\(GiftCardElement\);\n\/\*\*\n \* `<top-up>`[^`]*const page = <TopUp subject="tea" \/>;\n \*\/\nexport const TopUp = /,
  );
});
