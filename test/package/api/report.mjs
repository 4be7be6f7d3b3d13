// The API report: the public types of each entry, as API Extractor writes them. The reports in this folder are reviewed.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { root } from '../../../build/install.mjs';

/** The reviewed reports. */
export const reviewed = dirname(fileURLToPath(import.meta.url));

/** The entries by the names of their reports. @type {Readonly<Record<string, string>>} */
export const ENTRIES = {
  index: 'index.d.ts',
  define: 'define.d.ts',
  react: 'react.d.ts',
  errors: 'errors.d.ts',
  events: 'events.d.ts',
  vue: 'vue.d.ts',
  svelte: 'svelte.d.ts',
  headless: 'headless.d.ts',
  merchant: 'merchant/index.d.ts',
  script: 'script.d.ts',
};

/** @param {string} entry @param {string} folder */
function configure(entry, folder) {
  const silent = { logLevel: ExtractorLogLevel.None };
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(root, 'dist', ENTRIES[entry] ?? ''),
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            module: 'esnext',
            moduleResolution: 'bundler',
            lib: ['es2023', 'dom', 'dom.iterable'],
            strict: true,
            skipLibCheck: true,
            types: ['node'],
          },
        },
      },
      apiReport: {
        enabled: true,
        reportFolder: folder,
        reportTempFolder: join(folder, 'temp'),
        reportFileName: `${entry}.api.md`,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: silent },
        extractorMessageReporting: { default: silent },
        tsdocMessageReporting: { default: silent },
      },
    },
  });
}

/** A report without doc comments: rewording one does not change the API. @param {string} text */
const withoutComments = (text) => text.replaceAll(/^ *\/\*\*(?:[^*]|\*(?!\/))*\*\/\n/gm, '');

/**
 * Extracts a report for each entry of the build in `dist`.
 *
 * @returns {Readonly<Record<string, string>>} the reports by entry.
 */
export function extractReports() {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-elements-api-'));
  try {
    mkdirSync(join(folder, 'temp'));
    const entries = Object.keys(ENTRIES);
    const configs = entries.map((entry) => configure(entry, folder));
    const [first, ...others] = configs;
    if (!first) return {};
    const compilerState = CompilerState.create(first, {
      additionalEntryPoints: others.map((config) => config.mainEntryPointFilePath),
    });
    const messageCallback = (/** @type {{ handled: boolean }} */ message) => {
      message.handled = true;
    };
    for (const config of configs) Extractor.invoke(config, { localBuild: true, compilerState, messageCallback });
    return Object.fromEntries(
      entries.map((entry) => [entry, withoutComments(readFileSync(join(folder, `${entry}.api.md`), 'utf8'))]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
