import { expect, test } from 'vitest';
import { CheckoutClient } from '../../src/checkout/client.js';
import { type Fetch } from '../../src/http/request.js';
import { verifyP2p } from '../../src/wire/response/check.js';
import { jobEndpoint } from '../../src/wire/response/job.js';
import { p2p, p2pAsync } from '../../src/wire/response/transfer.js';
import { ManualClock } from '../clock/manual-clock.js';

const clock = new ManualClock();
const accepted = { status: 'new', job_id: 'job-1' };

function open(respond: Fetch, checkoutUrl = 'https://gateway.example'): CheckoutClient {
  return new CheckoutClient({ checkoutUrl, publicKey: 'MIIB', fetch: respond, clock });
}
const serving = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  open(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }));

test('a call has the credential, the version, and the unchanged body', async () => {
  const seen: { url: string; init: RequestInit }[] = [];
  const client = open(async (url, init) => {
    seen.push({ url, init });
    return Response.json(accepted);
  }, 'https://gateway.example/v1');
  await client.call(p2pAsync, { body: '{"request": {}}' });
  await client.call(jobEndpoint, { parameters: { job_id: 'a/b ?#' } });
  expect(seen.map(({ url, init }) => [init.method, url, init.body])).toEqual([
    ['POST', 'https://gateway.example/v1/ctp/api/async/p2p', '{"request": {}}'],
    ['GET', 'https://gateway.example/v1/ctp/api/async/jobs/a%2Fb%20%3F%23', undefined],
  ]);
  expect({ ...(seen[0]!.init.headers as object) }).toEqual({
    Accept: 'application/json',
    Authorization: 'Bearer MIIB',
    'X-Api-Version': '2',
    'Content-Type': 'application/json',
  });
  expect(seen[1]!.init.headers).not.toHaveProperty('Content-Type');
});

test.each([
  'http://gateway.example',
  'gateway.example',
  '',
  '/api',
  'ftp://gateway.example',
  'https://user:pass@gateway.example',
])('refuses the address "%s"', (address) => {
  expect(() => open(async () => Response.json({}), address)).toThrow(TypeError);
});

test('a job can’t be polled without an id', async () => {
  await expect(serving(200, accepted).call(jobEndpoint, { parameters: { job_id: '' } })).rejects.toThrow(/job_id/);
});

test.each([200, 201, 202, 400, 404, 422])(
  'a body that matches the contract is the answer, even with status %d',
  async (status) => {
    await expect(serving(status, accepted).call(p2pAsync, { body: '{}' })).resolves.toMatchObject(accepted);
  },
);

const refusal = { message: 'No', errors: { amount: ['must be an integer'] }, error_code: 'invalid_params' };

test.each<[number, unknown, string, string]>([
  [400, refusal, 'request_refused', 'gateway'],
  [422, { response: refusal }, 'request_refused', 'gateway'],
  [200, refusal, 'request_refused', 'gateway'],
  [401, refusal, 'credentials_refused', 'merchant'],
  [403, '<h1>Forbidden</h1>', 'credentials_refused', 'merchant'],
  [429, '', 'rate_limited', 'gateway'],
  [500, refusal, 'gateway_unavailable', 'gateway'],
  [200, '', 'answer_off_contract', 'gateway'],
  [200, '{"status":', 'answer_off_contract', 'gateway'],
  [404, '<html>', 'answer_off_contract', 'gateway'],
  [204, undefined, 'answer_off_contract', 'gateway'],
])('%d with %j is %s', async (status, body, code, party) => {
  const client = status === 204 ? open(async () => new Response(null, { status })) : serving(status, body);
  await expect(client.call(p2p, { body: '{}' })).rejects.toMatchObject({ name: 'GatewayError', code, party, status });
});

test.each([500, 502, 503])(
  'a body that matches the contract is no answer with status %d: a proxy may have kept it',
  async (status) => {
    await expect(serving(status, accepted).call(p2pAsync, { body: '{}' })).rejects.toMatchObject({
      code: 'gateway_unavailable',
      party: 'gateway',
      status,
    });
  },
);

test.each([
  ['7', 7000],
  ['0', 0],
  [new Date(clock.now() + 60_000).toUTCString(), 60_000],
  [new Date(clock.now() - 60_000).toUTCString(), 0],
  ['soon', undefined],
])('Retry-After "%s"', async (header, retryAfter) => {
  const call = serving(503, '', { 'retry-after': header }).call(verifyP2p, { body: '{}' });
  const error = await call.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'gateway_unavailable' });
  expect((error as { retryAfter?: number }).retryAfter).toBe(retryAfter);
});

