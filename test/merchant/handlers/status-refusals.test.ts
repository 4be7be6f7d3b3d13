import { describe, expect, test } from 'vitest';
import { scripted } from '../client/scripted-wire.js';
import { ask, handlerOf, transferred } from './status-requests.js';

describe('an invalid question', () => {
  test.each([
    [''],
    ['?'],
    ['?tracking_id='],
    ['?uid='],
    ['?tracking_id=a&uid='],
    ['?tracking_id=&uid=b'],
    ['?tracking_id=a&tracking_id=b'],
    ['?uid=a&uid=b'],
    [`?tracking_id=${'x'.repeat(256)}`],
    ['?tracking_id=a%00b'],
    // No gateway's ids look like this.
    [`?uid=${'x'.repeat(65)}`],
    ['?uid=your%20card%20was%20blocked'],
    ['?uid=a/b'],
    ['?tracking_id=..'],
    ['?tracking_id=.'],
    ['?uid=..'],
    ['?uid=%2e%2e'],
    ['?uid=.'],
    ['?tracking_id=a&repeated_at=later'],
    ['?tracking_id=a&started_at=2030-01-01T00:00:00Z&repeated_at='],
    ['?tracking_id=a&repeated_at=2030-01-01T00:00:00Z&repeated_at=2030-01-01T00:00:00Z'],
  ])('is 400: %s', async (query) => {
    const { client, sent } = scripted([{ status: 500 }]);
    const response = await handlerOf(client)(ask(query));
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('message');
    expect(sent).toEqual([]);
  });

  test.each(['POST', 'PUT', 'DELETE'])('with %s is 405', async (method) => {
    const { client } = scripted([{ status: 500 }]);
    const response = await handlerOf(client)(ask('?tracking_id=order-1', { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});

describe('pages of other origins', () => {
  const origin = (from: string): RequestInit => ({ headers: { origin: from } });

  test('may read the answer with their cookies if they are listed, others may not', async () => {
    const { client } = await transferred();
    const handler = handlerOf(client, { allowOrigins: ['https://pay.example'] });
    const allowed = await handler(ask('?tracking_id=order-1', origin('https://pay.example')));
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://pay.example');
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
    const refused = await handler(ask('?tracking_id=order-1', origin('https://pay.example.evil.example')));
    expect(refused.headers.has('access-control-allow-origin')).toBe(false);
    expect(refused.headers.get('vary')).toBe('Origin');
  });

  test('may not if none are listed', async () => {
    const { client } = await transferred();
    const response = await handlerOf(client)(ask('?tracking_id=order-1', origin('https://pay.example')));
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('may be of this machine without https', async () => {
    const { client } = await transferred();
    const handler = handlerOf(client, { allowOrigins: ['http://localhost:3000'] });
    const allowed = await handler(ask('?tracking_id=order-1', origin('http://localhost:3000')));
    expect(allowed.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  });

  test.each<[string, unknown]>([
    ['any', '*'],
    ['one with a path', ['https://pay.example/']],
    ['one without a scheme', ['pay.example']],
    ['one that anyone on the way can change', ['https://shop.example', 'http://pay.example']],
  ])('are refused as %s when the handler is created', (_, allowOrigins) => {
    const { client } = scripted([{ status: 500 }]);
    expect(() => handlerOf(client, { allowOrigins: allowOrigins as string[] })).toThrow(/^allowOrigins: expected/);
  });
});
