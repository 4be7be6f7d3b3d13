import { describe, expect, test } from 'vitest';
import { HELLO, INIT, isHello, portOf } from '../../src/channel/handshake.js';

const frame = { name: 'the frame' };
const page = { name: 'the page' };
const sibling = { name: 'another frame, or a popup' };
const { port1: port, port2: other } = new MessageChannel();

describe('the element', () => {
  const FROM = { window: frame, origin: 'https://fields.example' };
  const hello = { data: HELLO as unknown, origin: FROM.origin, source: frame as unknown, ports: [] as MessagePort[] };

  test('accepts the greeting of its own frame', () => {
    expect(isHello(hello, FROM)).toBe(true);
    expect(isHello({ ...hello, origin: 'null' }, { window: frame, origin: 'null' })).toBe(true);
  });

  test.each([
    ['another window of the same origin', { source: sibling }],
    ['no window', { source: null }],
    ['its own page', { source: page }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a sandboxed document', { origin: 'null' }],
    ['an origin that begins with the right one', { origin: 'https://fields.example.evil.example' }],
    ['an origin of another port', { origin: 'https://fields.example:8443' }],
    ['an origin of another scheme', { origin: 'http://fields.example' }],
    ['another text', { data: `${HELLO} and more` }],
    ['an object that looks like the text', { data: { toString: (): string => HELLO } }],
    ['the answer to the greeting', { data: INIT }],
    ['the greeting with a port', { ports: [port] }],
  ])('ignores %s', (_, change) => {
    expect(isHello({ ...hello, ...change }, FROM)).toBe(false);
  });

  test('ignores a sandboxed sibling when its own frame is sandboxed', () => {
    expect(isHello({ ...hello, origin: 'null', source: sibling }, { window: frame, origin: 'null' })).toBe(false);
  });

  test('accepts nothing before its frame has a window', () => {
    expect(isHello({ ...hello, source: undefined }, { window: undefined, origin: FROM.origin })).toBe(false);
  });
});

describe('the frame', () => {
  const FROM = { window: page, parents: ['https://shop.example', 'http://localhost:*'] };
  const init = { data: INIT as unknown, origin: 'https://shop.example', source: page as unknown, ports: [port] as MessagePort[] };

  test('accepts the port of a page that may embed it', () => {
    expect(portOf(init, FROM)).toBe(port);
    expect(portOf({ ...init, origin: 'http://localhost:4020' }, FROM)).toBe(port);
  });

  test.each([
    ['a page that may not embed it', { origin: 'https://evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['an origin that begins with the right one', { origin: 'https://shop.example.evil.example' }],
    ['an origin of another port', { origin: 'https://shop.example:8443' }],
    ['an origin of another scheme', { origin: 'http://shop.example' }],
    ['another window', { source: sibling }],
    ['no window', { source: null }],
    ['its own window', { source: frame }],
    ['no port', { ports: [] }],
    ['two ports', { ports: [port, other] }],
    ['its own greeting', { data: HELLO }],
    ['an object', { data: { kind: 'init' } }],
    ['a megabyte', { data: INIT.padEnd(1_000_000) }],
  ])('accepts nothing from %s', (_, change) => {
    expect(portOf({ ...init, ...change }, FROM)).toBeUndefined();
  });
});
