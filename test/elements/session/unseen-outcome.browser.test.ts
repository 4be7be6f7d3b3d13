import axe from 'axe-core';
import { expect, test } from 'vitest';
import '../../../src/define.js';
import type { Claimant, page } from '../../../src/elements/page/page.js';
import type { PaymentRecord } from '../../../src/flow/record/payment-record.js';
import { forgetEverything, putRecord, records } from '../stored-records.js';
import { announced, leaveAndEnd, looked, notice, patience } from '../unseen-outcome.js';
import { offer } from '../buyer.js';
import { gateway, offers, holdJobs } from '../gateway.js';
import { AMOUNT, OTHER_AMOUNT, mount, shown } from '../payer.js';

test.each([
  ['successful', '12/30', 'went through'],
  // Spec of the sandbox: month 10 is declined.
  ['failed', '10/30', 'didn’t go through'],
])(
  'a transfer that ends %s while its element is out of the page: the next element shows a notice until it is closed, and fires no outcome',
  async (outcome, expiry, words) => {
    const record = await leaveAndEnd({}, expiry);
    expect(record).toMatchObject({ outcome, isUnseen: true });
    const next = await mount();
    // The region exists before it has any text.
    expect(announced(next)).toBe('');
    await next.sees(notice(next));
    expect(announced(next)).toMatch(
      new RegExp(
        `^Your transfer of ${shown(AMOUNT).replace('.', String.raw`\.`)} to •••• 1111, started [A-Z][a-z]{2} \\d\\d?, \\d{4}, \\d\\d?:\\d\\d\\s[AP]M \\S+, ${words}\\.\\nReference: ${record.trackingId}\\s+Close$`,
      ),
    );
    // The form is ready for another transfer.
    await expect.element(next.transferButton).toBeEnabled();
    expect(next.events('checkout-outcome')).toEqual([]);
    expect((await axe.run(next.element)).violations).toEqual([]);
    // One element of the page tells of it.
    const third = await mount();
    await looked(third);
    expect(announced(third)).toBe('');
    await next.button('Close').click();
    expect(announced(next)).toBe('');
    expect(next.focused()).toBe('Card number');
    await expect.poll(() => records()[0]).not.toHaveProperty('unseen');
    next.element.remove();
    const last = await mount();
    await looked(last);
    expect(announced(last)).toBe('');
  },
);

test('what an element of another copy of the script tells of, this one leaves to it until that one is gone', async () => {
  const { id } = await leaveAndEnd();
  const copy = (await import(
    /* @vite-ignore */ `${new URL('../../../src/elements/page/page.ts', import.meta.url).href}?copy`
  )) as {
    readonly page: typeof page;
  };
  const claims = copy.page().claims;
  const other: Claimant = { refresh: () => undefined };
  claims.set(other, { shows: [], follows: undefined, asks: [], tells: [id] });
  const next = await mount();
  await looked(next);
  expect(announced(next)).toBe('');
  claims.delete(other);
  for (const claimant of claims.keys()) claimant.refresh();
  await next.sees(notice(next));
  expect([...claims.values()].map(({ tells }) => tells)).toContainEqual([id]);
});

test('an element with the same fixed tracking-id takes it as its own outcome, with its event', async () => {
  const trackingId = `order-${crypto.randomUUID()}`;
  await leaveAndEnd({ 'tracking-id': trackingId });
  const next = await mount({ 'tracking-id': trackingId });
  await next.learns('successful');
  expect(next.events('checkout-outcome')).toMatchObject([{ outcome: 'successful', trackingId }]);
  expect(announced(next)).toBe('');
  const other = await mount({ 'tracking-id': `order-${crypto.randomUUID()}` });
  await other.element.resume();
  expect(announced(other)).toBe('');
});

test('an element with another fixed tracking-id shows it as a notice, and fires no event', async () => {
  const record = await leaveAndEnd({ 'tracking-id': `order-${crypto.randomUUID()}` });
  const next = await mount({ 'tracking-id': `order-${crypto.randomUUID()}` });
  await next.sees(notice(next));
  expect(next.reads()).toContain(record.trackingId);
  expect(next.events('checkout-outcome')).toEqual([]);
});

