import { beforeAll, describe, expect, test } from 'vitest';
import { createRequestLog } from '../../../demo/gateway/log/request-log.js';
import { Merchant } from '../merchant.js';
import { plainTransfer, Sandbox, SOURCE } from '../sandbox.js';
import { freshStore } from '../stores.js';
import { leastPlan, Subscriber } from '../subscriber.js';

// Lists of the console that are longer than one of its pages, read without its script.

const SHOWN = 100;
const MANY = SHOWN + 1;
const LISTS = [
  '/transactions',
  '/jobs',
  '/products',
  '/plans',
  '/subscriptions',
  '/customers',
  '/notifications',
  '/emails',
  '/requests',
];

let sandbox: Sandbox;

const html = async (path: string): Promise<string> => {
  const { status, body } = await sandbox.console(path);
  expect([path, status]).toEqual([path, 200]);
  return String(body.text);
};
const rowsIn = (text: string): number =>
  (text.match(/<tbody[^]*<\/tbody>/)?.[0].match(/<tr /g) ?? text.match(/<article /g) ?? []).length;
/** The text below a list's rows: the number of rows, and the links. */
const pagerIn = (text: string) => {
  const pager = /<p class="pager">[^]*?<\/p>/.exec(text)?.[0] ?? '';
  return {
    rows: /<span>(.*)<\/span>/.exec(pager)?.[1],
    newer: /<a rel="prev" href="([^"]+)">Newer</.exec(pager)?.[1],
    older: /<a rel="next" href="([^"]+)">Older</.exec(pager)?.[1],
  };
};

beforeAll(async () => {
  const store = freshStore();
  sandbox = new Sandbox({ store });
  const merchant = new Merchant(sandbox);
  const customer = { email: 'ann@shop.example', ip: '203.0.113.7' };
  const { id } = await new Subscriber(SOURCE, sandbox).subscribe({}, { notification_url: null });
  const subscription = await store.subscriptions.byId(id as string);
  if (!subscription) throw new Error('no subscription');
  const [first] = await store.jobs.latest(1);
  if (!first) throw new Error('no job');
  for (let number = 1; number <= MANY; number += 1) {
    await sandbox.transfer({ amount: number, notification_url: 'http://127.0.0.1:4099/hook', customer });
    await store.jobs.insert({ ...first, id: `job-${number}` });
    await store.subscriptions.insert({ ...subscription, id: `sbs_${number}`, lastCharge: null });
    await merchant.send('POST', '/customers', customer);
    await merchant.send('POST', '/plans', leastPlan());
    await merchant.product();
  }
  await sandbox.advance(1);
});

describe('every list', () => {
  test.each(LISTS)('%s has its newest rows on the first page, and leads to the others by plain links', async (path) => {
    const first = await html(path);
    const { rows, newer, older } = pagerIn(first);
    const total = Number(/^1 to 100 of (\d+)$/.exec(rows ?? '')?.[1]);
    expect(total).toBeGreaterThanOrEqual(MANY);
    expect([rowsIn(first), newer, older]).toEqual([SHOWN, undefined, `${path}?page=2`]);

    const last = Math.ceil(total / SHOWN);
    const end = await html(`${path}?page=${last}`);
    expect(rowsIn(end)).toBe(total - SHOWN * (last - 1));
    expect(pagerIn(end)).toEqual({
      rows: `${SHOWN * (last - 1) + 1} to ${total} of ${total}`,
      newer: last === 2 ? path : `${path}?page=${last - 1}`,
      older: undefined,
    });
  });

  test('shows each of its rows on one page, newest first', async () => {
    const ids = [1, 2].map(async (page) =>
      [...(await html(`/jobs?page=${page}`)).matchAll(/job-(\d+)/g)].map(([, number]) => Number(number)),
    );
    expect((await Promise.all(ids)).flat()).toEqual(Array.from({ length: MANY }, (_, index) => MANY - index));
  });

  test.each(['0', '-1', '1.5', 'two', '', '99999999999'])('has its first page for page=%s', async (page) => {
    expect(pagerIn(await html(`/plans?page=${page}`)).rows).toBe('1 to 100 of 102');
  });
});

describe('a search among the transactions', () => {
  const found = async (find: string) => {
    const text = await html(`/transactions?find=${encodeURIComponent(find)}`);
    return { rows: rowsIn(text), pager: pagerIn(text), text };
  };

  test('is found by its uid, and by its tracking id, of every shop, page by page', async () => {
    const { uid } = await sandbox.transfer({ amount: 500, tracking_id: 'order & 7' });
    for (let number = 0; number < SHOWN; number += 1)
      await sandbox.transfer({ amount: 5_000 + number, tracking_id: 'order & 7' });
    const [one] = [await found(String(uid))];
    expect([one?.rows, one?.pager.rows]).toEqual([1, '1 to 1 of 1']);
    const all = await found(' order & 7 ');
    expect([all.rows, all.pager.rows, all.pager.older]).toEqual([
      SHOWN,
      '1 to 100 of 101',
      '/transactions?find=order+%26+7&amp;page=2',
    ]);
    const rest = await html('/transactions?find=order+%26+7&page=2');
    expect([rowsIn(rest), pagerIn(rest).newer, rest.includes(String(uid))]).toEqual([1, '/transactions?find=order+%26+7', true]);
    expect(all.text).toContain('value="order &amp; 7"');
  });
});

test('an old transaction shows its notifications, however many others came since', async () => {
  const { transaction } = (await sandbox.console('/sandbox/transactions')).body.at(-1) as { transaction: { uid: string } };
  const { uid } = await sandbox.transfer({ amount: 777, notification_url: 'http://127.0.0.1:4099/first' });
  await sandbox.advance(1);
  for (let number = 1; number <= MANY; number += 1) {
    await sandbox.post(
      '/transactions/p2ps',
      plainTransfer({ amount: 1000 + number, notification_url: 'http://127.0.0.1:4099/hook' }),
    );
  }
  await sandbox.advance(1);
  expect(uid).not.toBe(transaction.uid);
  expect(await html(`/transactions/${String(uid)}`)).toContain('http://127.0.0.1:4099/first');
});

test('the request log counts what it keeps', () => {
  const requests = createRequestLog([]);
  expect([requests.count(), requests.latest(5, 5)]).toEqual([0, []]);
});
