import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build } from 'vite';
import { expect, inject, test } from 'vitest';
import { listedElements } from '../../build/elements.mjs';
import { root } from '../../build/install.mjs';

type Target = string | Readonly<Record<string, string>>;

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Record<string, Target> };
// `./define/*` stands for an entry per element.
const targets = Object.entries(manifest.exports)
  .flatMap(([entry, target]) =>
    (typeof target === 'string' ? [target] : Object.values(target)).map((path) => [entry, path] as const),
  )
  .flatMap(([entry, path]) =>
    entry.includes('*')
      ? listedElements().map(({ tag }) => [entry.replace('*', tag), path.replace('*', tag)] as const)
      : [[entry, path] as const],
  );
const modules = [...new Set(targets.map(([entry]) => entry))].filter((entry) => !/\.(js|json|css)$/.test(entry));

function specifier(entry: string): string {
  return `checkout-elements${entry.slice(1)}`;
}

/** Runs a module in plain Node, in the consumer's folder, and returns what it printed. */
function runAsConsumer(source: string): string {
  const { consumer } = inject('packed');
  return execFileSync(process.execPath, ['--input-type=module', '-e', source], { cwd: consumer, encoding: 'utf8' });
}

test('publint finds no problems in the package', async () => {
  const tarball = new Uint8Array(readFileSync(inject('packed').tarball)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

test('the types of every entry are right for Node and for bundlers', async () => {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(inject('packed').tarball))));
  // The package has only ES modules: CommonJS and the resolution of old Node versions are not supported.
  const problems = result.types
    ? result.problems.filter((problem) => !/node10|node16-cjs/.test(JSON.stringify(problem)))
    : ['no types'];
  expect(problems).toEqual([]);
});

test.each(targets)('the target of %s is in the package: %s', (_, path) => {
  expect(existsSync(join(inject('packed').folder, path))).toBe(true);
});

// Old scripts do that. What a server imports is not in a page.
test.each(modules.filter((entry) => !/merchant|handler/.test(entry)))(
  'importing %s is safe after a page has added to Object.prototype, and changes nothing there',
  (entry) => {
    const source = `Object.prototype.extra = function () {};
      await import('${specifier(entry)}');
      const names = [];
      for (const name in {}) names.push(name);
      console.log(String(names));`;
    expect(runAsConsumer(source).trim()).toBe('extra');
  },
);

test.each(modules)('importing %s on a server is safe', (entry) => {
  const printed = runAsConsumer(`console.log(Object.keys(await import('${specifier(entry)}')).length >= 0)`);
  expect(printed.trim()).toBe('true');
});

test('CommonJS loads the entries for servers by require()', () => {
  const source = "console.log(typeof require('checkout-elements/merchant').MerchantClient)";
  const { consumer: cwd } = inject('packed');
  expect(execFileSync(process.execPath, ['--input-type=commonjs', '-e', source], { cwd, encoding: 'utf8' }).trim()).toBe(
    'function',
  );
});

test("a consumer's bundler keeps the package's side effects", async () => {
  const { consumer } = inject('packed');
  const entry = join(consumer, 'page.mjs');
  writeFileSync(entry, "import 'checkout-elements/define';\n");
  const result = await build({
    root: consumer,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'page' } },
  });
  const [output] = Array.isArray(result) ? result : [];
  const code = output?.output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
  expect(code).toContain('p2p-transfer');
});

test('the package contains its code, its license and its documents, and nothing else', () => {
  const top = readdirSync(inject('packed').folder).sort();
  expect(top).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs', 'package.json']);
});

/** The bare modules that a file of the package loads, through all its chunks. */
function packagesBehind(path: string, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  if (seen.has(path)) return found;
  seen.add(path);
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/\b(?:from|import)\s*\(?["']([^"']+)["']/g)) {
    const below = name.startsWith('.') ? packagesBehind(join(dirname(path), name), seen) : [name];
    for (const module of below) found.add(module);
  }
  return found;
}

test.each(['headless.js', 'merchant.js'])('%s loads no Lit', (name) => {
  const loaded = [...packagesBehind(join(inject('packed').folder, 'dist', name))];
  expect(loaded).not.toHaveLength(0);
  expect(loaded.filter((module) => /^@?lit/.test(module))).toEqual([]);
});

test.each(['NodeNext', 'Bundler'])('types resolve in a strict consumer with moduleResolution %s', (resolution) => {
  const { consumer } = inject('packed');
  const name = `consumer-${resolution}`;
  const lines = modules.map((entry, index) => `import * as entry${index} from '${specifier(entry)}';`);
  writeFileSync(
    join(consumer, `${name}.mts`),
    `${lines.join('\n')}\nexport const all = [${modules.map((_, index) => `entry${index}`).join()}];\n`,
  );
  writeFileSync(
    join(consumer, `${name}.json`),
    JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        module: resolution === 'NodeNext' ? 'NodeNext' : 'ESNext',
        moduleResolution: resolution,
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
      },
      files: [`${name}.mts`],
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  let output = '';
  try {
    execFileSync(process.execPath, [tsc, '-p', `${name}.json`], { cwd: consumer, encoding: 'utf8' });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  expect(output).toBe('');
});
