import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../build/install.mjs';
import { packSandbox } from '../package/sandbox/sandbox-package.js';
import { expectOwn, STARTERS, useStarters } from './starter.js';

// Each starter as a reader uses it: both packages are packed and installed from the registry, the sandbox's command copies the starter, and
// npm installs and starts it.

const top = mkdtempSync(join(tmpdir(), 'starters-'));
const npm = (folder: string, ...words: readonly string[]): string =>
  execFileSync('npm', [...words], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const sandbox = join(top, 'node_modules/checkout-elements-sandbox/sandbox.js');

const { run } = useStarters(async () => {
  writeFileSync(join(top, 'package.json'), '{"type": "module"}\n');
  npm(top, 'install', '--no-audit', '--no-fund', await packSandbox(top));
  return sandbox;
});

let tarball: string;
beforeAll(() => {
  const [packed] = JSON.parse(npm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', top)) as {
    filename: string;
  }[];
  tarball = join(top, packed?.filename ?? '');
}, 120_000);
afterAll(() => rmSync(top, { recursive: true, force: true }), 120_000);

test.each(Object.entries(STARTERS))(
  'the starter for %s is copied, installs, starts and takes a payment',
  { timeout: 400_000 },
  async (name, pay) => {
    const folder = join(top, name);
    execFileSync(process.execPath, [sandbox, 'starter', name, folder, '--package', tarball]);
    npm(folder, 'install', '--no-audit', '--no-fund');
    const running = await run(folder, 'npm', ['start']);
    await pay(running);
    await expectOwn(running);
  },
);

test.each([
  ['the starter for Next', undefined, STARTERS.next],
  ['the shop of the page about Next', 'docs/samples/next', STARTERS.express],
])(
  '%s builds without settings, takes a payment in production, and ends on SIGTERM',
  { timeout: 400_000 },
  async (_, sample, pay) => {
    const folder = join(top, sample ? 'next-sample' : 'next-built');
    execFileSync(process.execPath, [sandbox, 'starter', 'next', folder]);
    const settings = parseEnv(readFileSync(join(folder, '.env.development'), 'utf8'));
    if (sample) cpSync(join(root, sample), folder, { recursive: true });
    npm(folder, 'install', '--no-audit', '--no-fund', tarball, 'cookie@1');
    const { NODE_ENV: _test, ...env } = process.env;
    execFileSync('npm', ['run', 'build'], { cwd: folder, env, stdio: 'inherit' });
    const running = await run(folder, process.execPath, ['start.js', 'start'], settings);
    await pay(running);
    await expectOwn(running);
    await running.end();
    await expect(fetch(running.url)).rejects.toThrow('fetch failed');
  },
);