test(
  'an element that is already on the page and lists it as unfinished shows its outcome when it comes',
  { tags: ['long'] },
  async () => {
    const release = holdJobs();
    const payer = await mount();
    const other = await mount({ 'tracking-id': `order-${crypto.randomUUID()}` });
    await other.waitForEvents('checkout-ready');
    await payer.pays();
    await expect.poll(() => records()[0]?.phase, patience).toBe('accepted');
    payer.element.remove();
    release();
    await other.sees(notice(other));
    expect(announced(other)).toContain(shown(AMOUNT));
    expect(other.reads()).not.toContain('Unfinished');
    expect(other.events('checkout-outcome')).toEqual([]);
  },
);

test(
  'an element that is put back into the page shows its own outcome, and no other element repeats it',
  { tags: ['long'] },
  async () => {
    const release = holdJobs();
    const payer = await mount();
    await payer.pays();
    await expect.poll(() => records()[0]?.phase, patience).toBe('accepted');
    payer.element.remove();
    release();
    await expect.poll(() => records()[0]?.isUnseen, patience).toBe(true);
    document.body.append(payer.element);
    await payer.learns('successful');
    await expect.poll(() => records()[0]).not.toHaveProperty('unseen');
    const next = await mount();
    await next.element.resume();
    expect(announced(next)).toBe('');
  },
);

test('this tab shows a notice of what another tab left unseen, until one of them closes it', { tags: ['long'] }, async () => {
  const payer = await mount();
  await payer.waitForEvents('checkout-ready');
  const record = await leaveAndEnd();
  await payer.sees(notice(payer));
  await payer.button('Close').click();
  await expect.poll(() => records()[0]?.isUnseen).toBe(false);
  // As another tab writes it; this page receives a storage event.
  function written(isUnseen: boolean): void {
    putRecord({ ...record, id: 'other', trackingId: 'other', isUnseen });
    const key = Object.keys(localStorage).find((name) => name.endsWith(isUnseen ? ':unseen' : ':seen'))!;
    window.dispatchEvent(new StorageEvent('storage', { key }));
  }
  written(true);
  await payer.sees(notice(payer));
  expect(announced(payer)).toContain('Reference: other');
  written(false);
  await expect.poll(() => announced(payer)).toBe('');
});

test.each([
  ['successful', 'went through'],
  ['failed', 'didn’t go through'],
] as const)(
  'a payment that this tab lists as unfinished, and another tab shows to its end (%s), is told of until it is closed',
  async (outcome, words) => {
    const record = await leaveAndEnd();
    forgetEverything();
    putRecord({ ...record, phase: 'accepted', outcome: undefined, isUnseen: false });
    const release = holdJobs();
    const payer = await mount();
    await payer.sees(payer.text(/^Unfinished transfer of/));
    // As another tab writes what it shows.
    putRecord({ ...record, phase: 'ended', outcome, isUnseen: false });
    const key = Object.keys(localStorage).find((name) => name.includes(record.trackingId))!;
    window.dispatchEvent(new StorageEvent('storage', { key }));
    await payer.sees(notice(payer));
    expect(announced(payer)).toContain(words);
    expect(payer.reads()).not.toContain('Unfinished');
    expect(payer.events('checkout-outcome')).toEqual([]);
    // It stays when the records are read again.
    window.dispatchEvent(new StorageEvent('storage', { key }));
    await looked(payer);
    expect(announced(payer)).toContain(words);
    await payer.button('Close').click();
    expect(announced(payer)).toBe('');
    release();
  },
);

test('no other element of the page reports a payment whose end the payer has seen in this one', async () => {
  const record = await leaveAndEnd();
  forgetEverything();
  putRecord({ ...record, phase: 'accepted', outcome: undefined, isUnseen: false });
  const release = holdJobs();
  const other = await mount({ 'tracking-id': `order-${crypto.randomUUID()}` });
  await other.sees(other.text(/^Unfinished transfer of/));
  const payer = await mount();
  await payer.sees(payer.text(/^Unfinished transfer of/));
  await payer.button('Check status').click();
  release();
  await payer.learns('successful');
  await payer.button('New transfer').click();
  await expect.element(payer.transferButton).toBeVisible();
  for (const each of [payer, other]) {
    await looked(each);
    expect(announced(each)).toBe('');
  }
});

