import { expect, test } from 'vitest';
import { customerOf } from '../../../demo/conformance/requests/requests.js';
import { type Answer, plainTransfer, Sandbox } from '../sandbox.js';

// Two shops and two keys on one sandbox: whatever one of them asks for, it neither sees nor changes anything of the other.

type Json = Record<string, unknown>;

/** In everything of the first shop, and nowhere else. */
const MARK = 'of-the-first-shop';

/** A generator of its own: the same seed gives the same cases. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const json = { 'content-type': 'application/json' };

/** Fills a sandbox with one of each thing of the first shop. @returns the paths of all. */
async function filled(
  sandbox: Sandbox,
): Promise<{ readonly paths: readonly string[]; readonly jobs: readonly string[]; readonly ids: readonly string[] }> {
  const send = async (path: string, body: Json): Promise<Answer['body']> => {
    const { status, body: answer } = await sandbox.ask(path, {
      method: 'POST',
      headers: { ...json, ...(await sandbox.basic()) },
      body: JSON.stringify(body),
    });
    if (status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const { uid } = await sandbox.transfer({ tracking_id: MARK, description: MARK });
  const started = await sandbox.post(
    '/ctp/api/async/p2p',
    plainTransfer({ amount: 777, tracking_id: `${MARK}-2`, description: MARK }),
  );
  const product = await send('/products', {
    name: MARK,
    description: MARK,
    currency: 'USD',
    amount: '100',
    infinite: true,
    immortal: true,
  });
  const plan = await send('/plans', {
    title: MARK,
    currency: 'USD',
    plan: { amount: 1000, interval: 1, interval_unit: 'month' },
  });
  const customer = await send('/customers', customerOf({ first_name: MARK }));
  const subscription = await send('/subscriptions', {
    plan: { id: plan.id },
    tracking_id: MARK,
    notification_url: 'http://127.0.0.1:4099/hook',
  });
  const ids = [uid, product.id, plan.id, customer.id, subscription.id] as string[];
  return {
    paths: [
      `/transactions/${uid as string}`,
      `/v2/transactions/tracking_id/${MARK}`,
      `/transactions/tracking_id/${MARK}`,
      ...['products', 'plans', 'customers', 'subscriptions'].flatMap((name, index) => [
        `/${name}`,
        `/${name}/${ids[index + 1]!}`,
      ]),
      `/subscriptions/${subscription.id as string}/cancel`,
    ],
    jobs: [
      `/ctp/api/async/jobs/${started.body.job_id as string}`,
      `/v2/confirm_order/${product.id as string}/1001`,
      `/v2/confirm_order/${plan.id as string}/1001`,
    ],
    ids,
  };
}

test(
  'in 200 requests of another shop, over every endpoint, nothing of a shop is seen or changed',
  { timeout: 120_000 },
  async () => {
    const sandbox = new Sandbox();
    const { paths, jobs, ids } = await filled(sandbox);
    const all = async (): Promise<unknown[]> => {
      const found: unknown[] = [];
      for (const path of paths.filter((each) => !each.endsWith('/cancel'))) found.push((await sandbox.get(path)).body);
      return found;
    };
    // A job that is done stays as it is.
    await sandbox.advance(60);
    const before = await all();
    expect(JSON.stringify(before)).toContain(MARK);
    const [basic, bearer] = [await sandbox.basic('sealed'), await sandbox.bearer('sealed')];
    const theirs = await sandbox.bearer('plain');
    const random = seeded(43);
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
    const bodies: readonly Json[] = [
      {},
      { id: pick(ids), shop_id: 1001, name: 'Taken', amount: '1' },
      { name: 'Taken', description: 'x', currency: 'USD', amount: '1', infinite: true, immortal: true, unknown: { id: ids[1] } },
      { title: 'Taken', currency: 'USD', plan: { amount: 1, interval: 1, interval_unit: 'day' }, id: ids[2] },
      { first_name: 'Taken', email: 'thief@example.com', customer_id: ids[3] },
      { plan: { id: ids[2] }, customer: { id: ids[3] }, notification_url: 'http://127.0.0.1:4098/hook' },
      { request: { credit_card: { number: '4200000000000000', verification_value: '123', exp_month: '01', exp_year: '2030' } } },
      { request: plainTransfer({ parent_uid: ids[0], tracking_id: MARK }) },
    ];
    const seen: string[] = [];
    const statuses = new Set<number>();
    for (let round = 0; round < 200; round += 1) {
      const isJob = random(4) === 0;
      const path = pick(isJob ? jobs : paths);
      const method = pick(['GET', 'GET', 'POST', 'PUT', 'DELETE']);
      // Beside its own credentials, what everybody can read in the page of the first shop.
      const headers = pick([basic, bearer, { ...bearer, ...basic }, ...(isJob ? [] : [theirs])]);
      const body = method === 'POST' || method === 'PUT' ? JSON.stringify(pick(bodies)) : undefined;
      const answer = await sandbox.ask(path, {
        method,
        headers: { ...json, accept: 'application/json', ...headers },
        ...(body && { body }),
      });
      const text = JSON.stringify(answer.body);
      statuses.add(answer.status);
      // The other shop's own lists are its own, with what it has just made.
      if (text.includes(MARK) && !(body?.includes(MARK) && answer.status >= 400))
        seen.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    }
    expect(seen).toEqual([]);
    // Its own requests were answered, so the others failed for the right cause.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 404]));
    expect(await all()).toEqual(before);
  },
);

test.each<[string, Json]>([
  ['unknown fields', { colour: 'blue', nested: { id: 'prd_0000000000000000' } }],
  ['another id', { id: 'prd_0000000000000000' }],
  ['another shop', { shop_id: 1002, shop: { id: 1002 } }],
  ['another link', { pay_url: 'https://thief.example/', confirm_url: 'https://thief.example/' }],
  ['a prototype', JSON.parse('{"__proto__": {"amount": 1}, "constructor": {"prototype": {"amount": 1}}}') as Json],
])('PUT /products changes the named fields alone, whatever comes with them: %s', async (_, foreign) => {
  const sandbox = new Sandbox();
  const headers = { ...json, ...(await sandbox.basic()) };
  const made = { name: 'Tea', description: 'Black', currency: 'USD', amount: '100', infinite: true, immortal: true };
  const { body: product } = await sandbox.ask('/products', { method: 'POST', headers, body: JSON.stringify(made) });
  const { status } = await sandbox.ask(`/products/${product.id as string}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ ...made, name: 'Green tea', ...foreign }),
  });
  const { body: after } = await sandbox.ask(`/products/${product.id as string}`, { headers });
  const { updated_at: _then, ...known } = product;
  const { updated_at: _now, ...kept } = after;
  // A field that the contract does not have is ignored, or the request is refused as a whole.
  expect(kept).toEqual({ ...known, ...(status < 300 && { name: 'Green tea' }) });
});
