import { json, page, parsed, refusal, text, withBody } from './answers.js';
import type { Dice } from '../dice.js';
import type { Exchange } from '../network/exchange.js';
import type { Fault } from './fault.js';
import type { RawMessage } from '../network/raw-http.js';
import { toBytes } from '../network/raw-http.js';

const fault = (name: string, act: Fault['act'], more: Partial<Fault> = {}): Fault => ({ name, act, ...more });

/** The gateway does the work; then this happens to its answer. */
const after = (name: string, spoil: (answer: RawMessage, exchange: Exchange) => RawMessage): Fault =>
  fault(name, async (exchange) => exchange.answer(spoil(await exchange.deliver(), exchange)));

// ——— Connections

export const refused = fault('connection refused', async (exchange) => exchange.reset(), { connection: 'refused' });

const ends = (how: 'reset' | 'close', connection: 'warm' | 'cold', committed: boolean): Fault =>
  fault(
    `${how} ${committed ? 'after the commit' : 'before it is read'}, ${connection}`,
    async (exchange) => {
      if (committed) await exchange.deliver();
      exchange[how]();
    },
    { connection },
  );

export const CONNECTION_ENDS: readonly Fault[] = (['reset', 'close'] as const).flatMap((how) =>
  (['warm', 'cold'] as const).flatMap((connection) => [ends(how, connection, false), ends(how, connection, true)]),
);

/** After this, browsers send the request again although the gateway has carried it out. */
export const diesCommitted = ends('reset', 'warm', true);
/** After this, nothing is sent again, and no answer comes. */
export const lostCommitted = ends('reset', 'cold', true);

export const headersThenReset = fault('headers, then reset', async (exchange, { settled }) => {
  const answer = await exchange.deliver();
  exchange.write(
    toBytes({ ...answer, headers: [...withBody(answer, '').headers, ['content-length', '500']], body: Buffer.alloc(0) }),
  );
  await settled();
  exchange.reset();
});

export const wrongLength = fault('wrong content-length', async (exchange) => {
  const answer = await exchange.deliver();
  const { first, headers, body } = withBody(answer, answer.body);
  exchange.write(toBytes({ first, headers: [...headers, ['content-length', String(body.length + 20)]], body }));
  exchange.close();
});

export const cut = fault('cut in the middle', async (exchange) => {
  const bytes = toBytes(await exchange.deliver());
  exchange.write(bytes.subarray(0, bytes.length - 10));
  exchange.close();
});

// ——— Answers off the contract

