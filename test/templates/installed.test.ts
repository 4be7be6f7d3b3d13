import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../build/install.mjs';

// Templates of Vue, Svelte and Angular, checked as their own tools do in an editor, against the packed package. The tools need a TypeScript with
// a programming interface, which the project's own has not.

const ANGULAR = ['common', 'compiler', 'compiler-cli', 'core', 'platform-browser'].map((name) => `@angular/${name}@21.2.26`);
const TOOLS = [
  'vue@3.5.45',
  'vue-tsc@3.3.14',
  'svelte@5.57.3',
  'svelte-check@4.7.8',
  'typescript@5.9.3',
  'rxjs@7.8.2',
  ...ANGULAR,
];

const top = mkdtempSync(join(tmpdir(), 'templates-'));
const npm = (folder: string, ...words: readonly string[]): string =>
  execFileSync('npm', [...words], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(() => {
  const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', top];
  const [packed] = JSON.parse(npm(root, ...words)) as { filename: string }[];
  writeFileSync(join(top, 'package.json'), '{"type": "module"}\n');
  npm(top, 'install', '--no-audit', '--no-fund', join(top, packed?.filename ?? ''), ...TOOLS);
}, 300_000);
afterAll(() => rmSync(top, { recursive: true, force: true }), 120_000);

interface Framework {
  readonly name: 'vue' | 'svelte';
  /** The folder's own options of the check. */
  readonly settings: object;
  readonly script: string;
  readonly page: (markup: readonly string[]) => string;
  readonly check: (folder: string) => string;
}

const tool = (path: string, ...words: readonly string[]): string => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(top, 'node_modules', path), ...words], {
    cwd: top,
    encoding: 'utf8',
  });
  return stdout + stderr;
};

const VUE: Framework = {
  name: 'vue',
  settings: { vueCompilerOptions: { strictTemplates: true } },
  script: '<script setup lang="ts">',
  page: (markup) => `<template>\n${markup.join('\n')}\n</template>\n`,
  check: (folder) => tool('vue-tsc/bin/vue-tsc.js', '-p', folder),
};
const SVELTE: Framework = {
  name: 'svelte',
  settings: {},
  script: '<script lang="ts">',
  page: (markup) => `${markup.join('\n')}\n`,
  check: (folder) => tool('svelte-check/bin/svelte-check', '--workspace', folder, '--output', 'machine'),
};

/** @returns what the tool has to say of each line of markup; empty where it finds nothing. */
function complaints({ name, settings, script, page, check }: Framework, markup: readonly string[]): string[] {
  const folder = join(top, `${name}-${markup.length}`);
  mkdirSync(folder, { recursive: true });
  const head = [
    script,
    `import 'checkout-elements/${name}';`,
    "const address = 'https://gateway.example';",
    "const prepare = async () => ({ trackingId: 'order-1' });",
    'const onMouse = (event: MouseEvent) => event.clientX;',
    '</script>\n',
  ].join('\n');
  const text = head + page(markup);
  writeFileSync(join(folder, `Page.${name}`), text);
  writeSettings(folder, settings, [`Page.${name}`]);
  const errors = check(folder).split('\n');
  return markup.map((line) => {
    const number = text.slice(0, text.indexOf(line)).split('\n').length;
    return errors.filter((each) => each.includes(`Page.${name}(${number},`) || each.includes(`" ${number}:`)).join('\n');
  });
}

const PATIENCE = { timeout: 400_000 };

describe('ngc', PATIENCE, () => {
  const text = readFileSync(join(root, 'docs/frameworks/angular.md'), 'utf8');
  const samples = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);

  /** What Angular's compiler has to say of a component of the documentation, with this change. */
  function check(change: (code: string) => string, code = samples[0]!): string {
    const folder = join(top, 'angular');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'app.ts'), change(code));
    writeSettings(folder, { angularCompilerOptions: { strictTemplates: true } }, ['app.ts']);
    return tool('@angular/compiler-cli/bundles/src/bin/ngc.js', '-p', folder);
  }

  test('accepts the components of the documentation', () => {
    expect(samples).toHaveLength(2);
    expect(samples.map((code) => check((same) => same, code))).toEqual(['', '']);
  });

  test('checks, as the documentation says, an element’s events, but not its properties', () => {
    const wrong = (code: string): string => code.replace('[publicKey]="publicKey"', '[publicKy]="7"');
    expect(check(wrong)).toBe('');
    expect(check((code) => code.replace('(checkout-outcome)', '(checkout-outcom)'))).toContain(
      "Argument of type 'Event' is not assignable",
    );
    expect(check((code) => code.replace('onOutcome($event)', 'onOutcome($event.nothing)'))).toContain(
      "'nothing' does not exist on type 'CheckoutOutcomeEvent'",
    );
    expect(check((code) => code.replace('{{ text() }}', '{{ txt() }}'))).toContain("Property 'txt' does not exist");
  });
});

function writeSettings(folder: string, settings: object, include: readonly string[]): void {
  const compilerOptions = {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    verbatimModuleSyntax: true,
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, ...settings, include }));
}

