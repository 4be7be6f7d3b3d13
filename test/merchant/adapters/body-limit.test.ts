import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { toExpress, toNode, type NodeRequest, type NodeResponse, type WebHandler } from '../../../src/merchant/index.js';
import { listen } from '../listen.js';

type Options = { readonly maxBytes?: number };

/** A shop's server, made by each adapter. */
const SERVERS: readonly (readonly [string, (handler: WebHandler, options?: Options) => RequestListener])[] = [
  ['node:http', (handler, options) => toNode(handler, options)],
  ['Express', (handler, options) => express().all('/*path', toExpress(handler, options))],
  [
    'Express with express.raw()',
    (handler, options) => express().all('/*path', express.raw({ type: '*/*', limit: '1mb' }), toExpress(handler, options)),
  ],
];

/** Counts its calls, and answers with the number of bytes that it got. */
function counter() {
  const seen = { calls: 0 };
  const handler: WebHandler = async (request) => {
    seen.calls += 1;
    return new Response(String((await request.arrayBuffer()).byteLength));
  };
  return { seen, handler };
}

/** Sends a request byte by byte as written here, and reads until the server closes the connection. */
async function exchange(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk as string;
  return answer;
}

const post = async (url: string, body: BodyInit): Promise<readonly [number, string]> => {
  // Node requires `duplex` with a stream; the DOM's type does not have it.
  const init = { method: 'POST', body, duplex: 'half' };
  const response = await fetch(`${url}/notifications`, init);
  return [response.status, await response.text()];
};
/** Without a length: it is sent in chunks. */
const streamed = (bytes: number): ReadableStream => new Blob([new Uint8Array(bytes)]).stream();

describe.each(SERVERS)('%s', (_, serve) => {
  test('passes on a body of 262,144 bytes, with its length announced or in chunks', async () => {
    const { seen, handler } = counter();
    const url = await listen(serve(handler));
    expect(await post(url, new Uint8Array(262_144))).toEqual([200, '262144']);
    expect(await post(url, streamed(262_144))).toEqual([200, '262144']);
    expect(seen.calls).toBe(2);
  });

  test('answers 413 to one byte more, and does not call the handler', async () => {
    const { seen, handler } = counter();
    const url = await listen(serve(handler));
    const refused = [413, 'Expected a body of at most 262144 bytes; got a longer one.'];
    expect(await post(url, new Uint8Array(262_145))).toEqual(refused);
    expect(await post(url, streamed(262_145))).toEqual(refused);
    expect(seen.calls).toBe(0);
  });

  test('has the limit that the shop sets', async () => {
    const { handler } = counter();
    const url = await listen(serve(handler, { maxBytes: 4 }));
    expect([await post(url, 'four'), await post(url, 'fives')]).toEqual([
      [200, '4'],
      [413, 'Expected a body of at most 4 bytes; got a longer one.'],
    ]);
  });
});

describe.each(SERVERS.slice(0, 2))('%s, asked over a bare connection,', (_, serve) => {
  const HEAD = 'POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\n';

  test('answers 413 by the announced length, before a byte of the body has come, and closes', async () => {
    const { seen, handler } = counter();
    const answer = await exchange(await listen(serve(handler)), `${HEAD}Content-Length: 262145\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(seen.calls).toBe(0);
  });

  test('answers 413 to a body in chunks that never ends, and closes', async () => {
    const { seen, handler } = counter();
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const answer = await exchange(await listen(serve(handler)), `${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(9)}`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(seen.calls).toBe(0);
  });
});

test('no more of an endless body is read than the limit and the chunk that exceeds it', async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      read += 1000;
      yield new Uint8Array(1000);
    }
  }
  // No server: what is counted here is what an adapter asks for.
  const request: NodeRequest = { method: 'POST', url: '/', headers: {}, [Symbol.asyncIterator]: endless };
  const statusCode = await new Promise<number>((resolve) => {
    const response: NodeResponse = {
      statusCode: 0,
      headersSent: false,
      setHeader: () => undefined,
      end: () => resolve(response.statusCode),
      destroy: () => undefined,
    };
    toNode(() => new Response())(request, response);
  });
  expect([statusCode, read]).toEqual([413, 263_000]);
});

test('HTTP/2, which forbids the header, gets no Connection: close', async () => {
  const headers: string[] = [];
  await new Promise<void>((resolve) => {
    const request = { method: 'POST', url: '/', headers: { ':path': '/', 'content-length': '262145' } };
    const response: NodeResponse = {
      statusCode: 0,
      headersSent: false,
      setHeader: (name) => headers.push(name),
      end: () => resolve(),
      destroy: () => undefined,
    };
    toNode(() => new Response())({ ...request, async *[Symbol.asyncIterator]() {} }, response);
  });
  expect(headers).toEqual(['content-type']);
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '64kb', null])('a limit of %s is a TypeError', (maxBytes) => {
  const options = { maxBytes } as Options;
  const message = `maxBytes: expected a whole number of bytes, 1 or more; got ${String(maxBytes)}.`;
  expect(() => toNode(() => new Response(), options)).toThrow(new TypeError(message));
  expect(() => toExpress(() => new Response(), options)).toThrow(new TypeError(message));
});
