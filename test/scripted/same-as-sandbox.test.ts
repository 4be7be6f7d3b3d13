import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { TEST_CARDS } from '../../demo/gateway/issuer/cards.js';
import { type Habit, HABITS } from '../../demo/gateway/issuer/habit.js';
import { ScriptedGateway } from '../../demo/scripted/gateway.js';
import { createShop, type ScriptedShop } from '../../demo/scripted/shop.js';
import { API, Sandbox, START } from '../gateway/sandbox.js';
import { SealingShop } from '../gateway/seal.js';
import { createClock } from '../../demo/gateway/time/clock.js';
import { sampleOrAll } from '../sample-or-all.js';

// The scripted gateway, which element tests and the documents' examples pay at, answers as the sandbox does: the same requests go
// to both, and every answer has the same status and body. Only ids, times and addresses differ.

type Json = Record<string, unknown>;

let shop: ScriptedShop;
beforeAll(async () => {
  shop = await createShop();
});

/** What is different at each gateway, and in each run. */
const OWN = new Set(
  'id uid job_id created_at updated_at paid_at ref_id redirect_url receipt_url stamp token confirm_url pay_url payment_url cancel_url renew_at active_to'.split(
    ' ',
  ),
);

/** A body with the type of each value that is a gateway's own. */
function comparable(value: unknown, name = ''): unknown {
  if (OWN.has(name) && value !== null) return typeof value;
  if (Array.isArray(value)) return value.map((one) => comparable(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, comparable(inner, key)]));
}

/** A gateway as a page calls it. */
interface Side {
  readonly sealing: SealingShop;
  ask(method: string, path: string, body?: Json): Promise<{ status: number; body: Json }>;
  advance(seconds: number): Promise<void>;
  create(path: '/products' | '/plans', body: Json): Promise<Json>;
  confirm(transaction: Json): Promise<void>;
}

async function sandboxSide(habit: Habit): Promise<Side> {
  const sandbox = new Sandbox({ habit });
  onTestFinished(() => sandbox.close());
  const bearer = await sandbox.bearer('sealed');
  const basic = await sandbox.basic('sealed');
  const json = { 'content-type': 'application/json' };
  const send = async (method: string, path: string, headers: Record<string, string>, body?: Json) => {
    const text = body && { body: JSON.stringify(body) };
    const { status, body: got } = await sandbox.ask(path, { method, headers: { ...headers, ...(body && json) }, ...text });
    return { status, body: got };
  };
  return {
    sealing: await sandbox.sealing(),
    ask: (method, path, body) => send(method, path, { accept: 'application/json', ...bearer }, body),
    advance: (seconds) => sandbox.advance(seconds),
    create: async (path, body) => (await send('POST', path, basic, body)).body,
    async confirm({ redirect_url }) {
      const { pathname } = new URL(String(redirect_url));
      const page = await (await sandbox.fetch(pathname)).text();
      const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(page) ?? [];
      const form = new URLSearchParams({ form_token: token, code: '123456', action: 'confirm' });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await sandbox.fetch(pathname, { method: 'POST', headers, body: form.toString() })).status).toBeLessThan(400);
    },
  };
}

