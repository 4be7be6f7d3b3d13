import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startLoad } from './gateway/processes.mjs';

const CONNECTIONS = 4;

/** Puts load on a server for a quarter of a second, and counts the requests that arrive there too. */
async function loadOn(answer: RequestListener) {
  let arrived = 0;
  const server = createServer((request, response) => {
    arrived += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const load = startLoad();
  try {
    const request = `GET /jobs/1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
    return { ...(await load.run({ port, request, milliseconds: 250, connections: CONNECTIONS })), arrived };
  } finally {
    await load.stop();
    server.close();
    server.closeAllConnections();
  }
}

test.each<[string, RequestListener]>([
  ['whole', (_, response) => response.end('{"status":"done"}')],
  // Without a length the answer comes in chunks.
  [
    'in chunks',
    (_, response) => {
      response.write('{"status":');
      setImmediate(() => response.end('"done"}'));
    },
  ],
])('answers that come %s are counted once each', async (_, answer) => {
  const { requests, arrived, milliseconds, refusal } = await loadOn(answer);
  expect(refusal).toBeUndefined();
  expect(milliseconds).toBeGreaterThanOrEqual(249);
  expect(requests).toBeGreaterThan(CONNECTIONS);
  // The last one on each connection may have been under way.
  expect(arrived - requests).toBeGreaterThanOrEqual(0);
  expect(arrived - requests).toBeLessThanOrEqual(CONNECTIONS);
});

test('an answer other than 200 is reported, because a race of refusals is meaningless', async () => {
  const { refusal } = await loadOn((_, response) => response.writeHead(401).end('who?'));
  expect(refusal).toMatch(/^HTTP\/1\.1 401 [^]*who\?/);
});
