import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressFlags, startServer } from '../../demo/start/process/server.mjs';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'server-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string, source: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, source);
  return path;
}

const LIVE = `
  import { createServer } from 'node:http';
  const server = createServer((_, answer) => answer.end(JSON.stringify(process.argv.slice(2))));
  server.listen(0, '127.0.0.1', () => {
    console.error('listening');
    console.log(JSON.stringify({ shop_url: 'http://127.0.0.1:' + server.address().port }));
  });`;

async function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

async function waitUntilDown(url: string): Promise<boolean> {
  for (let tries = 0; tries < 60; tries += 1) {
    if (!(await isUp(url))) return true;
    await sleep(50);
  }
  return false;
}

test('a started server prints its addresses, gets its flags, and is gone once stopped', async () => {
  const server = await startServer('shop', program('live', LIVE), ['--port', '0']);
  const url = server.addresses['shop_url'] ?? '';
  expect(await (await fetch(url)).json()).toEqual(['--port', '0']);
  expect(server.lastLines()).toBe('listening');
  await server.stop();
  expect(await isUp(url)).toBe(false);
  expect(await server.ended).toBe('was ended by SIGTERM');
});

test.each([
  ['throws at once', "console.error('the reason'); process.exit(3);", /ended with exit code 3 before it was ready\.\nthe reason/],
  ['prints no JSON', "console.log('hello'); setTimeout(() => {}, 60000);", /printed no JSON line of addresses but: hello/],
  ['prints no URLs', 'console.log(\'{"a": "b"}\'); setTimeout(() => {}, 60000);', /no JSON line of addresses/],
])('a server that %s fails to start, and the error has its last output', async (name, source, words) => {
  await expect(startServer('shop', program(name.replaceAll(' ', '-'), source), [])).rejects.toThrow(words);
});

test('a server that does not listen to SIGTERM is killed', { timeout: 10_000 }, async () => {
  const server = await startServer('shop', program('deaf', `process.on('SIGTERM', () => {});${LIVE}`), []);
  await server.stop();
  expect(await server.ended).toBe('was ended by SIGKILL');
});

test('a server ends when the command that started it is killed', async () => {
  const start = new URL('../../demo/start/process/server.mjs', import.meta.url).href;
  const live = JSON.stringify(program('orphan', LIVE));
  const command = program(
    'command',
    `import { startServer } from '${start}'; console.log((await startServer('shop', ${live}, [])).addresses.shop_url);`,
  );
  const child = spawn(process.execPath, [command], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  expect(await isUp(url)).toBe(true);
  child.kill('SIGKILL');
  expect(await waitUntilDown(url)).toBe(true);
});

test("one server's addresses become another's flags", () => {
  expect(addressFlags({ gateway_url: 'http://a', console_url: 'http://b' })).toEqual([
    '--gateway-url',
    'http://a',
    '--console-url',
    'http://b',
  ]);
});