function scriptedSide(habit: Habit): Side {
  const clock = createClock({ frozenAt: START });
  const gateway = new ScriptedGateway({ shop, checkoutUrl: API, now: () => clock.now() });
  gateway.habit = habit;
  const headers = { authorization: `Bearer ${shop.publicKey}`, 'x-api-version': '2' };
  return {
    sealing: new SealingShop(shop.publicKey, START / 1000),
    async ask(method, path, body) {
      const response = await gateway.fetch(API + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return { status: response.status, body: (await response.json()) as Json };
    },
    async advance(seconds) {
      clock.moveTo(clock.now() + 1000 * seconds);
    },
    create: async (path, body) => (path === '/products' ? gateway.offers.createProduct(body) : gateway.offers.createPlan(body)),
    confirm: ({ uid }) => gateway.confirm(String(uid)),
  };
}

/** Plays the same to both gateways. @returns what both answered, after a comparison. */
async function both(play: (side: Side) => Promise<unknown>, habit: Habit = HABITS.refused): Promise<unknown> {
  const [real, scripted] = [await play(await sandboxSide(habit)), await play(scriptedSide(habit))];
  expect(comparable(scripted)).toEqual(comparable(real));
  return real;
}

const SOURCE = { number: '4200000000000000', verification_value: '123', exp_month: '01', exp_year: '2030' };
const RECIPIENT = { number: '4012000000001006' };
const transferOf = (changes: Json = {}): Json => ({
  amount: 10_000,
  currency: 'USD',
  description: 'Rent',
  credit_card: SOURCE,
  recipient_card: RECIPIENT,
  ...changes,
});

const CHECK = '/ctp/api/async/verify-p2p';
const TRANSFER = '/ctp/api/async/p2p';

interface Answered {
  readonly status: number;
  readonly body: Json;
}

/** Polls the job of an accepted request. */
async function followed(side: Side, accepted: Answered, seconds = 1): Promise<Answered[]> {
  const { job_id: id } = accepted.body;
  if (id === undefined) return [accepted];
  await side.advance(seconds);
  return [accepted, await side.ask('GET', `/ctp/api/async/jobs/${id as string}`)];
}

/** Sends a check or a transfer, sealed, and follows its job. */
async function sends(side: Side, path: string, request: Json, seconds?: number): Promise<Answered[]> {
  const sealed = side.sealing.request(path === CHECK ? 'check' : 'transfer', request);
  return followed(side, await side.ask('POST', path, { request: sealed }), seconds);
}

const transactionIn = (answers: readonly Answered[]): Json =>
  (answers.at(-1)!.body['response'] as { transaction: Json }).transaction;

// `npm run test:long` tries each of them.
const cards = TEST_CARDS.filter((_, index) => index % sampleOrAll(3, 1) === 0);

test.each(cards.map((card) => [card.number, card.label, card] as const))(
  '%s, %s: check, transfer and challenge',
  async (number, _, card) => {
    const sides = card.as === 'source' ? { credit_card: { ...SOURCE, number } } : { recipient_card: { number } };
    const [, checked] = (await both((side) => sends(side, CHECK, transferOf(sides), 21))) as Answered[];
    expect(checked?.status).toBe(card.checkJob?.ending === 'lost' ? 404 : 200);
    await both(async (side) => {
      const early = await sends(side, TRANSFER, transferOf(sides));
      const late = await followed(side, early[0]!, 300);
      const end = late.at(-1)!;
      if ((end.body['response'] as { transaction?: Json } | undefined)?.transaction?.['status'] !== 'incomplete')
        return [early, late];
      await side.confirm(transactionIn(late));
      return [early, late, await followed(side, early[0]!)];
    });
  },
);

test('a card that pays once and then declines does so at both', async () => {
  await both(async (side) => {
    const ends: unknown[] = [];
    for (const amount of [1000, 2000, 3000, 4000]) {
      const answers = await sends(side, TRANSFER, transferOf({ amount, credit_card: { ...SOURCE, number: '4000500000000019' } }));
      ends.push(transactionIn(answers));
    }
    expect(ends.map((end) => (end as Json)['status'])).toEqual(['successful', 'failed', 'failed', 'successful']);
    return ends;
  });
});

const REQUESTS: readonly (readonly [name: string, changes: Json])[] = [
  [
    'every optional field',
    {
      tracking_id: 'order-1',
      language: 'de',
      test: true,
      expired_at: '2099-01-31T18:00:00+03:00',
      return_url: 'https://shop.example/back',
      notification_url: 'https://shop.example/hook',
      customer: { ip: '203.0.113.7', email: 'ann@example.org', device_id: 'd1', external_id: 'c1' },
      sender_billing_address: { first_name: 'Ann', country: 'US', state: 'TX', zip: '73301' },
      additional_data: { receipt_text: ['Thanks'], contract: ['oneclick'], p2p: { type: 'A1B' } },
    },
  ],
  ['holders', { credit_card: { ...SOURCE, holder: 'ANN LEE' }, recipient_card: { ...RECIPIENT, holder: 'BOB RAY' } }],
  ['a card that expires in October', { credit_card: { ...SOURCE, exp_month: '10' } }],
  ['yen', { currency: 'JPY', amount: 1000 }],
  ['an amount that is no integer', { amount: 10.5 }],
  ['no amount', { amount: undefined }],
  ['an unknown currency', { currency: 'ZZZ' }],
  ['no description', { description: '' }],
  ['no card number', { credit_card: { ...SOURCE, number: '4200000000000001' } }],
  ['no verification value', { credit_card: { ...SOURCE, verification_value: undefined } }],
  ['a verification value that is too long', { credit_card: { ...SOURCE, verification_value: '1234' } }],
  ['an expired card', { credit_card: { ...SOURCE, exp_year: '2020' } }],
  ['an expiry in no month', { credit_card: { ...SOURCE, exp_month: '13' } }],
  ['a name that is too long', { recipient_card: { ...RECIPIENT, holder: 'x'.repeat(36) } }],
  ['an unknown saved recipient', { recipient_card: { token: 'unknown' } }],
  ['a time in the past', { expired_at: '2020-01-01T00:00:00Z' }],
  ['a return address that is not a URL', { return_url: 'nowhere' }],
  ['a zip in the wrong format', { sender_billing_address: { country: 'US', zip: '1' } }],
];

test.each(REQUESTS)('a check and a transfer with %s', async (_, changes) => {
  await both((side) => sends(side, CHECK, transferOf(changes)));
  await both((side) => sends(side, TRANSFER, transferOf(changes)));
});

test('a saved card pays, and a stranger’s section, an old one and one for another sum are refused', async () => {
  await both(async (side) => {
    const first = transactionIn(await sends(side, TRANSFER, transferOf({ additional_data: { contract: ['oneclick'] } })));
    const { token } = first['recipient_card'] as { token: string };
    const { token: source } = first['credit_card'] as { token: string };
    const again = await sends(
      side,
      TRANSFER,
      transferOf({ amount: 500, credit_card: { token: source, verification_value: '123' }, recipient_card: { token } }),
    );
    const sealed = side.sealing.request('transfer', transferOf({ amount: 700 }));
    const other = side.sealing.request('transfer', transferOf({ amount: 800 }));
    const refused = [
      { ...sealed, amount: 701 },
      { ...sealed, recipient_card: other['recipient_card'] },
      { ...sealed, recipient_card: { token } },
      { ...sealed, recipient_card: RECIPIENT },
      transferOf(),
    ].map((request) => side.ask('POST', TRANSFER, { request }));
    const answers = [again, await Promise.all(refused)];
    await side.advance(3600);
    return [...answers, await side.ask('POST', TRANSFER, { request: sealed })];
  });
});

test.each<[string, Habit]>([
  ...Object.entries(HABITS),
  [
    'a copy refused at its card',
    { words: 'Operación no permitida', compared: 'post', refused: 'request', path: 'credit_card.number' },
  ],
  ['a copy with the first one’s uid', { words: 'Doppelte Zahlung', compared: 'post', refused: 'transaction', uid: 'first' }],
  ['a job that ends twice', { words: 'Twice', compared: 'never', jobsEndTwice: true }],
])('copies: %s', async (_, habit) => {
  await both(async (side) => {
    const request = side.sealing.request('transfer', transferOf({ tracking_id: 'order-1' }));
    const post = async (one: Json): Promise<Answered[]> => followed(side, await side.ask('POST', TRANSFER, { request: one }));
    const same = [await post(request), await post(request)];
    const twice = await sends(side, TRANSFER, transferOf());
    const allowed = await sends(side, TRANSFER, transferOf({ duplicate_check: false }));
    await side.advance(31);
    return [...same, twice, allowed, await post(request), await sends(side, TRANSFER, transferOf(), 10)];
  }, habit);
});

const PRODUCT = {
  name: 'Cup',
  description: 'A cup',
  currency: 'USD',
  amount: '1999',
  infinite: true,
  immortal: true,
  language: 'en',
};
const PLAN = { title: 'Paper', currency: 'USD', plan: { amount: 1000, interval: 30, interval_unit: 'day' } };

/** Orders an offer at a price, and follows the job. */
async function orders(side: Side, offer: Json, changes: Json = {}, seen: Json = {}): Promise<Answered[]> {
  const plan = offer['plan'] as { amount: number } | undefined;
  const trial = offer['trial'] as { amount: number | null } | undefined;
  const amount = plan ? (trial?.amount ?? plan.amount) : (offer['amount'] as number);
  const price = { id: String(offer['id']), amount, currency: String(offer['currency']), ...seen };
  const request = side.sealing.order({ credit_card: SOURCE, customer: { email: 'ann@example.org' }, ...changes }, price);
  const path = new URL(String(offer['confirm_url'])).pathname;
  return followed(side, await side.ask('POST', path, { request }));
}

test.each<[string, '/products' | '/plans', Json, Json?, Json?]>([
  ['a product', '/products', PRODUCT],
  ['an authorization', '/products', { ...PRODUCT, transaction_type: 'authorization' }],
  ['a product in stock', '/products', { ...PRODUCT, infinite: false, quantity: '1' }],
  [
    'a product that is declined',
    '/products',
    { ...PRODUCT, infinite: false, quantity: '1' },
    { credit_card: { ...SOURCE, exp_month: '10' } },
  ],
  ['a product with a challenge', '/products', PRODUCT, { credit_card: { ...SOURCE, number: '4012000000001097' } }],
  ['a product that is sold out', '/products', { ...PRODUCT, infinite: false, quantity: '0' }],
  ['a product that is over', '/products', { ...PRODUCT, immortal: false, expired_at: '2020-01-01T00:00:00Z' }],
  ['a product whose price rose', '/products', PRODUCT, {}, { amount: 1998 }],
  [
    'a product that asks for an address',
    '/products',
    { ...PRODUCT, visible_fields: ['first_name', 'country', 'zip', 'email'] },
    { customer: { country: 'US', zip: 'x', email: 'nobody' } },
  ],
  ['an invalid IP address', '/products', PRODUCT, { customer: { ip: '1.2.3.400' } }],
  ['a plan', '/plans', PLAN],
  ['a plan with a trial', '/plans', { ...PLAN, trial: { amount: 100, interval: 30, interval_unit: 'day' } }],
  ['a plan that is declined', '/plans', PLAN, { credit_card: { ...SOURCE, exp_month: '10' } }],
  ['a plan with a challenge', '/plans', PLAN, { credit_card: { ...SOURCE, number: '4012000000001097' } }],
  ['a plan without an address', '/plans', PLAN, { customer: {} }],
])('%s: its offer, an order, and the offer afterwards', async (_, path, body, changes, seen) => {
  await both(async (side) => {
    const offer = await side.create(path, body);
    const { pathname } = new URL(String(offer['confirm_url']));
    const read = (): Promise<Answered> => side.ask('GET', pathname);
    return [
      offer,
      await read(),
      await orders(side, offer, changes, seen),
      await read(),
      await orders(side, offer, changes, seen),
    ];
  });
});

test('credentials, versions, unknown jobs and offers', async () => {
  await both(async (side) => [
    await side.ask('GET', '/ctp/api/async/jobs/unknown'),
    await side.ask('GET', '/v2/confirm_order/prd_unknown/1001'),
    await side.ask('POST', CHECK, {}),
    await side.ask('POST', TRANSFER, { request: 'text' }),
  ]);
  const sandbox = new Sandbox();
  onTestFinished(() => sandbox.close());
  const gateway = new ScriptedGateway({ shop });
  for (const [scripted, real] of [
    [
      { authorization: 'Bearer nobody', 'x-api-version': '2' },
      { authorization: 'Bearer nobody', 'x-api-version': '2' },
    ],
    [{ authorization: `Bearer ${shop.publicKey}` }, { authorization: (await sandbox.bearer('sealed'))['authorization']! }],
  ] as const) {
    const refusals = await Promise.all([
      gateway.fetch(`${gateway.url}/ctp/api/async/jobs/1`, { method: 'GET', headers: scripted }),
      sandbox.fetch('/ctp/api/async/jobs/1', { headers: real }),
    ]);
    const [one, other] = await Promise.all(refusals.map(async (refusal) => [refusal.status, await refusal.json()] as const));
    expect(one).toEqual(other);
  }
});
