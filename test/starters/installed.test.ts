import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { root } from '../../demo/start/build/install.mjs';
import { STARTERS, useStarters } from './starter.js';

// Each starter as a reader uses it: the package is packed, the starter is installed from the registry, and started with npm.

const { run } = useStarters();
const top = mkdtempSync(join(tmpdir(), 'starters-'));
const npm = (folder: string, ...words: readonly string[]): string =>
  execFileSync('npm', [...words], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

let tarball: string;
beforeAll(() => {
  const [packed] = JSON.parse(npm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', top)) as {
    filename: string;
  }[];
  tarball = join(top, packed?.filename ?? '');
}, 120_000);
afterAll(() => rmSync(top, { recursive: true, force: true }), 120_000);

test.each(Object.entries(STARTERS))(
  'the starter for %s installs, starts and takes a payment',
  { timeout: 400_000 },
  async (name, pay) => {
    const folder = join(top, name);
    cpSync(join(root, 'demo/starters', name), folder, { recursive: true });
    npm(folder, 'install', '--no-audit', '--no-fund', tarball);
    await pay(await run(folder, 'npm', ['start']));
  },
);
