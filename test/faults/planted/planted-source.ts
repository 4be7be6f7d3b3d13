import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import type { run } from '../run.js';

/** A change of one file of src. The text must be there exactly once, so that a bug does not outlive the code that it is about. */
export interface SourceBug {
  /** Below src. */
  readonly file: string;
  readonly find: string;
  readonly plant: string;
}

const ROOT = join(import.meta.dirname, '../../..');
/** Git ignores it. */
const TREES = join(ROOT, 'coverage/planted');

/** Links everything of a folder, except for some names. */
function linkAll(from: string, to: string, except: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== except) symlinkSync(join(from, name), join(to, name));
}

/**
 * A copy of src with these bugs, and the fault runs that use it. The gateway and everything else is shared with the real tree.
 *
 * @throws Error when a text is not there exactly once.
 */
export async function runWithBugs(name: string, bugs: readonly SourceBug[]): Promise<typeof run> {
  const tree = join(TREES, name.replaceAll(/\W+/g, '-'));
  rmSync(tree, { recursive: true, force: true });
  linkAll(join(ROOT, 'test'), join(tree, 'test'), 'faults');
  for (const shared of ['demo', 'tsconfig.json']) symlinkSync(join(ROOT, shared), join(tree, shared));
  cpSync(join(ROOT, 'src'), join(tree, 'src'), { recursive: true });
  cpSync(join(ROOT, 'test/faults'), join(tree, 'test/faults'), { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  for (const { file, find, plant } of bugs) {
    const path = join(tree, 'src', file);
    const parts = readFileSync(path, 'utf8').split(find);
    if (parts.length !== 2)
      throw new Error(`Expected src/${file} to have this text once; it has it ${parts.length - 1} times: ${find}`);
    writeFileSync(path, parts.join(plant));
  }
  const path = join(tree, 'test/faults/run.ts');
  const { module } = await runnerImport<{ readonly run: typeof run }>(path, { root: ROOT, configFile: false, logLevel: 'error' });
  return module.run;
}
