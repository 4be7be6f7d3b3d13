import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../src/clock/clock.js';
import { withDeadline } from '../../src/clock/deadline.js';
import { type Fetch, send } from '../../src/http/request.js';

const { signal } = new AbortController();
const request = {
  method: 'POST',
  url: 'https://gateway.example/path?x=1',
  headers: { Accept: 'application/json' },
  body: '{}',
  signal,
};
const polluted = Object.prototype as Record<string, unknown>;

afterEach(() => {
  delete polluted['credentials'];
  delete polluted['X-Leak'];
});

const sent = async (given: Parameters<typeof send>[1] = request): Promise<RequestInit> => {
  let seen: RequestInit | undefined;
  await send(async (_, init) => {
    seen = init;
    return Response.json({});
  }, given);
  return seen!;
};

test('the request has exactly these options', async () => {
  expect({ ...(await sent()) }).toEqual({
    method: 'POST',
    headers: expect.objectContaining({ Accept: 'application/json' }) as unknown,
    body: '{}',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    cache: 'no-store',
    mode: 'cors',
    signal,
  });
  const bare = await sent({ ...request, method: 'GET', body: undefined });
  expect(Object.keys(bare)).not.toContain('body');
});

test('options and headers have no prototype that a page could have polluted', async () => {
  polluted['credentials'] = 'include';
  polluted['X-Leak'] = 'yes';
  const init = await sent();
  expect(Object.getPrototypeOf(init)).toBeNull();
  expect(Object.getPrototypeOf(init.headers)).toBeNull();
  expect(init.credentials).toBe('omit');
  expect((init.headers as Record<string, string>)['X-Leak']).toBeUndefined();
});

test('platforms accept options without a prototype', () => {
  expect(
    new Request('https://gateway.example', Object.assign(Object.create(null), { method: 'POST', body: '{}' }) as RequestInit)
      .method,
  ).toBe('POST');
});

test.each([200, 204, 302, 401, 422, 500])('status %d is an answer', async (status) => {
  const body = status === 204 ? null : '{"a": 1}';
  const answer = await send(async () => new Response(body, { status, headers: { 'X-Any': '1' } }), request);
  expect(answer).toMatchObject({ status, body: body ? { a: 1 } : undefined });
  expect(answer.headers.get('x-any')).toBe('1');
});

test.each(['', '<html>', '{"a":', 'undefined', '\u0000'])('the body %j is not JSON, which is not an error here', async (text) => {
  expect((await send(async () => new Response(text), request)).body).toBeUndefined();
});

test('reading stops at the limit', async () => {
  let chunks = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      chunks += 1;
      controller.enqueue(new Uint8Array(65_536).fill(32));
    },
  });
  await expect(send(async () => new Response(endless), request)).rejects.toMatchObject({
    code: 'answer_too_large',
    party: 'network',
  });
  expect(chunks).toBeLessThan(12);
});

test('reads a body of the maximum size', async () => {
  const text = JSON.stringify('x'.repeat(262_142));
  expect((await send(async () => new Response(text), request)).body).toHaveLength(262_142);
});

test.each<[string, Fetch]>([
  ['rejects', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'throws',
    () => {
      throw new Error('bug');
    },
  ],
  ['brings nothing', () => Promise.resolve(undefined as unknown as Response)],
  [
    'fails in the middle of the body',
    async () => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })),
  ],
])('a fetch that %s is an unreachable network, and the message contains only the origin', async (_, fetch) => {
  await expect(send(fetch, request)).rejects.toMatchObject({
    name: 'TransportError',
    code: 'network_unreachable',
    message: expect.stringMatching(/https:\/\/gateway\.example;/) as unknown,
  });
});

test.each<[string, Fetch]>([
  ['that ignores its signal', () => new Promise(() => undefined)],
  ['whose body never ends', async () => new Response(new ReadableStream())],
])('an abort ends the wait for a fetch %s, with the signal’s reason', async (_, fetch) => {
  const controller = new AbortController();
  const sending = withDeadline((until) => send(fetch, { ...request, signal: until }), {
    clock: systemClock,
    milliseconds: 60_000,
    late: () => new Error('late'),
    signal: controller.signal,
  });
  setImmediate(() => controller.abort('enough'));
  await expect(sending).rejects.toBe('enough');
});

test('nothing is sent when the signal has already aborted', async () => {
  let requests = 0;
  const fetch: Fetch = async () => {
    requests += 1;
    return Response.json({});
  };
  await expect(send(fetch, { ...request, signal: AbortSignal.abort('before') })).rejects.toBe('before');
  expect(requests).toBe(0);
});
