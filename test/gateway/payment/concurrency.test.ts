import { describe, expect, test } from 'vitest';
import { orderOf, pans } from '../many-buyers.js';
import { Merchant } from '../merchant.js';
import { API, plainTransfer, Sandbox, seededRandom, type Answer } from '../sandbox.js';
import { sampleOrAll } from '../../sample-or-all.js';
import { sharedStores } from '../stores.js';

// On a server these are the gateways of two processes on one database, used in turn. With the embedded database it is one
// gateway.

const DECLINES = '10';

const BUYERS = sampleOrAll(100, 500);
const PIECES = sampleOrAll(20, 100);
const COPIES = sampleOrAll(60, 200);

function gateways(): readonly [Sandbox, ...Sandbox[]] {
  const vaultKey = seededRandom('vault')(32);
  const [first, ...others] = sharedStores(2).map(
    (store, index) => new Sandbox({ store, vaultKey, random: seededRandom(`process ${index}`) }),
  );
  if (!first) throw new Error('no gateway');
  return [first, ...others];
}

/** Asks every gateway in turn, all at once. */
async function allAtOnce(
  sandboxes: readonly Sandbox[],
  path: string,
  bodies: readonly string[],
  kind: 'plain' | 'sealed' = 'plain',
) {
  const sent = bodies.map(async (body, index) => {
    const sandbox = sandboxes[index % sandboxes.length];
    if (!sandbox) throw new Error('no gateway');
    const credentials = path.startsWith('/transactions') ? await sandbox.basic(kind) : await sandbox.bearer(kind);
    return sandbox.ask(path, { method: 'POST', headers: { 'content-type': 'application/json', ...credentials }, body });
  });
  return Promise.all(sent);
}

const counted = (answers: readonly Answer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe(`${BUYERS} buyers at once of a product with quantity ${PIECES}`, () => {
  test('as many buyers pay as there are pieces, and all others learn that it is sold out', async () => {
    const sandboxes = gateways();
    const merchant = new Merchant(sandboxes[0]);
    const product = await merchant.product({ quantity: String(PIECES) });
    const path = new URL(product.confirm_url).pathname;
    const answers = await allAtOnce(
      sandboxes,
      path,
      pans(BUYERS).map((pan) => JSON.stringify({ request: orderOf(pan) })),
    );
    expect(counted(answers)).toEqual({ 200: PIECES, 422: BUYERS - PIECES });
    for (const { body } of answers.filter(({ status }) => status === 422)) expect(JSON.stringify(body)).toMatch(/sold out/i);

    await sandboxes[0].advance(2);
    const jobs = await Promise.all(
      answers.filter(({ status }) => status === 200).map(({ body }) => sandboxes[0].poll(body.job_id)),
    );
    expect(jobs.filter(({ body }) => body.response?.transaction.status === 'successful')).toHaveLength(PIECES);
    expect((await merchant.get(`/products/${product.id}`)).body.quantity).toBe(0);
  });

  test('with every third card declined, the pieces left and the pieces paid add up to all pieces in the end', async () => {
    const sandboxes = gateways();
    const merchant = new Merchant(sandboxes[0]);
    const product = await merchant.product({ quantity: String(PIECES) });
    const path = new URL(product.confirm_url).pathname;
    const orders = pans(PIECES * 1.5).map((pan, index) => {
      const order = orderOf(pan);
      return index % 3 === 0 ? { credit_card: { ...order.credit_card, exp_month: DECLINES } } : order;
    });
    const answers = await allAtOnce(
      sandboxes,
      path,
      orders.map((request) => JSON.stringify({ request })),
    );
    await sandboxes[0].advance(2);
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(PIECES);
    const states = await Promise.all(
      taken.map(async ({ body }) => (await sandboxes[0].poll(body.job_id)).body.response.transaction.status),
    );
    const paid = states.filter((state) => state === 'successful').length;
    expect(states.filter((state) => state === 'failed')).toHaveLength(PIECES - paid);
    expect(paid).toBeLessThan(PIECES);
    expect((await merchant.get(`/products/${product.id}`)).body.quantity).toBe(PIECES - paid);
  });
});

describe(`${COPIES} byte-identical transfers at once`, () => {
  test.each([
    ['in clear, by the duplicate check', '/transactions/p2ps', 'plain', {}],
    ['asynchronous, in clear', '/ctp/api/async/p2p', 'plain', {}],
    ['sealed, without the duplicate check', '/ctp/api/async/p2p', 'sealed', { duplicate_check: false }],
  ] as const)('are one transfer: %s', async (_, path, kind, changes) => {
    const sandboxes = gateways();
    const request = plainTransfer({ tracking_id: 'the-one', ...changes });
    const sealed = kind === 'sealed' ? (await sandboxes[0].sealing()).request('transfer', request) : request;
    const body = JSON.stringify({ request: sealed });
    const answers = await allAtOnce(
      sandboxes,
      path,
      Array.from({ length: COPIES }, () => body),
      kind,
    );
    expect(counted(answers)).toEqual({ 200: 1, 422: COPIES - 1 });
    await sandboxes[0].advance(2);
    const { transactions } = (await sandboxes[0].get('/v2/transactions/tracking_id/the-one', kind)).body;
    expect(transactions.map(({ status }: { status: string }) => status)).toEqual(['successful']);
  });

  test('to as many recipients count as one transfer too: only card and amount are compared', async () => {
    const sandboxes = gateways();
    const bodies = pans(50).map((number) => JSON.stringify({ request: plainTransfer({ recipient_card: { number } }) }));
    expect(counted(await allAtOnce(sandboxes, '/transactions/p2ps', bodies))).toEqual({ 200: 1, 422: 49 });
  });

  test('of different amounts are all taken', async () => {
    const sandboxes = gateways();
    const bodies = Array.from({ length: 50 }, (_, index) =>
      JSON.stringify({ request: plainTransfer({ amount: 1_000 + index }) }),
    );
    expect(counted(await allAtOnce(sandboxes, '/transactions/p2ps', bodies))).toEqual({ 200: 50 });
  });
});

test('a challenge answered 20 times at once ends once, with one notification', async () => {
  const sandboxes = gateways();
  const notification_url = 'http://127.0.0.1:4099/note';
  const { redirect_url, uid } = await sandboxes[0].transfer({
    notification_url,
    credit_card: { number: '4012000000001097', verification_value: '123', exp_month: '01', exp_year: '2030' },
  });
  const path = redirect_url.slice(API.length);
  const formToken = /name="form_token" value="(\w+)"/.exec(await (await sandboxes[0].fetch(path)).text())?.[1] ?? '';
  const form = () => new URLSearchParams({ form_token: formToken, action: 'confirm', code: '123456' });
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      sandboxes[index % sandboxes.length]?.fetch(path, { method: 'POST', body: form() }),
    ),
  );
  await sandboxes[0].advance(1);
  expect((await sandboxes[0].get(`/transactions/${uid}`)).body.transaction.status).toBe('successful');
  expect(sandboxes.flatMap(({ deliveries }) => deliveries)).toHaveLength(1);
});
