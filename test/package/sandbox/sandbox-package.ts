import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { buildSandbox } from '../../../build/sandbox-package.mjs';

/** Builds and packs the package of the sandbox. @returns the packed file. */
export async function packSandbox(to: string): Promise<string> {
  const folder = await buildSandbox();
  const words = ['pack', folder, '--ignore-scripts', '--json', '--pack-destination', to];
  const output = execFileSync('npm', words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  const [packed] = JSON.parse(output) as { filename: string }[];
  if (!packed) throw new Error(`npm pack returned no package: ${output}`);
  return join(to, packed.filename);
}

/** Unpacks the package into a consumer's node_modules. @returns its folder there. */
export async function unpackSandbox(consumer: string): Promise<string> {
  const folder = join(consumer, 'node_modules/checkout-elements-sandbox');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', await packSandbox(consumer), '-C', folder, '--strip-components=1']);
  return folder;
}