export const empty = after('empty answer', (answer) => withBody(answer, ''));
export const html = after('a page of another site', () => page(200));
export const wrongType = after('wrong types', (answer) =>
  withBody(answer, JSON.stringify({ ...parsed(answer), status: 7, job_id: ['x'] })),
);
export const wrongContentType = after('wrong content-type', (answer) => ({
  ...answer,
  headers: [...answer.headers.filter(([name]) => !/^content-type$/i.test(name)), ['content-type', 'text/html; charset=utf-16']],
}));
export const duplicateKeys = after('keys twice', (answer) =>
  withBody(answer, answer.body.toString().replace(/^\{/, '{"status":"failed","job_id":"other","response":{"finished":true},')),
);
export const prototype = after('__proto__', (answer) =>
  withBody(answer, answer.body.toString().replace(/^\{/, '{"__proto__":{"status":"done","finished":true,"outcome":"failed"},')),
);
const PAD = Buffer.from(`{"pad":"${'x'.repeat(5_000_000)}",`);
export const huge = after('5 MB', (answer) => withBody(answer, Buffer.concat([PAD, answer.body.subarray(1)])));
export const deep = after('nested 10,000 deep', (answer) =>
  withBody(answer, answer.body.toString().replace(/^\{/, `{"deep":${'['.repeat(10_000)}${']'.repeat(10_000)},`)),
);
export const withoutCors = after('503 without CORS', () => ({
  first: 'HTTP/1.1 503 Busy',
  headers: [],
  body: Buffer.from('busy'),
}));
export const redirect = after('redirect', () => text(302, '', { location: 'https://login.example/' }));

export const NONSENSE: readonly Fault[] = [
  empty,
  html,
  wrongType,
  wrongContentType,
  duplicateKeys,
  prototype,
  huge,
  deep,
  redirect,
];

// ——— Statuses, of the gateway or of a proxy before it

const status = (name: string, answer: (dice: Dice, now: number) => RawMessage): readonly [before: Fault, after: Fault] => [
  fault(`${name}, nothing done`, async (exchange, { dice, time }) => exchange.answer(answer(dice, time.now()))),
  fault(`${name}, after the commit`, async (exchange, { dice, time }) => {
    await exchange.deliver();
    exchange.answer(answer(dice, time.now()));
  }),
];

/** Statuses that a trusting page takes for a final refusal. */
const CODES = [400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 451] as const;

const INVALID_TOKEN = {
  error_code: 'invalid_params',
  message: 'It is not valid.',
  errors: { credit_card: { token: ['can not be used'] } },
};

/** A refusal that names the seals, with the gateway's time. `Committed`: of a payment that was taken. */
export const [tokenRefusal, tokenRefusalCommitted] = status('422 about the token', (_, now) =>
  json(422, INVALID_TOKEN, { date: new Date(now).toUTCString() }),
);

export const REFUSALS: readonly (readonly [before: Fault, after: Fault])[] = [
  status('4xx in the error form', (dice) => refusal(dice.pick(CODES), {}, 'refused', 'Not here.')),
  status('4xx of a proxy', (dice) => page(dice.pick(CODES))),
  [tokenRefusal, tokenRefusalCommitted],
  status('422 about the tracking id', () => refusal(422, { tracking_id: ['has been taken'] })),
  status('422 in words we do not know', () =>
    refusal(422, { base: ['operazione non consentita'] }, 'E_4711', 'Operazione non consentita'),
  ),
  status('422 about a limit', () => refusal(422, { base: ['daily limit'] }, 'limit', 'The daily limit is reached')),
];

const [fieldRefused, fieldRefusedCommitted] = status('422 about the card number', () =>
  refusal(422, { credit_card: { number: ['is not a card number'] } }),
);

/** A refusal that names a field whose value can be wrong by itself: nothing was done. */
export const fieldRefusal = fieldRefused;
/** The same refusal, when the page has had time to change. */
export const lateFieldRefusal = fault('422 about the card number, late', async (exchange, { time, dice }) => {
  await time.wait(dice.pick([700, 3000, 20_000]));
  exchange.answer(refusal(422, { credit_card: { number: ['is not a card number'] } }));
});
/** The same refusal of a payment that was taken. Only a gateway that contradicts itself sends it. */
export const fieldRefusalCommitted: Fault = { ...fieldRefusedCommitted, limit: 'gateway contradicts itself' };

export const PASSING: readonly (readonly [before: Fault, after: Fault])[] = [
  status('408', () => refusal(408, {}, 'timeout')),
  status('425', () => refusal(425, {}, 'too_early')),
  status('429 with Retry-After', () => json(429, { message: 'Slow down' }, { 'retry-after': '7' })),
  status('429 for long', () => json(429, { message: 'Slow down' }, { 'retry-after': '1200' })),
  status('500', () => refusal(500, {}, 'internal')),
  status('502 page', () => page(502)),
  status('503 with Retry-After', () => json(503, { message: 'Busy' }, { 'retry-after': '3' })),
];

// ——— Time

export const silence = fault('silence', async () => undefined);
export const silenceCommitted = fault('silence after the commit', async (exchange) => void (await exchange.deliver()));
export const drip = fault('drip', async (exchange, { time, dice }) => {
  const bytes = toBytes(await exchange.deliver());
  const size = Math.ceil(bytes.length / 40);
  const gap = dice.pick([300, 2000]);
  for (let at = 0; at < bytes.length; at += size) {
    exchange.write(bytes.subarray(at, at + size));
    await time.wait(gap);
  }
});
export const late = fault('late answer', async (exchange, { time, dice }) => {
  const answer = await exchange.deliver();
  await time.wait(dice.pick([5000, 20_000, 45_000]));
  exchange.answer(answer);
});
export const lateRequest = fault('late on its way to the gateway', async (exchange, { time, dice }) => {
  await time.wait(dice.pick([5000, 25_000, 45_000, 90_000]));
  await exchange.pass();
});

/** Some of these arrive after their seals have expired at the gateway. */
export const lateByMinutes = fault('on its way for many minutes', async (exchange, { time, dice }) => {
  await time.wait(dice.whole(5, 40) * 60_000);
  await exchange.pass();
});

// ——— Delivery

export const twice = fault('delivered twice, second answer', async (exchange) => {
  await exchange.deliver();
  await exchange.pass();
});
export const twiceAtOnce = fault('delivered twice at once', async (exchange, { dice }) => {
  const answers = await Promise.all([exchange.deliver(), exchange.deliver()]);
  exchange.answer(dice.pick(answers));
});
export const twiceFirst = fault('delivered twice, first answer', async (exchange) => {
  const answer = await exchange.deliver();
  await exchange.deliver();
  exchange.answer(answer);
});

/** Faults that can break any exchange. */
export const BROKEN: readonly Fault[] = [
  refused,
  ...CONNECTION_ENDS,
  headersThenReset,
  wrongLength,
  cut,
  ...NONSENSE,
  withoutCors,
  drip,
  late,
  lateRequest,
  silence,
];