describe('vue-tsc', PATIENCE, () => {
  test('accepts attributes, properties and events as the documentation writes them', () => {
    const right = [
      '<p2p-transfer :checkout-url="address" public-key="MIIB" currency="USD" :amount="100" test class="pay" />',
      '<p2p-transfer @checkout-quote="({ total }) => total?.toFixed()" />',
      '<product-pay pay-url="/tea" .prepare="prepare" @checkout-outcome="(event) => event.trackingId.length" />',
      '<plan-subscribe :base-url="address" plan-id="pln_1" @checkout-redirect="(event) => event.preventDefault()" />',
    ];
    expect(complaints(VUE, right)).toEqual(right.map(() => ''));
  });

  test('finds wrong types of attributes, properties and events', () => {
    const wrong = {
      '<product-pay :public-key="7" />': "'number' is not assignable to type 'string'",
      '<product-pay :price="100" />': "'price' does not exist",
      '<product-pay mode="nonsense" />': `'"nonsense"' is not assignable`,
      '<product-pay :prepare="() => 7" />': "'() => number' is not assignable",
      '<product-pay @checkout-outcome="onMouse" />': "'(event: MouseEvent) => number' is not assignable",
      '<p2p-transfer @checkout-quote="(event) => event.nothing" />': "'nothing' does not exist on type 'CheckoutQuoteEvent'",
    };
    const errors = complaints(VUE, Object.keys(wrong));
    for (const [index, message] of Object.values(wrong).entries()) expect(errors[index]).toContain(message);
  });
});

describe('svelte-check', PATIENCE, () => {
  test('accepts attributes, properties and events as the documentation writes them', () => {
    const right = [
      '<p2p-transfer checkout-url={address} public-key="MIIB" currency="USD" amount={100} test class="pay"></p2p-transfer>',
      '<p2p-transfer oncheckout-quote={({ total }) => total?.toFixed()}></p2p-transfer>',
      '<product-pay pay-url="/tea" {prepare} oncheckout-outcome={(event) => event.trackingId.length}></product-pay>',
      '<plan-subscribe base-url={address} plan-id="pln_1" oncheckout-redirect={(event) => event.preventDefault()}></plan-subscribe>',
    ];
    expect(complaints(SVELTE, right)).toEqual(right.map(() => ''));
  });

  test('finds wrong types of attributes, properties and events', () => {
    const wrong = {
      '<product-pay public-key={7}></product-pay>': "'number' is not assignable to type 'string'",
      '<product-pay price={100}></product-pay>': 'price\\"\' does not exist',
      '<product-pay prepare={() => 7}></product-pay>': "'() => number' is not assignable",
      '<product-pay mode="nonsense"></product-pay>': '"nonsense\\"',
      '<product-pay oncheckout-outcome={onMouse}></product-pay>': "'(event: MouseEvent) => number' is not assignable",
      '<p2p-transfer oncheckout-quote={(event) => event.nothing}></p2p-transfer>':
        "'nothing' does not exist on type 'CheckoutQuoteEvent'",
    };
    const errors = complaints(SVELTE, Object.keys(wrong));
    for (const [index, message] of Object.values(wrong).entries()) expect(errors[index]).toContain(message);
  });
});

test('vue-tsc leaves unchecked what the documentation says', PATIENCE, () => {
  const misspelled = [
    '<product-pay @checkout-outcom="onMouse" />',
    '<product-pey :public-key="7" />',
    '<product-pay :price="100" />',
  ];
  for (const found of complaints(VUE, misspelled)) expect(found).not.toBe('');
  expect(complaints(VUE, ['<product-pay :saved-cards="[]" />'])).toEqual(['']);
  const lax = { ...VUE, settings: {} };
  expect(complaints(lax, misspelled)).toEqual(misspelled.map(() => ''));
  expect(complaints(lax, ['<product-pay :public-key="7" />'])).toEqual([expect.stringContaining("'number' is not assignable")]);
});

test('svelte-check leaves unchecked what the documentation says', PATIENCE, () => {
  expect(complaints(SVELTE, ['<product-pay oncheckout-outcom={onMouse}></product-pay>'])).toEqual([
    expect.stringContaining('oncheckout-outcom'),
  ]);
  expect(complaints(SVELTE, ['<product-pey public-key={7}></product-pey>'])).toEqual(['']);
});

test.each([VUE, SVELTE])('the sample of the demo’s page for $name has no error', PATIENCE, ({ name, settings, check }) => {
  const folder = join(top, `demo-${name}`);
  mkdirSync(folder);
  const sample = `${name === 'vue' ? 'Vue' : 'Svelte'}Checkout.${name}`;
  const files = [sample, 'merchant.ts', `${name}.client.ts`];
  for (const file of files) cpSync(join(root, 'demo/shop/frameworks', file), join(folder, file));
  writeSettings(folder, settings, files);
  expect(check(folder)).not.toMatch(/error TS|ERROR "/);
});
