import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packSandbox } from '../package/sandbox/sandbox-package.js';

// The sandbox as a reader uses it: packed, installed from the registry with its dependencies, and started as its README says.

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
const npm = (...words: readonly string[]): string =>
  execFileSync('npm', [...words], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}\n');
  npm('install', '--no-audit', '--no-fund', await packSandbox(folder));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  // A terminal sends it to the whole group.
  ['Ctrl-C', (pid: number) => process.kill(-pid, 'SIGINT')],
  ['a signal to npx alone', (pid: number) => process.kill(pid, 'SIGTERM')],
  ['the death of npx', (pid: number) => process.kill(pid, 'SIGKILL')],
])('npx starts the command, and %s ends it', { timeout: 60_000 }, async (_, end) => {
  const child = spawn('npx', ['checkout-elements-sandbox', '--port', '0'], { cwd: folder, detached: true });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { checkout_url } = JSON.parse(line) as { checkout_url: string };
  expect((await fetch(`${checkout_url}/checkout.js`)).status).toBe(200);
  end(child.pid ?? 0);
  await once(child, 'exit');
  await expect
    .poll(
      () =>
        fetch(checkout_url).then(
          () => 'up',
          () => 'down',
        ),
      { timeout: 10_000 },
    )
    .toBe('down');
});

test('a test starts a sandbox, and stops it', () => {
  const program = `import { start } from 'checkout-elements-sandbox';
    const sandbox = await start();
    console.log((await sandbox.clock.advance(60)) instanceof Date, sandbox.shops.length);
    await sandbox.stop();
    console.log(await fetch(sandbox.gatewayUrl).then(() => 'up', () => 'down'));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, encoding: 'utf8' });
  expect(output).toBe('true 2\ndown\n');
}, 60_000);
