import { expect, test } from 'vitest';
import { forTerminal, greeting } from '../../../demo/gateway/log/terminal.js';

test('a terminal gets the addresses, a card to pay with and the way out', () => {
  const text = greeting('http://127.0.0.1:4010', 'http://127.0.0.1:4011');
  for (const part of ['http://127.0.0.1:4010 ', 'http://127.0.0.1:4011 ', '4200 0000 0000 0000', '123456', 'Ctrl-C', '--json'])
    expect(text).toContain(part);
});

test.each([
  [
    '{"level":30,"time":"2026-11-23T20:51:03.068Z","method":"GET","path":"/products","status":200,"ms":3.1,"msg":"request"}',
    '20:51:03  GET /products  200  3.1 ms\n',
  ],
  [
    '{"level":40,"time":"2026-11-23T20:51:03.068Z","port":4010,"msg":"port 4010 is in use"}',
    '20:51:03  warning: port 4010 is in use port=4010\n',
  ],
  ['not JSON\n', 'not JSON\n'],
])('the log line %s is readable', (line, text) => {
  expect(forTerminal(line)).toBe(text);
});
