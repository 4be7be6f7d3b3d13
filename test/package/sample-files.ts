import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformWithOxc } from 'vite';
import { inject } from 'vitest';
import { root } from '../../demo/start/build/install.mjs';

/**
 * Puts samples of the documentation, without their types, into a folder of the consumer, where the package is the packed one.
 *
 * @param names the samples' paths below docs/samples/server.
 * @returns the folder.
 */
export async function placeSamples(folderName: string, names: readonly string[]): Promise<string> {
  const folder = join(inject('packed').consumer, folderName);
  for (const name of names) {
    const path = join(root, 'docs/samples/server', name);
    const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path);
    const target = join(folder, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}\n');
  return folder;
}