test('the gateway’s Date sets the client’s time, even on errors; without one it stays', async () => {
  const ahead = clock.now() + 5_000_000;
  const client = serving(422, refusal, { date: new Date(ahead).toUTCString() });
  expect(client.now()).toBe(clock.now());
  await client.call(p2p, { body: '{}' }).catch(() => undefined);
  expect(client.now()).toBe(ahead);
  const undated = serving(200, accepted);
  await undated.call(p2pAsync, { body: '{}' });
  expect(undated.now()).toBe(clock.now());
});

const HOUR = 3_600_000;

/** A client whose answers name these times in order: each ahead of the device's clock (ms), or none. */
function telling(time: ManualClock) {
  const dates: (number | undefined)[] = [];
  const client = new CheckoutClient({
    checkoutUrl: 'https://gateway.example',
    publicKey: 'MIIB',
    clock: time,
    fetch: async () => {
      const ahead = dates.shift();
      const headers = ahead === undefined ? {} : { date: new Date(time.now() + ahead).toUTCString() };
      return new Response(JSON.stringify(accepted), { headers });
    },
  });
  const hear = async (...aheads: (number | undefined)[]): Promise<(number | undefined)[]> => {
    dates.push(...aheads);
    while (dates.length > 0) await client.call(p2pAsync, { body: '{}' });
    return [client.ahead, client.leastAhead];
  };
  return { client, hear };
}

test('the time for records is one that two agree on: two answers in a row, an earlier one, or the device', async () => {
  const { hear, client } = telling(new ManualClock());
  expect(await hear(5000)).toEqual([5000, 5000]);
  // One answer of another server, or from a cache.
  let known = 5000;
  for (const odd of [-26 * HOUR, 26 * HOUR]) {
    expect(await hear(odd)).toEqual([known, known]);
    // What is sealed next follows the last answer: a gateway that refuses a seal names its own time.
    expect(client.now()).toBe(clock.now() + odd);
    known += 2000;
    expect(await hear(known)).toEqual([known, known]);
  }
  expect(await hear(-26 * HOUR, -26 * HOUR)).toEqual([-26 * HOUR, -26 * HOUR]);
});

test('a first answer that differs from the device counts for records once a second one agrees', async () => {
  const { hear } = telling(new ManualClock());
  expect(await hear(26 * HOUR)).toEqual([undefined, undefined]);
  expect(await hear(undefined)).toEqual([undefined, undefined]);
  expect(await hear(26 * HOUR + 1000)).toEqual([26 * HOUR + 1000, 26 * HOUR + 1000]);
});

test('a device whose clock is set makes no answer doubtful, and neither does a machine that sleeps', async () => {
  const time = new ManualClock();
  const { hear } = telling(time);
  await hear(2 * HOUR, 2 * HOUR);
  time.setWall(-3 * HOUR);
  expect(await hear(5 * HOUR)).toEqual([5 * HOUR, 5 * HOUR]);
  // The monotonic clock stopped meanwhile, the device's did not.
  time.setWall(-5 * HOUR);
  expect(await hear(0)).toEqual([0, 0]);
});

test('a call without an answer fails after 30 seconds, even if fetch ignores signals', async () => {
  const time = new ManualClock();
  const client = new CheckoutClient({
    checkoutUrl: 'https://gateway.example',
    publicKey: 'k',
    fetch: () => new Promise(() => undefined),
    clock: time,
  });
  const call = client.call(p2pAsync, { body: '{}' });
  call.catch(() => undefined);
  await time.advance(29_999);
  await expect(Promise.race([call, Promise.resolve('pending')])).resolves.toBe('pending');
  await time.advance(1);
  await expect(call).rejects.toMatchObject({ code: 'network_timeout', party: 'network' });
});

test('an abort ends a call with its reason and cancels its timer; nothing is sent if it was aborted before', async () => {
  const time = new ManualClock();
  let requests = 0;
  const hanging: Fetch = () => {
    requests += 1;
    return new Promise(() => undefined);
  };
  const client = new CheckoutClient({ checkoutUrl: 'https://gateway.example', publicKey: 'k', fetch: hanging, clock: time });
  const controller = new AbortController();
  const call = client.call(p2pAsync, { body: '{}', signal: controller.signal });
  controller.abort('enough');
  await expect(call).rejects.toBe('enough');
  await expect(client.call(p2pAsync, { body: '{}', signal: controller.signal })).rejects.toBe('enough');
  expect(requests).toBe(1);
  expect(time.waits).toEqual([]);
});

