import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bundle } from '../../build/bundle.mjs';
import { root } from '../../build/install.mjs';
import { freePort } from '../../demo/start/network/network.mjs';
import { startServer } from '../../demo/start/process/server.mjs';

// The sample with express-session as a reader uses it: installed from the registry, compiled, and asked by two browsers.

const TOOLS = ['express', 'express-session', 'typescript', '@types/node@20', '@types/express', '@types/express-session'];
const folder = mkdtempSync(join(tmpdir(), 'sessions-'));
const npm = (cwd: string, ...words: readonly string[]): string =>
  execFileSync('npm', [...words], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

let gateway: Awaited<ReturnType<typeof startServer>>;
let shop: ChildProcess;
let url: string;
beforeAll(async () => {
  gateway = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
  const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [packed] = JSON.parse(npm(root, ...words)) as { filename: string }[];
  const samples = ['server/store.ts', 'server/notifications.ts', 'sessions/express.ts', 'typescript/tsconfig.json'];
  for (const sample of samples) cpSync(join(root, 'docs/samples', sample), join(folder, sample.split('/').at(-1) ?? ''));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}\n');
  npm(folder, 'install', '--no-audit', '--no-fund', join(folder, packed?.filename ?? ''), ...TOOLS);
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd: folder, stdio: 'inherit' });
  const port = await freePort('127.0.0.1', 20_000 + Math.floor(Math.random() * 20_000));
  url = `http://127.0.0.1:${port}`;
  const settings = {
    PORT: String(port),
    GATEWAY_URL: gateway.addresses['gateway_url'],
    SHOP_ID: '1001',
    SECRET_KEY: 'sandbox-secret-1001-7f3c0f4e9a5d4b7c8e21',
    PUBLIC_KEY: 'unused',
    ALLOW_TEST: 'yes',
    SHOP_URL: url,
    SESSION_SECRET: 'of the test',
  };
  shop = spawn(process.execPath, ['dist/express.js'], { cwd: folder, env: { ...process.env, ...settings }, stdio: 'inherit' });
  await vi.waitFor(async () => expect((await fetch(`${url}/nothing`)).status).toBe(404), { timeout: 20_000 });
}, 300_000);
afterAll(async () => {
  if (shop?.exitCode === null && shop.kill()) await once(shop, 'exit');
  await gateway?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Opens an order in a session. @returns its id, and how this session asks about an order. */
async function openOrder() {
  const opened = await fetch(`${url}/orders`, { method: 'POST', body: '{"amount": 12300}' });
  const { trackingId } = (await opened.json()) as { readonly trackingId: string };
  expect(opened.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const ask = (id: string): Promise<Response> => fetch(`${url}/status?tracking_id=${id}`, { headers: { cookie } });
  return { trackingId, ask };
}

test('a session is answered about its own orders, and about no other', async () => {
  const [ann, bob] = [await openOrder(), await openOrder()];
  expect(await (await ann.ask(ann.trackingId)).json()).toEqual({ outcome: 'unknown' });
  expect((await ann.ask(bob.trackingId)).status).toBe(404);
  expect((await fetch(`${url}/status?tracking_id=${ann.trackingId}`)).status).toBe(404);
});
