import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../build/install.mjs';

// The command that copies a starter, beside a sandbox's console with other keys than the starters have.

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/sandbox/addresses': { gateway_url: 'http://127.0.0.1:4999' },
  '/sandbox/shops': [{ shop_id: 7, secret_key: 'secret-of-7', public_key: 'MIIB+key/of7' }],
};
const top = mkdtempSync(join(tmpdir(), 'starter-'));
let server: Server;
let consoleUrl: string;
beforeAll(async () => {
  server = createServer(({ url = '' }, answer) => void answer.end(JSON.stringify(ANSWERS[url])));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  consoleUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(top, { recursive: true });
});

async function copy(...words: readonly string[]): Promise<{ readonly out: string; readonly errors: string }> {
  const program = `const { copyStarter } = await import('./demo/sandbox/starter.mjs'); await copyStarter(process.argv.slice(1));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, '--', ...words], { cwd: root });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, errors };
}

test.each([
  ['express', 'sandbox.env'],
  ['vite', 'sandbox.env'],
  ['next', '.env.development'],
])('the starter %s gets the running sandbox’s address and keys, another port, and the package to install', async (name, file) => {
  const folder = join(top, name);
  const { out, errors } = await copy(name, folder, '--console', consoleUrl, '--port', '3100', '--package', 'made.tgz');
  expect(errors).toBe('');
  expect(out).toMatch(
    /for the sandbox at http:\/\/127\.0\.0\.1:4999[^]*npm install\n {2}npm start\n\nThen open http:\/\/localhost:3100\.\n$/,
  );
  expect(parseEnv(readFileSync(join(folder, file), 'utf8'))).toEqual({
    SHOP_ID: '7',
    SECRET_KEY: 'secret-of-7',
    PUBLIC_KEY: 'MIIB+key/of7',
    GATEWAY_URL: 'http://127.0.0.1:4999',
    SHOP_URL: 'http://localhost:3100',
    ALLOW_TEST: 'yes',
  });
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).not.toContain('localhost:3000');
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
  expect(dependencies).toMatchObject({ 'checkout-elements': `file:${join(root, 'made.tgz')}` });
});

test('without a sandbox the starter keeps its settings, and the command says so', async () => {
  const folder = join(top, 'alone');
  const { out } = await copy('express', folder, '--console', 'http://127.0.0.1:1');
  expect(out).toContain('npm install PATH ');
  expect(out).toContain('No sandbox answers at http://127.0.0.1:1.');
  const kept = readFileSync(join(folder, 'sandbox.env'), 'utf8');
  expect(kept).toBe(readFileSync(join(root, 'demo/starters/express/sandbox.env'), 'utf8'));
  expect(readdirSync(folder).sort()).toEqual(readdirSync(join(root, 'demo/starters/express')).sort());
});

test.each([
  [['angular', 'shop'], 'Expected the name of a starter, not angular.'],
  [['express', 'shop', '--port', 'x'], '--port takes a number, not x.'],
])('%s is refused', async (words, message) => {
  expect((await copy(...words)).errors).toContain(
    `${message}\nUsage: checkout-elements-sandbox starter express|next|vite FOLDER`,
  );
});
