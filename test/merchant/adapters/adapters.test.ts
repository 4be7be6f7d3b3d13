import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import express from 'express';
import { describe, expect, test } from 'vitest';
import {
  createNotificationHandler,
  createStatusHandler,
  toExpress,
  toNode,
  type WebHandler,
} from '../../../src/merchant/index.js';
import { listen } from '../listen.js';
import { openClient } from '../client/open-client.js';
import { makeShop, notificationFor, transfer } from '../notification/notification.js';

/** Answers with what the handler received. */
const echo: WebHandler = async (request) =>
  Response.json({
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    body: [...new Uint8Array(await request.arrayBuffer())],
  });

interface Echoed {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly number[];
}

const BYTES = new Uint8Array([0, 255, 195, 40, 10, 13, 128]);

/** A shop's server, made by each adapter. */
const SERVERS: readonly (readonly [string, (handler: WebHandler) => RequestListener])[] = [
  ['node:http', (handler) => toNode(handler)],
  ['Express', (handler) => express().all('/*path', toExpress(handler))],
  ['a router of Express', (handler) => express().use('/in', express.Router().all('/*path', toExpress(handler)))],
  [
    'Express with express.raw()',
    (handler) => express().all('/*path', express.raw({ type: '*/*', limit: '1mb' }), toExpress(handler)),
  ],
];

describe.each(SERVERS)('%s', (_, serve) => {
  test('passes on method, address, headers and the exact bytes', async () => {
    const url = await listen(serve(echo));
    const response = await fetch(`${url}/in/a%20b?x=1&x=2`, {
      method: 'POST',
      body: BYTES,
      headers: { 'content-type': 'application/json', 'x-own': 'yes' },
    });
    const { method, url: address, headers, body } = (await response.json()) as Echoed;
    expect([method, address, body]).toEqual(['POST', `${url}/in/a%20b?x=1&x=2`, [...BYTES]]);
    expect(headers).toMatchObject({ 'x-own': 'yes', 'content-type': 'application/json' });
  });

  test.each(['GET', 'DELETE'])('passes on a %s without a body', async (method) => {
    const url = await listen(serve(echo));
    expect(await (await fetch(`${url}/in/x`, { method })).json()).toMatchObject({ method, body: [] });
  });

  test('sends status, headers, each cookie and the body', async () => {
    const url = await listen(
      serve(() => {
        const headers = new Headers({ 'x-own': 'yes' });
        for (const cookie of ['a=1', 'b=2']) headers.append('set-cookie', cookie);
        return new Response(BYTES, { status: 418, headers });
      }),
    );
    const response = await fetch(`${url}/in/x`);
    expect([response.status, response.headers.get('x-own'), response.headers.getSetCookie()]).toEqual([
      418,
      'yes',
      ['a=1', 'b=2'],
    ]);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([...BYTES]);
  });

  test('accepts a genuine notification, and refuses one whose body was changed', async () => {
    const shop = makeShop();
    const heard: string[] = [];
    const handler = createNotificationHandler({ ...shop, onTransaction: ({ uid }) => heard.push(uid), report: () => undefined });
    const url = `${await listen(serve(handler))}/in/notifications`;
    expect((await fetch(notificationFor(shop, { url }))).status).toBe(200);
    expect((await fetch(notificationFor(shop, { url, signed: 'other bytes' }))).status).toBe(401);
    expect(heard).toEqual(['4107-310b0da80b']);
  });

  test('accepts a notification of 72 KB and one of 256 KB, which verification accepts too', async () => {
    const shop = makeShop();
    const handler = createNotificationHandler({ ...shop, onTransaction: () => undefined, report: () => undefined });
    const url = `${await listen(serve(handler))}/in/notifications`;
    for (const bytes of [72_000, 262_144])
      expect(
        (await fetch(notificationFor(shop, { url, body: JSON.stringify({ transaction: transfer() }).padEnd(bytes, ' ') })))
          .status,
      ).toBe(200);
  });

  test('refuses a body that is too large, and then serves the next request', async () => {
    const shop = makeShop();
    const handler = createNotificationHandler({ ...shop, onTransaction: () => undefined, report: () => undefined });
    const url = `${await listen(serve(handler))}/in/notifications`;
    expect((await fetch(notificationFor(shop, { url, body: ' '.repeat(600_000) }))).status).toBe(413);
    expect((await fetch(notificationFor(shop, { url }))).status).toBe(200);
  });
});

