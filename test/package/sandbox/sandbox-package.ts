import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { buildSandbox } from '../../../build/sandbox-package.mjs';

/** Builds and packs the package of the sandbox, in a new folder in this one: another file of tests may do the same. @returns the packed file. */
export async function packSandbox(within: string): Promise<string> {
  const to = mkdtempSync(join(within, 'packed-sandbox-'));
  const folder = await buildSandbox(join(to, 'files'));
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

/** Unpacks the package into a consumer's node_modules, unless another file of tests has. @returns its folder there. */
export async function unpackSandbox(consumer: string): Promise<string> {
  const folder = join(consumer, 'node_modules/checkout-elements-sandbox');
  if (existsSync(folder)) return folder;
  const packed = await packSandbox(consumer);
  const unpacked = join(dirname(packed), 'unpacked');
  mkdirSync(unpacked);
  execFileSync('tar', ['-xzf', packed, '-C', unpacked, '--strip-components=1']);
  try {
    renameSync(unpacked, folder);
  } catch (error) {
    // Another file was first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
