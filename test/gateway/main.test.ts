import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { get as getSecure } from 'node:https';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bundle } from '../../build/bundle.mjs';
import { keepIdentity } from '../../demo/start/network/certificate.mjs';
import { killAfterEach, startProgram } from './program.js';
import { plainTransfer } from './sandbox.js';

// The program as it is run: bundled, by plain Node, over real sockets.

let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-'));
  program = await bundle('gateway');
}, 180_000);

afterAll(() => rm(folder, { recursive: true }));
killAfterEach();

const start = (...flags: string[]) => startProgram(flags);

describe('the program', () => {
  test('prints one line with four origins when it answers, and everything else elsewhere', async () => {
    const { urls, output } = await start('--port', '0', '--data', 'memory');
    expect(Object.keys(urls)).toEqual(['gateway_url', 'checkout_url', 'base_url', 'console_url']);
    for (const url of Object.values(urls)) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(urls.console_url).not.toBe(urls.gateway_url);

    const shops = (await (await fetch(`${urls.console_url}/sandbox/shops`)).json()) as { public_key: string }[];
    const answer = await fetch(`${urls.checkout_url}/ctp/api/async/jobs/x`, {
      headers: { authorization: `Bearer ${shops[0]?.public_key}`, 'x-api-version': '2' },
    });
    expect(answer.status).toBe(404);
    await expect.poll(() => output.err).toContain('"path":"/ctp/api/async/jobs/x","status":404');
    expect(output.out.trim().split('\n')).toHaveLength(1);
  });

  test('says why no server is notified when that happens, once, and not before', async () => {
    const { urls, output } = await start('--port', '0', '--data', 'memory');
    expect(output.err).toBe('');
    const shops = (await (await fetch(`${urls.console_url}/sandbox/shops`)).json()) as { secret_key: string }[];
    const headers = {
      authorization: `Basic ${Buffer.from(`1002:${shops[1]?.secret_key}`).toString('base64')}`,
      'content-type': 'application/json',
      'x-api-version': '2',
    };
    for (const amount of [10_000, 20_000]) {
      const body = JSON.stringify({ request: plainTransfer({ amount }) });
      const answer = await fetch(`${urls.gateway_url}/transactions/p2ps`, { method: 'POST', headers, body });
      expect(answer.status).toBe(200);
    }
    const hints = (): number => output.err.split('no server is notified of this payment').length - 1;
    await expect.poll(hints).toBe(1);
  });

  test.skipIf(!existsSync('/proc/self/status'))('holds at most 300 MB with its data in memory', async () => {
    const { urls, child } = await start('--port', '0', '--data', 'memory');
    await (await fetch(`${urls.console_url}/sandbox/transactions`)).text();
    const [, peak] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8')) ?? [];
    expect(Number(peak)).toBeLessThan(300 * 1024);
  });

  test("dates its answers by the sandbox's clock, once", async () => {
    const { urls } = await start('--port', '0');
    await fetch(`${urls.console_url}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"advance_seconds":86400}',
    });
    const { headers } = await fetch(`${urls.checkout_url}/ctp/api/p2p`, { method: 'POST' });
    const ahead = Date.parse(headers.get('date') ?? '') - Date.now();
    expect(Math.abs(ahead - 86_400_000)).toBeLessThan(10_000);
  });

  test('serves the script file from the folder beside it', async () => {
    const { urls } = await start('--port', '0');
    const response = await fetch(`${urls.checkout_url}/checkout.js`);
    expect([response.status, await response.text()]).toEqual([
      200,
      await readFile(join(dirname(program), 'assets/checkout.js'), 'utf8'),
    ]);
  });

  test('takes the next free port when one is taken, and says so', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as AddressInfo;
    const { urls, output } = await start('--port', String(port));
    blocker.close();
    const taken = Number(new URL(urls.gateway_url).port);
    expect(taken).toBeGreaterThan(port);
    expect(Number(new URL(urls.console_url).port)).toBeGreaterThan(taken);
    expect(output.err).toContain(`port ${port} is in use, trying the next one`);
  });

  test('a sender of a body above 64 KiB reads the refusal, whatever of it has arrived by then, and goes on', async () => {
    const { urls } = await start('--port', '0', '--data', 'memory');
    const [shop] = (await (await fetch(`${urls.console_url}/sandbox/shops`)).json()) as { public_key: string }[];
    const { host, hostname, port } = new URL(urls.checkout_url);
    const socket = connect(Number(port), hostname);
    let came = '';
    socket.setEncoding('utf8').on('data', (text: string) => (came += text));
    const broken = vi.fn<(error: Error) => void>();
    socket.on('error', broken);
    const head = (method: string, path: string, ...headers: string[]): string =>
      [`${method} ${path} HTTP/1.1`, `host: ${host}`, `authorization: Bearer ${shop?.public_key}`, ...headers, '', ''].join(
        '\r\n',
      );

    const length = 2_000_000;
    socket.write(head('POST', '/ctp/api/p2p', 'content-type: application/json', 'x-api-version: 2', `content-length: ${length}`));
    await once(socket, 'data');
    expect(came).toMatch(/^HTTP\/1\.1 413 /);
    await new Promise((resolve) => socket.write('x'.repeat(length), resolve));
    socket.write(head('GET', '/ctp/api/async/jobs/x', 'x-api-version: 2'));
    await expect.poll(() => came).toContain('}HTTP/1.1 404 ');
    expect(broken).not.toHaveBeenCalled();
    socket.destroy();
  });

  test('refuses a foreign Host over the wire', async () => {
    const { urls } = await start('--port', '0');
    const status = await new Promise((resolve, reject) => {
      request(urls.console_url, { path: '/sandbox/shops', headers: { host: 'evil.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once('error', reject)
        .end();
    });
    expect(status).toBe(421);
  });

  test('answers over https with the certificate it was given', async () => {
    const identity = await keepIdentity([], { path: join(folder, 'identity.pem') });
    const { urls } = await start('--port', '0', '--tls-cert', identity, '--tls-key', identity);
    for (const url of Object.values(urls)) expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const ca = await readFile(identity);
    for (const url of [`${urls.console_url}/sandbox/shops`, `${urls.checkout_url}/checkout.js`]) {
      const status = await new Promise((resolve, reject) => {
        getSecure(url, { ca, agent: false }, (response) => resolve(response.resume().statusCode)).once('error', reject);
      });
      expect(status).toBe(200);
    }
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends on %s', async (signal) => {
    const { urls, end } = await start('--port', '0');
    await fetch(`${urls.console_url}/sandbox/clock`);
    expect(await end(signal)).toBe(0);
  });

  test.each([
    [['--port', 'x']],
    [['--data', '']],
    [['--duplicates', 'luck']],
    [['--time-zone', 'Mars/Olympus']],
    [['--shop-url', 'nowhere']],
    [['--nonsense']],
    [['--tls-key', 'k.pem']],
    [['--tls-cert', 'no.pem', '--tls-key', 'no.pem']],
  ])('says what is wrong with %j', async (args) => {
    await expect(start(...args)).rejects.toThrow(/exit 2: [\s\S]*Usage: /);
  });
});