test('no error message contains the credential or the body', async () => {
  const error: unknown = await serving(422, { message: 'Card 4200 0000 0000 0000 is blocked', errors: {} })
    .call(p2pAsync, { body: '{"request":{"description":"secret"}}' })
    .catch((thrown: unknown) => thrown);
  expect(JSON.stringify([error, (error as Error).message])).not.toMatch(/MIIB|secret|4200/);
});

test.each<[string, unknown, boolean]>([
  ['the same id', 'job-1', true],
  ['no id', undefined, true],
  ['an id of null', null, true],
  ['another id', 'job-2', false],
  ['an object', {}, false],
])('a job’s state with %s is its own: %s, %s', async (_, id, isOwn) => {
  const state = { status: 'new', ...(id !== undefined && { job_id: id }) };
  const asked = serving(200, state).job('job-1');
  if (isOwn) await expect(asked).resolves.toMatchObject({ status: 'new' });
  else
    await expect(asked).rejects.toMatchObject({
      code: 'answer_off_contract',
      status: 200,
    });
});

test('a job whose id is a number has the same id as a text', async () => {
  await expect(serving(200, { status: 'new', job_id: 17 }).job('17')).resolves.toMatchObject({ status: 'new' });
  await expect(serving(200, { status: 'new', job_id: 18 }).job('17')).rejects.toThrow(
    'Expected the state of the job that was asked about; got another job’s.',
  );
});

test('each call is traced by method, path and the kind of its answer, and by no text of the gateway', async () => {
  const lines: string[] = [];
  const traced = async (client: CheckoutClient): Promise<void> => {
    client.trace = (line) => void lines.push(line);
    await client.job('job-1').catch(() => undefined);
  };
  await traced(serving(200, { status: 'new' }));
  await traced(serving(422, refusal));
  await traced(
    open(() => {
      throw new Error('no network');
    }),
  );
  const leaving = open(async () => Response.json({ status: 'new' }));
  leaving.trace = (line) => void lines.push(line);
  await leaving.job('job-1', AbortSignal.abort()).catch(() => undefined);
  expect(lines).toEqual([
    'GET /ctp/api/async/jobs/job-1: new',
    'GET /ctp/api/async/jobs/job-1: 422 request_refused',
    'GET /ctp/api/async/jobs/job-1: network_unreachable',
    'GET /ctp/api/async/jobs/job-1: given up',
  ]);
});

test.each(['Payment of 100.00 USD', 'x'.repeat(21), 'Ünknown', 7, undefined])(
  'an answer whose status is no word of the contract is traced without it: %s',
  async (status) => {
    const lines: string[] = [];
    const client = serving(200, { status });
    client.trace = (line) => void lines.push(line);
    const anything = { safeParse: (data: unknown) => ({ success: true, data }) };
    await client.call({ ...verifyP2p, response: anything as never }, { body: '{}' });
    expect(lines).toEqual(['POST /ctp/api/verify-p2p: answered']);
  },
);

test('a device’s clock that was set since the last answer makes no written time too early, and no age too old', async () => {
  const time = new ManualClock();
  const { hear, client } = telling(time);
  await hear(5000);
  await time.advance(10_000);
  expect([client.ahead, client.leastAhead]).toEqual([5000, 5000]);
  time.setWall(HOUR);
  expect([client.ahead, client.leastAhead]).toEqual([5000, 5000 - HOUR]);
  // An hour behind now.
  time.setWall(-2 * HOUR);
  expect([client.ahead, client.leastAhead]).toEqual([5000 + HOUR, 5000]);
});

test('two answers agree that are an hour apart and name times an hour apart', async () => {
  const time = new ManualClock();
  const { hear } = telling(time);
  await hear(26 * HOUR);
  await time.advance(HOUR);
  expect(await hear(26 * HOUR)).toEqual([26 * HOUR, 26 * HOUR]);
  await time.advance(HOUR);
  expect(await hear(24 * HOUR)).toEqual([26 * HOUR, 26 * HOUR]);
});
