import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, inject, test } from 'vitest';
import { listedElements } from '../../build/elements.mjs';
import { root } from '../../build/install.mjs';
import { makeManifest } from '../../build/manifest/manifest.mjs';

const packed = (): string[] =>
  readdirSync(inject('packed').folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(inject('packed').folder.length + 1)
        .replaceAll('\\', '/'),
    );
const read = (path: string): string => readFileSync(join(inject('packed').folder, path), 'utf8');
const json = (path: string): unknown => JSON.parse(read(path));

test.each([
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'package.json',
  ...['index', 'define', 'headless', 'merchant', 'check'].map((name) => `dist/${name}.js`),
  ...['index', 'define', 'react', 'vue', 'svelte', 'headless', 'merchant/index', 'script'].map((name) => `dist/${name}.d.ts`),
  ...['checkout', ...listedElements().map(({ tag }) => tag)].map((name) => `dist/cdn/${name}.js`),
  'dist/cdn/integrity.json',
  ...['fields.html', 'fields.js', 'fields.css'].map((name) => `dist/fields/${name}`),
  ...['custom-elements', 'openapi', 'script-inventory', 'sbom', 'web-types'].map((name) => `dist/${name}.json`),
  ...['key.json', 'sealed-sections.json', 'unseal.py'].map((name) => `docs/samples/seals/${name}`),
  'dist/vscode.html-custom-data.json',
  'dist/vscode.css-custom-data.json',
])('the package has %s', (path) => {
  expect(packed()).toContain(path);
});

test('the package has no sources, tests, demo, settings or keys', () => {
  const allowed =
    /^(README\.md|LICENSE|CHANGELOG\.md|package\.json|docs\/[\w/-]+\.(md|webp)|docs\/samples\/seals\/[\w-]+\.\w+|dist\/[\w./-]+\.(js|d\.ts|js\.map|json|html|css))$/;
  expect(packed().filter((path) => !allowed.test(path))).toEqual([]);
  // The sandbox, its keys and cards are no part of it. Its source maps name only our sources.
  const texts = packed().filter((path) => /^dist\/.*\.(js|json)$/.test(path));
  for (const path of texts) expect(read(path), path).not.toMatch(/PRIVATE KEY|sandbox-secret-\d|demo\/gateway/);
  for (const path of packed().filter((each) => each.endsWith('.map'))) {
    for (const source of (json(path) as { sources: string[] }).sources)
      expect(source, path).toMatch(/^(\.\.\/)+(src|node_modules)\//);
  }
});

test('the package leaves out what only the site and maintainers read', () => {
  expect(packed().filter((path) => /words\.md|(effort|readings)\.md/.test(path))).toEqual([]);
  expect(read('docs/languages.md').length).toBeLessThan(20_000);
});

test('links of the README and of the documentation lead to files of the package', () => {
  const documents = packed().filter((path) => path.endsWith('.md'));
  expect(documents).toContain('docs/quick-start.md');
  const dead = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]*)/g)]
      .map(([, link = '']) => posix.join(posix.dirname(document), link))
      .filter((path) => !packed().includes(path))
      .map((path) => `${document}: ${path}`),
  );
  expect(dead).toEqual([]);
});

test('nothing in the package names the machine that built it', () => {
  for (const path of packed()) expect(read(path), path).not.toContain(root.replace(/\/$/, ''));
});

interface Sbom {
  readonly bomFormat: string;
  readonly serialNumber: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly { readonly name: string; readonly licenses: unknown[]; readonly hashes: unknown[] }[];
}

test('the bill of materials lists what a consumer gets, each with licence and hash, and nothing of ours', () => {
  const { bomFormat, serialNumber, metadata, components } = json('dist/sbom.json') as Sbom;
  expect(bomFormat).toBe('CycloneDX');
  expect(serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  const { name, version, dependencies } = json('package.json') as { name: string; version: string; dependencies: object };
  expect(metadata.component).toMatchObject({ name, version });
  const names = components.map((each) => each.name);
  expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'lit-html']));
  expect(names).not.toContain('vite');
  expect(names).not.toContain('playwright');
  for (const { licenses, hashes } of components) expect([licenses.length, hashes.length]).toEqual([1, 1]);
});

interface Named {
  readonly name: string;
}

test('editors get every element with every attribute of the manifest', () => {
  const declared = makeManifest()
    .modules.flatMap(({ declarations = [] }) => declarations)
    .flatMap((each) => ('customElement' in each ? [each] : []))
    .map(({ tagName, attributes = [] }) => [tagName, attributes.map(({ name }) => name)]);
  expect(declared).toHaveLength(listedElements().length);
  const html = json('dist/vscode.html-custom-data.json') as { tags: (Named & { attributes: Named[] })[] };
  expect(html.tags.map(({ name, attributes }) => [name, attributes.map((each) => each.name)])).toEqual(declared);
  const theme = html.tags[0]!.attributes.find(({ name }) => name === 'theme');
  expect(theme).toMatchObject({ values: ['own', 'flat', 'dark', 'contrast'].map((name) => ({ name })) });
  const web = json('dist/web-types.json') as {
    version: string;
    contributions: { html: { elements: (Named & { attributes: Named[] })[] } };
  };
  expect(web.contributions.html.elements.map(({ name, attributes }) => [name, attributes.map((each) => each.name)])).toEqual(
    declared,
  );
  expect(web.version).toBe((json('package.json') as { version: string }).version);
  expect((json('package.json') as Record<string, unknown>)['web-types']).toBe('./dist/web-types.json');
  const css = json('dist/vscode.css-custom-data.json') as { properties: Named[] };
  expect(css.properties.map(({ name }) => name)).toContain('--checkout-color-accent');
});

test('every workflow pins its actions by commit, and may do nothing that it does not name', () => {
  const folder = join(root, '.github/workflows');
  for (const name of readdirSync(folder)) {
    const workflow = readFileSync(join(folder, name), 'utf8');
    const versions = [...workflow.matchAll(/uses: \S+@(\S+)/g)].map(([, version]) => version);
    expect(versions.length, name).toBeGreaterThan(0);
    for (const version of versions) expect(version, name).toMatch(/^[\da-f]{40}$/);
    expect(workflow, name).toContain('\npermissions: {}\n');
    expect(workflow.match(/persist-credentials: false/g)?.length ?? 0, name).toBe(
      workflow.match(/actions\/checkout@/g)?.length ?? 0,
    );
  }
});

test('the release workflow has no secrets, pins its actions, and tests before it publishes', () => {
  const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  expect(workflow).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|_authToken|npm_\w{36}/);
  expect(workflow).toMatch(/id-token: write/);
  for (const [, version] of workflow.matchAll(/uses: \S+@(\S+)/g)) expect(version).toMatch(/^[\da-f]{40}$/);
  const runs = [...workflow.matchAll(/^\s+(?:- run: )?(npm (?:run )?[\w:]+)/gm)].map(([, command]) => command);
  // Every test runs, and both packages are built and packed, before either is published.
  expect(runs).toEqual([
    'npm ci',
    'npm run build',
    'npm test',
    'npm run test:long',
    'npm run test:engines',
    'npm run build:sandbox',
    'npm pack',
    'npm publish',
  ]);
});

test('git keeps no packed file', () => {
  expect(execFileSync('git', ['check-ignore', 'checkout-elements-1.0.0.tgz'], { cwd: root, encoding: 'utf8' }).trim()).toBe(
    'checkout-elements-1.0.0.tgz',
  );
});
