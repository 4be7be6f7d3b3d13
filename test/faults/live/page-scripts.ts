import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { bundle } from '../../../build/bundle.mjs';
import { root } from '../../../build/install.mjs';

/** The scripts that a run's pages load, by path. */
export type PageScripts = ReadonlyMap<string, string>;

async function built(entry: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL(`page/${entry}.ts`, import.meta.url)), formats: ['es'], fileName: entry },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error(`Expected the script ${entry} to be built.`);
  return output.output[0].code;
}

/** Builds the pages' scripts; the element's is the one that merchants load. */
export async function buildPageScripts(): Promise<PageScripts> {
  const [shop, naive, gateway] = [await built('shop-page'), await built('naive-page'), await bundle('gateway')];
  return new Map([
    ['/shop-page.js', shop],
    ['/naive-page.js', naive],
    ['/checkout.js', await readFile(join(dirname(gateway), 'assets/checkout.js'), 'utf8')],
  ]);
}
