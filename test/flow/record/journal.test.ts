import { describe, expect, test } from 'vitest';
import { type EndRow, rows } from '../../../src/flow/record/journal.js';
import { lastSentAt } from '../../../src/flow/record/payment-record.js';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import type { Attempt } from '../../../src/flow/state.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { MemoryStorage } from '../rig/rig.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = new ManualClock().now();

describe('a row of an attempt', () => {
  test.each([
    ['all values', '1|1|1000|500|USD|visa 0000|mastercard 1006|-dea'],
    ['no cards', '1|1|1000|500|USD'],
  ])('is read: %s', (_, text) => {
    expect(rows.readSent(text)).toMatchObject({ order: 1, startedAt: 1000, amount: 500, currency: 'USD' });
  });

  test('has the cards as they were known', () => {
    expect(rows.readSent('1|1|1000|500|USD|visa 0000| 1006|-dea')).toMatchObject({
      source: { brand: 'visa', last4: '0000' },
      recipient: { last4: '1006' },
      ahead: -340,
    });
    expect(rows.readSent('1|1|1000|500|USD|acme|visa')).toMatchObject({
      source: {},
      recipient: { brand: 'visa' },
      ahead: undefined,
    });
  });

  test.each([
    ['an order that is no number', '1||1000|500|USD'],
    ['a time that is no number', '1|1|x1000|500|USD'],
    ['a time with more behind it', '1|1|1000x|500|USD'],
    ['an amount that is no number', '1|1|1000|5.5|USD'],
    ['no currency', '1|1|1000|500|'],
    ['a number of 17 figures', '1|1|10000000000000000|500|USD'],
    ['another version', '11|1|1000|500|USD'],
  ])('is not read with %s', (_, text) => {
    expect(rows.readSent(text)).toBeUndefined();
    expect(rows.readEnded(`${text}|visa 0000| 1006||a|u`)).toBeUndefined();
  });

  test('that has ended is read back whole, and needs the time of its end', () => {
    const base = { order: 2, startedAt: 1000, amount: 500, currency: 'USD', source: {}, recipient: {}, ahead: 0 };
    const ended: EndRow = { ...base, at: 1250, uid: 'u|1', jobId: 'job-1', answeredAt: 1100, repeatedAt: 1200 };
    expect(rows.readEnded(rows.ended(ended))).toEqual(ended);
    const bare: EndRow = { ...base, at: 1000, uid: undefined, jobId: undefined, answeredAt: undefined, repeatedAt: undefined };
    expect(rows.readEnded(rows.ended(bare))).toEqual(bare);
    expect(rows.readEnded('1|2|1000|500|USD||||x')).toBeUndefined();
  });
});

test.each<[string | undefined, object | undefined]>([
  ['1|1000', { at: 1000, text: undefined }],
  ['1|1000|a%7cb', { at: 1000, text: 'a|b' }],
  ['1|1000x', undefined],
  ['1|', undefined],
  ['1', undefined],
  ['2|1000', undefined],
  ['', undefined],
  [undefined, undefined],
])('a moment is read from %j as %j', (text, expected) => {
  expect(rows.readMoment(text)).toEqual(expected);
});

test('the last copy of a request left at the gateway’s time, where it is known', () => {
  const attempt = { startedAt: 1000 } as Attempt;
  expect(lastSentAt(attempt)).toBe(1000);
  expect(lastSentAt({ ...attempt, ahead: 30 })).toBe(1030);
  expect(lastSentAt({ ...attempt, repeatedAt: 5000, ahead: -30 })).toBe(4970);
});

describe('a full storage loses what can’t be read only', () => {
  const UNREADABLE = 'checkout-elements:p2p:key-1:old:attempt-1:';
  const attempt: Attempt = {
    id: 'attempt-2',
    trackingId: 'new',
    amount: 1,
    currency: 'USD',
    startedAt: START,
    source: {},
    recipient: {},
  };

  test.each<[string, entries: Readonly<Record<string, string>>, isKept: boolean]>([
    ['a day after it was noticed', { sent: '{', noticed: `1|${START - DAY}` }, false],
    ['not a minute before', { sent: '{', noticed: `1|${START - DAY + 60_000}` }, true],
    ['not before it was noticed at all', { sent: '{' }, true],
    ['a day after the last mark, of an attempt without facts', { seen: `1|${START - DAY}` }, false],
    [
      'not a minute before, of an attempt without facts',
      { seen: `1|${START - DAY + 60_000}`, noticed: `1|${START - 2 * DAY}` },
      true,
    ],
    ['at once, of an attempt whose only mark can’t be read', { seen: 'x' }, false],
  ])('%s', (_, entries, isKept) => {
    const local = new MemoryStorage();
    for (const [phase, text] of Object.entries(entries)) local.entries.set(UNREADABLE + phase, text);
    local.limit = local.entries.size;
    const store = new RecordStore('p2p', { local, tab: new MemoryStorage(), clock: new ManualClock() });
    expect(store.begin('key-1', attempt)).toBe(!isKept);
    expect([...local.entries.keys()].some((name) => name.startsWith(UNREADABLE))).toBe(isKept);
  });
});
