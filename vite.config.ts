import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import type { EnvironmentOptions, Plugin, ViteBuilder } from 'vite';
import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { defineEntry, elementEntries, listedElements, scriptEntry, scriptEnvironment } from './build/elements.mjs';
import { fieldsFiles, fieldsTexts } from './build/fields-files.mjs';
import { inputsStyleText } from './build/inputs-style.mjs';
import { minifyScriptsAgain } from './build/minify-again.mjs';
import { minifyLiterals } from './build/minify-literals.mjs';
import { writeScriptInventory } from './build/script-inventory.mjs';
import { openApi } from './build/openapi.mjs';
import { makeSbom } from './build/sbom.mjs';
import { cssCustomData, htmlCustomData, webTypes } from './build/manifest/editor-data.mjs';
import { makeManifest } from './build/manifest/manifest.mjs';
import { find, launchArguments } from './test/browsers.mjs';
import { filesWith } from './test/files-with.mjs';
import { LongestFirst } from './test/longest-first.js';
import { cataloguesBeside, isScript } from './build/catalogues.mjs';
import { engineProjects } from './test/engines/projects.js';
import type { FieldsPlace } from './test/journeys/rig/fields-place.js';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

// One line instead of each dependency's own header, which would be some hundred bytes of every visitor's download.
const notice =
  `/*! checkout-elements ${version}, MIT. ` +
  'Holds lit (BSD-3-Clause, Google LLC), jose (MIT, Filip Skokan) and zod (MIT, Colin McDonnell). */\n' +
  // Chromium compiles what is needed at once while it still downloads, and not on the page's own thread. Before any code.
  '//# allFunctionsCalledOnLoad';

/**
 * The `sideEffects` of package.json speaks of the files in dist. Applied to our own sources it would drop each module
 * that is imported for what it does: the registration of the elements, for one.
 */
const keepSideEffects: Plugin = {
  name: 'keep-side-effects',
  apply: 'build',
  transform: {
    filter: { id: /^(?!.*\/node_modules\/).*\.ts$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: true }),
  },
};

/**
 * The script file's Lit asks for its Trusted Types policy by a name of ours, and survives it when the page forbids that: as it
 * loads, Lit would throw, and no element could say why. In the npm package Lit is the page's own.
 */
