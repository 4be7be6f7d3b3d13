import { getRequestListener } from '@hono/node-server';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plainTransfer, Sandbox } from '../sandbox.js';

// The faults of a connection over a real one, served as the command serves it.

let sandbox: Sandbox;
const listener = getRequestListener((asked, sockets) => sandbox.serve(asked, sockets));
const server = createServer((asked, response) => void listener(asked, response));
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());
beforeEach(() => {
  sandbox = new Sandbox();
});

interface Heard {
  readonly status?: number | undefined;
  readonly declared?: string | undefined;
  readonly origin?: string | undefined;
  readonly text: string;
  readonly error?: string | undefined;
}

/** Sends one request on a new connection, and returns everything that came until it ended. */
async function listen(path: string, body: string): Promise<Heard> {
  const headers = {
    ...(await (path.startsWith('/ctp') ? sandbox.bearer() : sandbox.basic())),
    'content-type': 'application/json',
    host: '127.0.0.1:4010',
  };
  return new Promise((resolve) => {
    let answer: IncomingMessage | undefined;
    let text = '';
    const tell = (error?: Error & { code?: string }): void =>
      resolve({
        status: answer?.statusCode,
        declared: answer?.headers['content-length'],
        origin: answer?.headers['access-control-allow-origin'],
        text,
        error: error?.code,
      });
    const asked = request({ port, path, method: 'POST', headers, agent: false }, (response) => {
      answer = response;
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('error', tell)
        .on('end', () => tell());
    });
    asked.on('error', tell).end(body);
  });
}

const switchOn = async (kind: string) => {
  const { status } = await sandbox.console('/sandbox/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, requests: 1 }),
  });
  expect(status).toBe(201);
};
const kept = async () => ((await sandbox.console('/sandbox/transactions')).body as unknown as unknown[]).length;
const transfer = JSON.stringify({ request: plainTransfer() });

describe('over a socket', () => {
  test.each([
    ['closed_before', 0],
    ['closed_after', 1],
  ])('%s: the connection ends without a byte', async (kind, transactions) => {
    await switchOn(kind);
    expect(await listen('/transactions/p2ps', transfer)).toMatchObject({ status: undefined, text: '', error: 'ECONNRESET' });
    expect(await kept()).toBe(transactions);
    expect((await listen('/p2p-restrictions', transfer)).status).toBe(200);
  });

  test('truncated: half of the declared body, then the end, readable by pages of every origin', async () => {
    await switchOn('truncated');
    const heard = await listen('/ctp/api/p2p', transfer);
    expect(heard).toMatchObject({ status: 200, error: 'ECONNRESET', origin: '*' });
    expect(heard.text).toHaveLength(Math.floor(Number(heard.declared) / 2));
    expect(heard.text).toMatch(/^\{"transaction":\{"amount":10000,/);
    expect(await kept()).toBe(1);
  });
});

describe('a client that hangs up', () => {
  test('in the middle of its body is not an error of the gateway', async () => {
    const headers = {
      ...(await sandbox.basic()),
      'content-type': 'application/json',
      'content-length': '5000',
      host: '127.0.0.1:4010',
    };
    await new Promise<void>((resolve) => {
      const asked = request({ port, path: '/transactions/p2ps', method: 'POST', headers, agent: false });
      asked.on('error', () => resolve()).on('close', () => resolve());
      asked.write('{"request":', () => setTimeout(() => asked.destroy(), 30));
    });
    const seen = () => sandbox.logLines.map((line) => JSON.parse(line) as { level: number; msg: string; path?: string });
    await expect.poll(() => seen().some(({ path }) => path === '/transactions/p2ps')).toBe(true);
    expect(seen().filter(({ level }) => level >= 50)).toEqual([]);
    expect(await kept()).toBe(0);
  });
});