test('a body that a parser has read is an error for the developer, not a wrong signature', async () => {
  const errors: unknown[] = [];
  const app = express();
  app.use(express.json());
  app.post('/notifications', toExpress(echo));
  app.use((error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
    errors.push(error);
    response.status(500).end();
  });
  const url = await listen(app);
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${url}/notifications`, { method: 'POST', body: '{"a": 1}', headers })).status).toBe(500);
  expect(String(errors[0])).toContain('Mount this handler before express.json()');
});

describe('an error that a handler throws', () => {
  const failure = new Error('The database at 10.0.0.5 does not answer.');
  const fails: WebHandler = () => Promise.reject(failure);

  test('goes to the report function of toNode; the answer is a bare 500', async () => {
    const reported: unknown[] = [];
    const response = await fetch(await listen(toNode(fails, { report: (error) => reported.push(error) })));
    expect([response.status, await response.text(), reported]).toEqual([500, '', [failure]]);
  });

  test('goes to Express’s own error handling', async () => {
    const errors: unknown[] = [];
    const app = express().all('/', toExpress(fails));
    app.use((error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
      errors.push(error);
      response.status(503).end();
    });
    expect((await fetch(await listen(app))).status).toBe(503);
    expect(errors).toEqual([failure]);
  });
});

test('an interrupted body ends in a notification error, and the server goes on', async () => {
  const shop = makeShop();
  const reported: { readonly code?: string }[] = [];
  let seen = (): void => undefined;
  const isReported = new Promise<void>((resolve) => {
    seen = resolve;
  });
  const handler = createNotificationHandler({
    ...shop,
    onTransaction: () => undefined,
    report: (error) => {
      reported.push(error as { readonly code?: string });
      seen();
    },
  });
  const url = await listen(toNode(handler));
  const { authorization } = Object.fromEntries(notificationFor(shop).headers);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\nContent-Length: 100\r\n\r\n{"tra`);
  setTimeout(() => socket.destroy(), 50);
  await isReported;
  expect(reported.map(({ code }) => code)).toEqual(['notification_interrupted']);
  expect((await fetch(notificationFor(shop, { url }))).status).toBe(200);
});

test.each([
  ['a path that looks like a host', 'GET //evil.example/x HTTP/1.1\r\nHost: 127.0.0.1', 'http://127.0.0.1//evil.example/x'],
  ['an invalid host', 'GET /x HTTP/1.1\r\nHost: a b/c', 'http://localhost/x'],
  ['an address instead of a path', 'GET http://evil.example/x HTTP/1.1\r\nHost: 127.0.0.1', 'http://127.0.0.1/'],
])('%s can’t name another host', async (_, head, address) => {
  const url = await listen(toNode(echo));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk as string;
  expect(answer).toContain(`"url":"${address}"`);
});

test('behind Express, a handler also gets Express’s request, and createStatusHandler’s authorize gets it as its third argument', async () => {
  const { client } = await openClient();
  const known: unknown[] = [];
  const status = createStatusHandler({
    client,
    authorize: (request, trackingId, { app, path }: express.Request) => {
      known.push([request instanceof Request, trackingId, app.locals['name'], path]);
      return true;
    },
  });
  const server = express();
  server.locals['name'] = 'shop';
  server.get('/status', toExpress(status));
  const response = await fetch(`${await listen(server)}/status?tracking_id=order-1`);
  expect(await response.json()).toEqual({ outcome: 'unknown' });
  expect(known).toEqual([[true, 'order-1', 'shop', '/status']]);
});
