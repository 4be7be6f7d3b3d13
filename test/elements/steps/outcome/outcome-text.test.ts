import { expect, test } from 'vitest';
import { Speech } from '../../../../src/elements/base/speech.js';
import { type OutcomeActions, outcomeText, type ShownOutcome } from '../../../../src/elements/steps/outcome/outcome-text.js';
import { en } from '../../../../src/locales/en.js';

const WORDS = { ...en, language: 'en' };
const act = (): void => undefined;

/** A transfer of 100.00 USD, begun in this browser. */
const ATTEMPT: ShownOutcome['attempt'] = {
  id: 'a1',
  trackingId: 'order-17',
  amount: 10_000,
  currency: 'USD',
  startedAt: Date.UTC(2026, 10, 23, 20, 48),
  source: { brand: 'visa', last4: '0000' },
  recipient: { brand: 'visa', last4: '1111' },
  uid: 'u-1',
};
const PAID = { uid: 'u-1', status: 'successful', amount: 10_000, currency: 'USD', created_at: '2026-11-23T20:49:00Z' };
const DECLINED = { ...PAID, status: 'failed', message: 'Insufficient funds' };

const read = (
  result: ShownOutcome['result'],
  { attempt = {}, actions = {} }: { attempt?: Partial<ShownOutcome['attempt']>; actions?: OutcomeActions } = {},
) =>
  outcomeText(
    { step: 'outcome', rule: 'no_answer', attempt: { ...ATTEMPT, ...attempt }, result } as ShownOutcome,
    new Speech(WORDS, 'en'),
    actions,
  );
const shown = (rows: readonly (readonly [string, string | null | undefined, string?])[]) =>
  rows.filter(([, value]) => value).map(([term, value]) => `${term}: ${value}`.replaceAll('\u00a0', ' '));
const offered = ({ actions }: ReturnType<typeof read>) => actions.filter(([, press]) => press).map(([text]) => text);

test.each<[string, ReturnType<typeof read>, sentence: string]>([
  ['a success', read({ outcome: 'successful', transaction: PAID }), '{amount} was sent to the card ending in 1111.'],
  [
    'a success whose recipient is unknown',
    read({ outcome: 'successful', transaction: PAID }, { attempt: { recipient: undefined } }),
    'The money was sent.',
  ],
  [
    'a success that only a uid names',
    read({ outcome: 'successful', transaction: undefined }, { attempt: { trackingId: undefined } }),
    'The money was sent.',
  ],
  ['a decline', read({ outcome: 'failed', transaction: DECLINED }), 'Your card was not charged.'],
  [
    'a failure of a payment that only an address names',
    read({ outcome: 'failed', transaction: DECLINED }, { attempt: { startedAt: undefined } }),
    '{amount} wasn’t transferred.',
  ],
  [
    'the same without a sum',
    read({ outcome: 'failed' }, { attempt: { startedAt: undefined, amount: undefined } }),
    'The money wasn’t sent.',
  ],
  [
    'an unknown outcome',
    read({ outcome: 'unknown', reason: 'no_answer' }),
    'The bank hasn’t told us if {amount} was transferred. It may still go through.',
  ],
])('%s: what it says', (_, { sentence }, expected) => {
  expect(sentence.replaceAll('\u00a0', ' ')).toBe(expected);
});

test.each<[string, ReturnType<typeof read>, rows: string[]]>([
  ['a success', read({ outcome: 'successful', transaction: PAID }), ['To: Visa •••• 1111']],
  [
    'a success without a sum in its sentence',
    read({ outcome: 'successful', transaction: PAID }, { attempt: { recipient: undefined } }),
    ['Amount: 100.00 USD', 'Card: Visa •••• 0000'],
  ],
  [
    'a success with a fee',
    read({ outcome: 'successful', transaction: { ...PAID, verify_p2p: { bank_fee: 1.5, currency: 'USD' } } }),
    ['Fee: 1.50 USD', 'Total: 101.50 USD', 'To: Visa •••• 1111'],
  ],
  ['a decline', read({ outcome: 'failed', transaction: DECLINED }), ['From card: Visa •••• 0000', 'To: Visa •••• 1111']],
  ['an unknown outcome', read({ outcome: 'unknown', reason: 'no_answer' }), ['To: Visa •••• 1111']],
])('%s: what it lists', (_, { rows }, expected) => {
  expect(shown(rows)).toEqual(expected);
});

test.each<[string, ReturnType<typeof read>, buttons: string[]]>([
  [
    'a success',
    read({ outcome: 'successful', transaction: undefined }, { actions: { sendAgain: act, another: act } }),
    ['Send again', 'New transfer'],
  ],
  ['a success with nothing more to do', read({ outcome: 'successful', transaction: undefined }), []],
  [
    'a decline for which the same card may do',
    read({ outcome: 'failed', message: 'Wrong security code' }, { actions: { tryAgain: act, useAnotherCard: act } }),
    ['Try again', 'Use another card'],
  ],
  [
    'a decline for which it does not',
    read({ outcome: 'failed', transaction: DECLINED }, { actions: { tryAgain: act, useAnotherCard: act } }),
    ['Use another card', 'Try again'],
  ],
  ['an unknown outcome', read({ outcome: 'unknown', reason: 'no_answer' }, { actions: { askAgain: act } }), ['Check again']],
  ['an unknown outcome that no question settles', read({ outcome: 'unknown', reason: 'duplicate' }), []],
])('%s: its buttons', (_, text, expected) => {
  expect(offered(text)).toEqual(expected);
});

test('a decline says what to do, and the bank’s own words only where they add something', () => {
  const { reason, bankMessage, advice } = read(
    { outcome: 'failed', transaction: DECLINED },
    { actions: { tryAgain: act, isAmountTyped: true } },
  );
  expect([reason, bankMessage, ...advice]).toEqual([en['decline.funds_less'], '']);
  const other = read({ outcome: 'failed', transaction: { ...DECLINED, message: 'Call 555 0100' } });
  expect(other.bankMessage).toContain('Call 555 0100');
  expect(other.advice).toEqual([en.no_retry]);
});

test.each<[OutcomeActions, string[]]>([
  [{}, ['Look for it in your bank’s app or statement. Give the reference below to support.']],
  [{ askAgain: act }, ['Check again, or give the reference below to support.']],
])('what to do while the outcome is unknown, with %j', (actions, expected) => {
  expect(read({ outcome: 'unknown', reason: 'no_answer' }, { actions }).advice).toEqual(expected);
});

test('only a success has the gateway’s time and a proof; an unknown outcome has the time of the press', () => {
  const success = read({ outcome: 'successful', transaction: { ...PAID, receipt_url: 'https://gateway.example/r' } });
  expect(success.time).toContain(':49');
  expect(success.proof?.receipt).toBe('https://gateway.example/r');
  expect(success.proof?.text.split('\n')).toContain('Reference: order-17');
  const unknown = read({ outcome: 'unknown', reason: 'no_answer', transaction: PAID });
  expect(unknown.time).toContain(':48');
  expect(unknown.proof).toBeUndefined();
});

test('an id that can’t be one is left out, and so is an address that is not the web’s', () => {
  const odd = { ...PAID, uid: 'CALL +1 217 555 0100', receipt_url: 'javascript:alert(1)' };
  const text = read({ outcome: 'successful', transaction: odd }, { attempt: { trackingId: undefined, uid: odd.uid } });
  expect(text.reference).toBeUndefined();
  expect(shown(text.details)).toEqual([]);
  expect(text.proof?.receipt).toBeUndefined();
});
