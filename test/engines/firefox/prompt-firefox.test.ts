import { createHash } from 'node:crypto';
import { createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { acknowledgeFirefoxAtOnce } from './prompt-firefox.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A WebSocket connection of this process to a server with this name, and the bytes that the server receives. */
async function connect(name: string): Promise<{ server: Socket; client: Socket; received: () => string }> {
  let received = '';
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const accepted = new Promise<Socket>((resolve) => {
    http.once('upgrade', ({ headers }, socket: Socket) => {
      const accept = createHash('sha1')
        .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64');
      socket.on('data', (chunk: Buffer) => (received += chunk.toString('hex')));
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nServer: ${name}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      resolve(socket);
    });
  });
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'sec-websocket-version': '13',
  };
  const asked = request({ port: (http.address() as AddressInfo).port, host: '127.0.0.1', path: '/session', headers });
  const upgraded = once(asked, 'upgrade');
  asked.end();
  const [, client] = (await upgraded) as [unknown, Socket];
  const server = await accepted;
  closing.push(
    () => client.destroy(),
    () => server.destroy(),
    () => http.close(),
  );
  client.resume();
  return { server, client, received: () => received };
}

// RFC 6455, 5.2: final, opcode 1, not masked, two bytes.
const TEXT = Buffer.from('81027b7d', 'hex');
// Final, opcode 0xA, masked, no payload, a mask.
const PONG = '8a8001020304';

test('each message from Firefox is acknowledged at once, with a masked pong that needs no answer', async () => {
  acknowledgeFirefoxAtOnce();
  const { server, client, received } = await connect('httpd.js');
  for (const count of [1, 2]) {
    server.write(TEXT);
    await expect.poll(received).toBe(PONG.repeat(count));
  }
  client.write('end');
  await expect.poll(received).toBe(`${PONG.repeat(2)}${Buffer.from('end').toString('hex')}`);
});

test('set up more than once, as by a configuration that several projects load, it sends nothing twice', async () => {
  acknowledgeFirefoxAtOnce();
  acknowledgeFirefoxAtOnce();
  const { server, client, received } = await connect('httpd.js');
  server.write(TEXT);
  await once(client, 'data');
  client.write('end');
  await expect.poll(received).toBe(`${PONG}${Buffer.from('end').toString('hex')}`);
});

test('it sends nothing to another server’s WebSocket', async () => {
  acknowledgeFirefoxAtOnce();
  const { server, client, received } = await connect('nginx');
  server.write(TEXT);
  await once(client, 'data');
  client.write('end');
  await expect.poll(received).toBe(Buffer.from('end').toString('hex'));
});
