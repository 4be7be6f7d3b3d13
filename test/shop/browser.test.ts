import { describe, expect, test } from 'vitest';
import { compareOutcomes } from '../../demo/shop/browser/compare-outcomes.js';
import { EVENTS, readEvent } from '../../demo/shop/browser/element-events.js';
import { readEventLog, writeEventLog } from '../../demo/shop/browser/event-log.js';

const NOW = new Date('2026-11-21T10:42:00Z');
const event = (type: string, fields: object): Event => Object.assign(new Event(type), fields);

describe('an event of the element', () => {
  test('is one of these types', () => {
    expect(EVENTS).toEqual([
      'checkout-quote',
      'checkout-submit',
      'checkout-redirect',
      'checkout-outcome',
      'checkout-unavailable',
      'checkout-error',
    ]);
  });

  test.each([
    [
      'checkout-quote',
      { amount: 10_000, currency: 'USD', fee: 150, feeCurrency: 'EUR', estimated: true, total: undefined },
      { amount: '10000', currency: 'USD', fee: '150', feeCurrency: 'EUR', estimated: 'true' },
    ],
    ['checkout-submit', { amount: 10_000, currency: 'USD' }, { amount: '10000', currency: 'USD' }],
    [
      'checkout-redirect',
      { trackingId: 'order-1', url: 'http://127.0.0.1:4010/acs/x?token=secret' },
      { trackingId: 'order-1', to: 'http://127.0.0.1:4010' },
    ],
    [
      'checkout-outcome',
      { outcome: 'successful', final: true, trackingId: 'order-1', transaction: { uid: 'u', credit_card: { last_4: '0000' } } },
      { outcome: 'successful', final: 'true', trackingId: 'order-1', uid: 'u' },
    ],
    [
      'checkout-outcome',
      { outcome: 'unknown', final: false, trackingId: 'order-1', transaction: undefined },
      { outcome: 'unknown', final: 'false', trackingId: 'order-1' },
    ],
    ['checkout-unavailable', { reason: 'sold_out', element: {} }, { reason: 'sold_out' }],
    [
      'checkout-error',
      { error: Object.assign(new Error('bad key'), { code: 'key_invalid' }) },
      { code: 'key_invalid', message: 'bad key' },
    ],
  ])('of %s is its named fields', (type, fields, facts) => {
    expect(readEvent(event(type, fields), NOW)).toEqual({ type, at: '2026-11-21T10:42:00.000Z', facts });
  });
});

describe('the page and the server', () => {
  const heard = (outcome: string, trackingId = 'order-1') =>
    readEvent(event('checkout-outcome', { outcome, final: outcome !== 'unknown', trackingId }), NOW);
  const order = (state: 'open' | 'paid' | 'declined' | 'differs') => [{ trackingId: 'order-1', state }];

  test.each([
    ['successful', 'paid', 'agree'],
    ['failed', 'declined', 'agree'],
    ['unknown', 'paid', 'agree'],
    ['unknown', 'declined', 'agree'],
    ['successful', 'open', 'waiting'],
    ['unknown', 'open', 'waiting'],
    ['successful', 'declined', 'differ'],
    ['failed', 'paid', 'differ'],
    ['successful', 'differs', 'differ'],
  ] as const)('when one says %s and the other %s: %s', (outcome, state, expected) => {
    expect(compareOutcomes([heard(outcome)], order(state)).state).toBe(expected);
  });

  test('say nothing about an earlier payment while the form is shown again', () => {
    const bought = [{ state: 'paid' }] as const;
    expect(compareOutcomes([heard('failed')], order('declined'), bought, true)).toEqual({
      state: 'none',
      text: 'A new payment has begun: no result yet.',
    });
    expect(compareOutcomes([], [], bought, true).state).toBe('elsewhere');
  });
});

describe("the event log across the bank's page", () => {
  const storage = (kept?: string): Storage => {
    const held = new Map<string, string>(kept === undefined ? [] : [['shop.heard', kept]]);
    return {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => held.set(key, value),
    } as unknown as Storage;
  };

  test('is read as it was written, up to its last fifty entries', () => {
    const kept = storage();
    const story = Array.from({ length: 60 }, (_, index) =>
      readEvent(event('checkout-submit', { amount: index, currency: 'USD' }), NOW),
    );
    writeEventLog(kept, story);
    expect(readEventLog(kept)).toEqual(story.slice(10));
  });

  test.each([[undefined], ['nonsense'], ['null'], ['{}'], ['[null, 1, {"type":"x"}]']])('is empty when %s is kept', (kept) => {
    expect(readEventLog(storage(kept))).toEqual([]);
  });

  test('is skipped where storage is refused', () => {
    const refused = {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('denied');
      },
    } as unknown as Storage;
    writeEventLog(refused, []);
    expect(readEventLog(refused)).toEqual([]);
  });
});