function ownTrustedTypesPolicy(): Plugin {
  const asked = /([\w$]+)\.createPolicy\((["'`])lit-html\2,/g;
  const module = fileURLToPath(new URL('src/elements/page/trusted-types-policy.ts', import.meta.url));
  let found = 0;
  return {
    name: 'own-trusted-types-policy',
    apply: 'build',
    applyToEnvironment: isScript,
    buildStart() {
      found = 0;
    },
    transform: {
      filter: { id: /\/node_modules\/lit-html\// },
      handler: (code) => {
        found += code.match(asked)?.length ?? 0;
        const renamed = code.replaceAll(asked, 'createCheckoutPolicy($1,');
        return renamed === code
          ? undefined
          : { code: `import { createPolicy as createCheckoutPolicy } from ${JSON.stringify(module)};${renamed}`, map: null };
      },
    },
    buildEnd(error) {
      if (!error && found !== 1)
        this.error(`Expected Lit to ask for its policy, .createPolicy("lit-html", …), in one place; it does in ${found}.`);
    },
  };
}

/** One self-contained ES module for a page: no chunk to wait for, nothing to resolve. */
function oneFile(entry: string, fileName: string, outDir: string, postBanner = ''): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir,
      emptyOutDir: false,
      sourcemap: false,
      lib: { entry, formats: ['es'], fileName: () => fileName },
      // Not only in lib, which takes no virtual module.
      rolldownOptions: { input: entry, output: { codeSplitting: false, minify: true, comments: { legal: false }, postBanner } },
    },
  };
}

/**
 * A server of the demo as one file: it starts in a fraction of the time that resolving its packages takes. Parts that
 * are imported only when they are asked for, such as either of the two databases, are files beside it.
 */
function server(entry: string, fileName: string): EnvironmentOptions {
  return {
    consumer: 'server',
    // The embedded database finds its own files beside its own module; both are loaded only by who uses them.
    resolve: { noExternal: true, external: ['@electric-sql/pglite', 'pg'] },
    build: {
      ssr: true,
      target: 'node20',
      emptyOutDir: false,
      sourcemap: true,
      minify: false,
      rolldownOptions: { input: entry, output: { entryFileNames: fileName, chunkFileNames: '[name]-[hash].js' } },
    },
  };
}

/** A command of the package: what it needs of us is in it, and the shell finds Node by its first line. */
function commandFile(entry: string, fileName: string): EnvironmentOptions {
  const { build = {}, ...rest } = server(entry, fileName);
  const output = { codeSplitting: false, entryFileNames: fileName, banner: '#!/usr/bin/env node' };
  // No comments with the paths of packages, which differ by where these are installed.
  const rolldownOptions = { input: entry, output, experimental: { attachDebugInfo: 'none' as const } };
  return { ...rest, build: { ...build, outDir: 'dist', sourcemap: false, rolldownOptions } };
}

const listed = listedElements();

const npmEntries = {
  index: 'src/index.ts',
  // A file each, or whoever uses one of them gets them all: a class is not taken apart by a bundler.
  ...Object.fromEntries(listed.map(({ tag, path }) => [`elements/${tag}/${tag}`, path])),
  ...Object.fromEntries(listed.map(({ tag }) => [`define/${tag}`, defineEntry(tag)])),
  define: 'src/define.ts',
  errors: 'src/errors.ts',
  events: 'src/events.ts',
  headless: 'src/headless.ts',
  merchant: 'src/merchant/index.ts',
  react: 'src/react.ts',
};

// `vite build --app` builds what is published; build/bundle.mjs builds the others, each into a cache.
const environments: Record<string, EnvironmentOptions> = {
  client: {
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      minify: false,
      sourcemap: true,
      lib: { entry: npmEntries, formats: ['es'] },
      // Not only in lib, which takes no virtual module.
      rolldownOptions: {
        input: npmEntries,
        external: [/^lit(\/|$)/, /^@lit\//, /^jose(\/|$)/, /^zod(\/|$)/, 'react'],
        // "use client" is kept in the entry that has it, as a test of the package checks.
        onLog: (level, log, handle) => void (log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log)),
        output: { chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  script: oneFile('src/script.ts', 'checkout.js', 'dist/cdn', notice),
  ...Object.fromEntries(
    listed.map(({ tag }) => [scriptEnvironment(tag), oneFile(scriptEntry(tag), `${tag}.js`, 'dist/cdn', notice)]),
  ),
  fields: oneFile('src/fields.ts', 'fields.js', 'dist/fields'),
  fieldsHandler: {
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      minify: false,
      lib: { entry: 'src/fields-handler.ts', formats: ['es'], fileName: () => 'fields-handler.js' },
      rolldownOptions: { external: [/^jose(\/|$)/] },
    },
  },
  command: commandFile('src/check/main.ts', 'check.js'),
  gateway: server('demo/gateway/main.ts', 'gateway.js'),
  shop: server('demo/shop/main.ts', 'shop.js'),
};
for (const path of readdirSync('demo', { recursive: true, encoding: 'utf8' })) {
  const [, name] = /([^\\/]+)\.client\.tsx?$/.exec(path) ?? [];
  if (!name) continue;
  const page = oneFile(`demo/${path}`, `${name}.js`, 'assets');
  // Frameworks ask for it; a library's build would leave it for others to fill in.
  environments[`page_${name}`] = { ...page, define: { 'process.env.NODE_ENV': '"production"', ngDevMode: 'false' } };
}

// How long a plugin took is not a warning to whoever packs a clone.
for (const { build } of Object.values(environments)) {
  if (build) build.rolldownOptions = { ...build.rolldownOptions, checks: { bundlerTimings: false } };
}

/** `vite build --app`: what npm publishes. */
async function buildLibrary(builder: ViteBuilder): Promise<void> {
  const scripts = listed.map(({ tag }) => scriptEnvironment(tag));
  for (const name of ['client', 'script', ...scripts, 'fields', 'fieldsHandler', 'command']) {
    const environment = builder.environments[name];
    if (environment) await builder.build(environment);
  }
  const manifest = makeManifest();
  const files = {
    'custom-elements.json': manifest,
    'vscode.html-custom-data.json': htmlCustomData(manifest),
    'vscode.css-custom-data.json': cssCustomData(manifest),
    'web-types.json': webTypes(manifest, version),
    'sbom.json': makeSbom(),
    'openapi.json': await openApi(),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(`dist/${name}`, `${JSON.stringify(content, null, 2)}\n`);
  writeScriptInventory('dist', version);
}

/** Tests that take minutes and find defects that the other tests rarely miss. */
const long = [
  'conformance/broken-gateways',
  'docs/refund-samples',
  'explore/planted-defects',
  'explore/two-deviations',
  'gateway/console/paging',
  'gateway/subscription/two-years',
  'shop/flood',
  'build/reproducible',
  'checkout/polling-cost',
  'engines/engines',
  'starters/installed',
  'starters/sessions',
  'sandbox/installed',
  'templates/installed',
].map((name) => `test/${name}.test.ts`);
/** These run in `npm run test:long` alone: on a PostgreSQL server, the crashes on the embedded database too. */
const onPostgres = ['test/gateway/store/postgres.test.ts', 'test/gateway/store/crash.test.ts'];
/** Tests that draw their cases: each run of `npm test` draws the same ones, `npm run test:long` others. */
const propertyTests = filesWith('test', '.test.ts', /fc\.assert\(/).filter((path) => !path.endsWith('.browser.test.ts'));
/** Tests that do more in `npm run test:long` than in `npm test`: see test/sample-or-all.ts. */
const sampled = [
  'conformance/sandbox',
  'faults/sockets',
  'gateway/payment/concurrency',
  'gateway/store/crash',
  'scripted/same-as-sandbox',
].map((name) => `test/${name}.test.ts`);
/** Presses before anyone could read the button, which a busy machine would delay: it runs alone. */
const aloneJourneys = ['test/journeys/frame/attack/guard.journey.ts'];

/** Pictures depend on the machine's fonts, so they are kept beside what else is made here. */
const picturePath =
  (folder: string) =>
  ({ root, browserName, arg, ext }: { root: string; browserName: string; arg: string; ext: string }): string =>
    join(root, 'node_modules/.cache/checkout-elements', folder, browserName, `${arg}${ext}`);

function projects(): TestProjectInlineConfiguration[] {
  const { chromium } = find();
  const elements = {
    extends: true as const,
    optimizeDeps: {
      include: [
        'lit',
        'react',
        'react-dom',
        'react-dom/client',
        'react-dom/server',
        'lit/decorators.js',
        'jose',
        'zod/mini',
        'axe-core',
        'fast-check',
      ],
    },
    test: {
      name: 'chromium',
      include: ['test/**/*.browser.test.ts'],
      setupFiles: ['test/quiet-lit.ts', 'test/elements/after-drawing.ts', 'test/elements/each-file.ts'],
      globalSetup: ['test/gateway.setup.ts'],
      tags: [{ name: 'long', description: 'Element tests that npm test leaves to npm run test:long.' }],
      // They wait for the page more than they compute: two cores take three files at once.
      maxWorkers: 3,
      browser: {
        enabled: true,
        headless: true,
        ui: false,
        screenshotFailures: false,
        expect: {
          toMatchScreenshot: {
            comparatorName: 'pixelmatch' as const,
            resolveScreenshotPath: picturePath('pictures'),
            resolveDiffPath: picturePath('pictures/changed'),
          },
        },
        provider: playwright({
          launchOptions: { ...(chromium ? { executablePath: chromium } : {}), args: launchArguments },
        }),
        instances: [{ browser: 'chromium' as const, name: 'chromium desktop', viewport: { width: 1024, height: 768 } }],
      },
    },
  };
  const journeys = {
    extends: true as const,
    test: {
      name: 'journeys',
      environment: 'node',
      include: ['test/journeys/**/*.journey.ts'],
      exclude: aloneJourneys,
      globalSetup: ['test/journeys/rig/shop.setup.ts'],
      provide: { engine: 'chromium' as const, fieldsPlace: 'page' as FieldsPlace },
      tags: [
        { name: 'main', description: 'Journeys of npm test that other engines run too: npm run test:engines.' },
        { name: 'engines', description: 'Further journeys that other engines run too.' },
        { name: 'sample', description: 'Further journeys of npm test; npm run test:long has the rest.' },
      ],
      // Journeys wait more than they compute.
      maxWorkers: 4,
      testTimeout: 90_000,
      hookTimeout: 60_000,
      // A busy machine takes longer than a second to show what happened.
      expect: { poll: { timeout: 15_000 } },
    },
  };
  return [
    {
      extends: true,
      test: {
        name: 'node',
        environment: 'node',
        include: ['test/**/*.test.ts'],
        exclude: ['test/**/*.browser.test.ts', 'test/package/**', ...onPostgres, ...long],
        setupFiles: ['test/property-seed.ts'],
        // Most of them wait for a server; and loading the gateway anew for each file takes longer than its tests.
        maxWorkers: 3,
        isolate: false,
        // For what hangs, not for what is slow: a test may start a database beside another one that does.
        testTimeout: 120_000,
      },
    },
    elements,
    journeys,
    // `npm run test:long`
    {
      extends: true,
      test: {
        name: 'long',
        environment: 'node',
        include: [...long, ...sampled],
        // Some install the package as it is packed.
        globalSetup: ['test/package/packed.setup.ts'],
        maxWorkers: 2,
        testTimeout: 120_000,
      },
    },
    {
      extends: true,
      test: {
        name: 'properties',
        environment: 'node',
        include: propertyTests,
        setupFiles: ['test/property-seed.ts'],
        isolate: false,
        testTimeout: 120_000,
      },
    },
    {
      ...journeys,
      test: {
        ...journeys.test,
        name: 'journeys alone',
        include: aloneJourneys,
        exclude: [],
        fileParallelism: false,
      },
    },
    ...(['gateway', 'shop'] as const).map((place) => ({
      ...journeys,
      test: {
        ...journeys.test,
        name: `journeys in a frame of the ${place}`,
        include: ['transfer', 'product', 'bank'].map((folder) => `test/journeys/${folder}/*.journey.ts`),
        // The first reaches into the element itself; test/journeys/frame has the frames' own journeys of autofill. The next two press by
        // script, which no frame obeys. The fourth moves the page's clock, by which a frame judges how long its button was in view; the
        // fifth presses sooner than anyone could read it. The last one is about the shop as it is, without a frame.
        exclude: [
          ...['autofill', 'races', 'two-tabs', 'waiting', 'effort'].map((name) => `test/journeys/transfer/${name}.journey.ts`),
          'test/journeys/bank/demo.journey.ts',
        ],
        provide: { engine: 'chromium' as const, fieldsPlace: place },
      },
    })),
    {
      extends: true,
      test: {
        name: 'long on postgres',
        environment: 'node',
        // Whatever keeps something, once more on a server. The scheduler's timers are faked, and a server's are not.
        include: ['test/gateway/**/*.test.ts', 'test/conformance/sandbox.test.ts'],
        exclude: [
          'main',
          'http/access',
          'time/scheduler',
          'transfer/check',
          'faults/closed-connection',
          'store/folder-lock',
          'log/log',
          'card/unseal',
        ].map((name) => `test/gateway/${name}.test.ts`),
        globalSetup: ['test/postgres.setup.ts'],
        // For what hangs: on a busy machine they take up to fifteen times as long.
        testTimeout: 900_000,
        hookTimeout: 900_000,
      },
    },
    {
      extends: true,
      test: {
        name: 'package',
        environment: 'node',
        include: ['test/package/**/*.test.ts'],
        globalSetup: ['test/package/packed.setup.ts'],
        maxWorkers: 2,
        testTimeout: 60_000,
        hookTimeout: 60_000,
      },
    },
    ...engineProjects(elements, journeys),
  ];
}

export default defineConfig(({ command, mode }) => {
  // Vitest, and many a developer's shell, set NODE_ENV; a build under it would carry Lit's development build.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    appType: 'custom',
    publicDir: false,
    plugins: [
      keepSideEffects,
      cataloguesBeside,
      ownTrustedTypesPolicy(),
      minifyLiterals(),
      // Not for the sandbox, which nobody loads from afar: it would wait for it.
      mode !== 'sandbox' && minifyScriptsAgain((environment) => isScript(environment) || environment.name === 'fields'),
      inputsStyleText(),
      elementEntries(),
      fieldsFiles(),
      fieldsTexts(),
    ],
    build: { target: 'es2022', reportCompressedSize: false },
    ...(command === 'build'
      ? { environments, builder: { buildApp: buildLibrary } }
      : { test: { projects: projects(), sequence: { sequencer: LongestFirst } } }),
  };
});
