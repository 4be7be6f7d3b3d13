import { expect, test } from 'vitest';
import { headerOf, MessageReader, statusOf, toBytes } from './raw-http.js';

/** Reads these parts, and then the end of the connection. */
function read(kind: 'request' | 'answer', parts: readonly string[]): string[] {
  const seen: string[] = [];
  const reader = new MessageReader(kind, {
    head: (first) => void seen.push(first),
    body: (part) => void seen.push(part.toString()),
    end: (whole) => void seen.push(whole ? 'whole' : 'cut'),
  });
  for (const part of parts) reader.push(Buffer.from(part));
  reader.end();
  return seen;
}

test.each<[string, 'request' | 'answer', string[], string[]]>([
  ['a request without a body', 'request', ['GET / HTTP/1.1\r\nhost: a\r\n\r\n'], ['GET / HTTP/1.1', 'whole']],
  [
    'a request in pieces',
    'request',
    ['POST / HTTP/1.1\r\nConte', 'nt-Length: 4\r\n', '\r\nab', 'cd'],
    ['POST / HTTP/1.1', 'ab', 'cd', 'whole'],
  ],
  [
    'two requests in one piece',
    'request',
    ['GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n'],
    ['GET /1 HTTP/1.1', 'whole', 'GET /2 HTTP/1.1', 'whole'],
  ],
  [
    'an answer in chunks',
    'answer',
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n', '3\r\ncd', 'e\r\n0\r\n\r\n'],
    ['HTTP/1.1 200 OK', 'ab', 'cde', 'whole'],
  ],
  ['an answer up to the end of the connection', 'answer', ['HTTP/1.1 200 OK\r\n\r\nab'], ['HTTP/1.1 200 OK', 'ab', 'whole']],
  ['an answer without content', 'answer', ['HTTP/1.1 204 No Content\r\n\r\n'], ['HTTP/1.1 204 No Content', 'whole']],
  [
    'an answer that is shorter than it says',
    'answer',
    ['HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab'],
    ['HTTP/1.1 200 OK', 'ab', 'cut'],
  ],
  [
    'chunks without an end',
    'answer',
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n'],
    ['HTTP/1.1 200 OK', 'ab', 'cut'],
  ],
])('reads %s', (_, kind, parts, expected) => {
  expect(read(kind, parts)).toEqual(expected);
});

test('writes a message with its true length, unless its headers set another', () => {
  const message = { first: 'HTTP/1.1 200 OK', headers: [['X-A', 'b']] as const, body: Buffer.from('héllo') };
  expect(toBytes(message).toString()).toBe('HTTP/1.1 200 OK\r\nX-A: b\r\ncontent-length: 6\r\n\r\nhéllo');
  const lying = { ...message, headers: [['Content-Length', '99']] as const };
  expect(toBytes(lying).toString()).toBe('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhéllo');
  expect([statusOf(message), headerOf(message, 'x-a')]).toEqual([200, 'b']);
});
