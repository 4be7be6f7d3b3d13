import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { inject } from 'vitest';
import { root } from '../../../build/install.mjs';

/**
 * Compiles samples of the documentation in a folder of the consumer, where the package is the packed one, as the page says: with
 * its tsconfig.json, and nothing else.
 *
 * @param names the samples' paths below the folder of samples.
 * @param renamed the names under which the reader saves some of them.
 * @param samples the folder of samples: those for Next import each other without `.js`, as only CommonJS may in Node.
 * @returns the folder with the programs.
 */
export function compileSamples(
  folderName: string,
  names: readonly string[],
  renamed: Readonly<Record<string, string>> = {},
  samples: 'server' | 'next' = 'server',
): string {
  const folder = join(inject('packed').consumer, folderName);
  mkdirSync(folder, { recursive: true });
  for (const name of names)
    cpSync(join(root, 'docs/samples', samples, name), join(folder, renamed[name] ?? name), { recursive: true });
  cpSync(join(root, 'docs/samples/typescript/tsconfig.json'), join(folder, 'tsconfig.json'));
  writeFileSync(join(folder, 'package.json'), `{"type": "${samples === 'next' ? 'commonjs' : 'module'}"}\n`);
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The samples do not compile:\n${stdout}`);
  return join(folder, 'dist');
}

/**
 * Runs a shell block of a page as its reader does, in a folder of the consumer, which has all packages. It installs nothing, and
 * leaves out what a line does after `&& node` or `&& npx playwright`.
 *
 * @param first what the block's first line contains.
 */
export function runBlock(page: string, first: string, folder: string): void {
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  const block = blocks.find((each) => each.split('\n')[0]?.includes(first));
  if (block === undefined) throw new Error(`${page} has no block whose first line contains ${first}.`);
  const lines = block.split('\n').filter((line) => !/^(npm install|npx playwright)/.test(line));
  mkdirSync(folder, { recursive: true });
  const script = lines
    .join('\n')
    .replaceAll('CLONE', root)
    .replaceAll(/^(npx tsc) && node.*$/gm, '$1');
  // What a script of a container or a pipeline has: no braces, no [[.
  execFileSync('sh', ['-ec', script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
}