test('two unseen outcomes are two notices; each stays until it is closed, past another payment', { tags: ['long'] }, async () => {
  const one = await leaveAndEnd();
  putRecord({ ...one, trackingId: 'second', startedAt: Date.now() - 26 * 3_600_000 });
  const next = await mount({ amount: String(OTHER_AMOUNT) });
  await expect.poll(() => notice(next).elements().length).toBe(2);
  expect(announced(next)).toMatch(/started [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M [A-Z]/);
  await next.button('Close').first().click();
  expect(announced(next)).toContain('Reference: second');
  expect(notice(next).elements()).toHaveLength(1);
  await next.pays();
  await next.learns('successful');
  await next.button('New transfer').click();
  await expect.element(next.transferButton).toBeVisible();
  expect(announced(next)).toContain('Reference: second');
  await next.button('Close').click();
  expect(announced(next)).toBe('');
});

test('notices, unfinished payments and the form appear one below the other', { tags: ['long'] }, async () => {
  const record = await leaveAndEnd();
  putRecord({ ...record, trackingId: 'lost', phase: 'accepted', outcome: undefined, isUnseen: false });
  sessionStorage.clear();
  const next = await mount({ test: '' });
  await next.sees(notice(next));
  await next.sees(next.button('Check status'));
  const parts = ['test', 'ended', 'unfinished', 'source-form', 'recipient-form'].map((part) => {
    const { top, bottom } = next.element.shadowRoot!.querySelector(`[part~=${part}]`)!.getBoundingClientRect();
    return { top, bottom };
  });
  for (const [index, { top, bottom }] of parts.entries()) {
    expect(bottom).toBeGreaterThan(top);
    expect(top).toBeGreaterThanOrEqual(parts[index - 1]?.bottom ?? 0);
  }
});

test.each([
  ['ru', /^Ваш перевод на сумму .+ на карту •••• 1111 от \d\d? .+, \d\d?:\d\d \S+ выполнен\./],
  ['ar', /^تم تحويلك بمبلغ .+1111.*، الذي بدأ في \p{Nd}/u],
])('in %s', { tags: ['long'], timeout: 30_000 }, async (language, words) => {
  await leaveAndEnd();
  const next = await mount({ language });
  await expect.poll(() => announced(next), patience).toMatch(words);
});

/** A product that is paid while its element leaves the page. */
async function buyAndLeave(name: 'cup' | 'held'): Promise<PaymentRecord> {
  const release = holdJobs();
  const buyer = await offer(name);
  await buyer.pays();
  await expect.poll(() => records()[0]?.phase, patience).toBe('accepted');
  buyer.element.remove();
  release();
  await expect.poll(() => records()[0]?.isUnseen, patience).toBe(true);
  return records()[0]!;
}

/** The last cup is sold. */
const sellOut = (): unknown => gateway.offers.changeProduct(offers.cup.id, { infinite: false, quantity: '0' });

test('the notice of a product payment calls it a payment, above the offer, sold out or not', { tags: ['long'] }, async () => {
  const record = await buyAndLeave('cup');
  sellOut();
  const next = await offer('cup');
  await next.sees(next.text('Sold out'));
  await next.sees(notice(next));
  expect(announced(next)).toMatch(/^Your payment of 19\.99 USD, started .+, went through\.\nReference: /);
  expect(announced(next)).toContain(record.trackingId);
  expect(next.events('checkout-outcome')).toEqual([]);
  expect((await axe.run(next.element)).violations).toEqual([]);
});

test('unfinished payments are listed beside a sold-out product too', { tags: ['long'] }, async () => {
  gateway.replies.transfer = [new Response('<html>')];
  const buyer = await offer('cup');
  await buyer.pays();
  await buyer.learns('unknown');
  buyer.element.remove();
  sessionStorage.clear();
  sellOut();
  const next = await offer('cup');
  await next.sees(next.text('Sold out'));
  await next.sees(next.text(/^Unfinished payment of 19\.99\sUSD/));
  await next.sees(next.button('Check status'));
});

test('the notice of an authorization says that the amount is held', { tags: ['long'] }, async () => {
  await buyAndLeave('held');
  const next = await offer('held');
  await expect
    .poll(() => announced(next), patience)
    .toMatch(/^Your payment of 50\.00 USD, started .+, is authorized: the amount is reserved on your card\./);
});

test('an element of another kind shows no notice of it', { tags: ['long'] }, async () => {
  await leaveAndEnd();
  const buyer = await offer('cup');
  await buyer.element.resume();
  expect(announced(buyer)).toBe('');
  expect(records()[0]).toMatchObject({ isUnseen: true });
});
