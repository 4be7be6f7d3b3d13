// Vitest's global setup of the package tests: the package as npm would publish it, unpacked like a consumer's copy.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { root } from '../../build/install.mjs';

declare module 'vitest' {
  // `inject('packed')` in package tests.
  interface ProvidedContext {
    packed: { readonly tarball: string; readonly consumer: string; readonly folder: string };
  }
}

/** Runs a program, which must print nothing: a warning would worry people who pack a clone for a starter. */
function node(program: string, ...programArguments: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...programArguments], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0 || stdout + stderr !== '') throw new Error(`${program} ended with ${status}, and said:\n${stdout}${stderr}`);
}

/** Builds unless `npm test` has already done so, packs, and unpacks into a consumer's node_modules. */
export function setup(project: TestProject): () => void {
  if (process.env['DIST_IS_FRESH'] === undefined) {
    node('vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn');
    node('typescript/bin/tsc', '-p', 'src/tsconfig.json');
  }
  // Inside the project's own node_modules, so that the consumer finds lit, jose and zod there.
  const consumer = join(root, 'node_modules/.cache/checkout-elements', `consumer-${process.pid}`);
  const folder = join(consumer, 'node_modules/checkout-elements');
  mkdirSync(folder, { recursive: true });
  const output = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', consumer], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  const [packed] = JSON.parse(output) as { filename: string }[];
  if (!packed) throw new Error(`npm pack returned no package: ${output}`);
  const tarball = join(consumer, packed.filename);
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  project.provide('packed', { tarball, consumer, folder });
  return () => rmSync(consumer, { recursive: true, force: true });
}
