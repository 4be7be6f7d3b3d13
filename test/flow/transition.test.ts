import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bankPageOf, type FlowEvent, initialState, isChecking, type Quote, type State } from '../../src/flow/state.js';
import { transition } from '../../src/flow/transition.js';
import { TransportError } from '../../src/http/request.js';
import { transaction as transactionSchema } from '../../src/wire/response/transaction.js';

const attempt = {
  id: 'attempt-1',
  trackingId: 'order-1',
  amount: 10_000,
  currency: 'USD',
  startedAt: 5,
  source: {},
  recipient: {},
};
const other = { ...attempt, trackingId: 'order-2', jobId: 'job-2' };
const confirmed = { uid: 'uid-9', amount: 10_000, currency: 'USD' };
const price = { amount: 10_000, currency: 'USD', fee: undefined };
const transaction = transactionSchema.parse({ uid: 'uid-1', status: 'incomplete' });
const trouble = new TransportError('network_timeout', 'late');
const problems = [{ path: ['amount'], messages: ['is too small'] }];
const redirectUrl = 'https://bank.example/';

const blank: { quote: Quote; problems: [] } = { quote: { status: 'none' }, problems: [] };
const given: Exclude<Quote, { status: 'running' }> = { status: 'given', price };
const waiting = { status: 'waiting', revision: 3, isForPrice: false } as const;
const ignored = { status: 'ignored' } as const;
const fields: Quote = { status: 'fields', required: { credit_card: ['holder'] } };

/** The states of a transfer: every step, and the shapes of a step that events distinguish. */
const states = {
  blank: initialState,
  running: { step: 'details', ...blank, quote: { status: 'running' } },
  given: { step: 'details', ...blank, quote: given },
  pressed: { step: 'details', ...blank, quote: given, press: waiting },
  pressedEarly: { step: 'details', ...blank, quote: { status: 'running' }, press: waiting },
  ignored: { step: 'details', ...blank, press: ignored },
  asked: { step: 'details', ...blank, quote: { ...given, confirm: 'risen', isUnread: true } },
  fields: { step: 'details', ...blank, quote: fields },
  troubled: { step: 'details', ...blank, problems, trouble },
  transferring: { step: 'transferring', attempt },
  authentication: { step: 'authentication', attempt, transaction, redirectUrl },
  settling: { step: 'settling', attempt },
  unconfirmed: { step: 'settling', attempt, redirectUrl },
  repeated: { step: 'settling', attempt: { ...attempt, repeatedAt: 9 }, redirectUrl },
  successful: { step: 'outcome', attempt, result: { outcome: 'successful', transaction }, rule: 'transaction_successful' },
  failed: { step: 'outcome', attempt, result: { outcome: 'failed', message: 'No' }, rule: 'request_refused' },
  unknown: { step: 'outcome', attempt, result: { outcome: 'unknown', reason: 'no_answer' }, rule: 'no_answer' },
  recognizing: { step: 'recognizing', uid: 'uid-9' },
  unrecognized: { step: 'unrecognized', uid: 'uid-9' },
  confirmed: { step: 'outcome', attempt: confirmed, result: { outcome: 'failed', transaction: undefined }, rule: 'shop_failed' },
} satisfies Record<string, State>;
type Name = keyof typeof states;

const events = {
  edited: { type: 'edited' },
  pressed: { type: 'pressed', press: waiting },
  prevented: { type: 'prevented' },
  ignored: { type: 'ignored' },
  quoting: { type: 'quoting' },
  quoted: { type: 'quoted', quote: given },
  complained: { type: 'complained', problems },
  started: { type: 'started', press: waiting, attempt },
  sent: { type: 'sent', attempt: { ...attempt, trackingId: 'order-3', startedAt: 7 } },
  stopped: { type: 'stopped', trouble },
  accepted: { type: 'accepted', jobId: 'job-1' },
  identified: { type: 'identified', uid: 'uid-1' },
  challenged: { type: 'challenged', transaction, redirectUrl },
  resumed: { type: 'resumed', attempt: other },
  returned: { type: 'returned', redirectUrl },
  changing: { type: 'changing' },
  endedSuccessful: { type: 'ended', result: { outcome: 'successful', transaction }, rule: 'transaction_successful' },
  endedFailed: { type: 'ended', result: { outcome: 'failed', message: 'No' }, rule: 'request_refused' },
  endedUnknown: { type: 'ended', result: { outcome: 'unknown', reason: 'overdue' }, rule: 'overdue' },
  hinted: { type: 'hinted', uid: 'uid-9' },
  unconfirmed: { type: 'unconfirmed' },
  confirmed: { type: 'confirmed', payment: confirmed, outcome: 'successful' },
  questioned: { type: 'questioned', reason: 'unfinished' },
  questionedCard: { type: 'questioned', reason: 'same_card' },
  quotedFirst: { type: 'quoted', quote: { ...given, confirm: 'first_seen' } },
  startedByOther: { type: 'started', press: { ...waiting }, attempt },
  read: { type: 'read' },
  priced: { type: 'priced', price: { amount: 1999, currency: 'USD', fee: undefined } },
  withdrawn: { type: 'withdrawn' },
  reset: { type: 'reset' },
} satisfies Record<string, FlowEvent>;

const details = (more: object) => ({ step: 'details', ...blank, ...more });
const outcome = ({ result, rule }: Pick<Extract<FlowEvent, { type: 'ended' }>, 'result' | 'rule'>, uid?: string) => ({
  step: 'outcome',
  attempt: uid ? { ...attempt, uid } : attempt,
  result,
  rule,
});
const ends = {
  endedSuccessful: outcome(events.endedSuccessful, 'uid-1'),
  endedFailed: outcome(events.endedFailed),
  endedUnknown: outcome(events.endedUnknown),
};
const recognizing = { step: 'recognizing', uid: 'uid-9' };
const paid = {
  step: 'outcome',
  attempt: confirmed,
  result: { outcome: 'successful', transaction: undefined },
  rule: 'shop_successful',
};
const fromDetails = {
  edited: details({}),
  pressed: details({ press: waiting }),
  ignored: details({ press: ignored }),
  quoting: details({ quote: { status: 'running' } }),
  complained: details({ problems }),
  stopped: details({ trouble }),
  resumed: { step: 'settling', attempt: other },
  hinted: recognizing,
  confirmed: paid,
  priced: details({ quote: { status: 'given', price: events.priced.price } }),
  reset: details({}),
};

/** The transitions, by hand. A pair that is not in this table changes nothing. */
const changes: Record<Name, Partial<Record<keyof typeof events, object | undefined>>> = {
  blank: fromDetails,
  running: {
    ...fromDetails,
    pressed: details({ quote: { status: 'running' }, press: waiting }),
    ignored: details({ quote: { status: 'running' }, press: ignored }),
    edited: details({}),
    quoting: details({ quote: { status: 'running' } }),
    quoted: details({ quote: given }),
    quotedFirst: details({ quote: { ...given, confirm: 'first_seen', isUnread: true } }),
    complained: details({ problems }),
  },
  given: {
    ...fromDetails,
    edited: details({}),
    quoting: details({ quote: { status: 'running' } }),
    complained: details({ problems }),
    pressed: details({ quote: given, press: waiting }),
    ignored: details({ quote: given, press: ignored }),
    questioned: details({ quote: { ...given, confirm: 'unfinished', isUnread: true } }),
    questionedCard: details({ quote: { ...given, confirm: 'same_card', isUnread: true } }),
    priced: details({ quote: { status: 'given', price: events.priced.price } }),
  },
  // Only from here is anything sent: a price, and a press that still counts.
  pressed: {
    ...fromDetails,
    pressed: details({ quote: given, press: waiting }),
    prevented: details({ quote: given }),
    ignored: details({ quote: given, press: ignored }),
    edited: details({ press: ignored }),
    quoting: details({ quote: { status: 'running' }, press: waiting }),
    started: { step: 'transferring', attempt },
    questioned: details({ quote: { ...given, confirm: 'unfinished', isUnread: true } }),
    questionedCard: details({ quote: { ...given, confirm: 'same_card', isUnread: true } }),
    priced: details({ quote: { status: 'given', price: events.priced.price }, press: waiting }),
  },
  // What the payer edits cancels the press; a quote without a question leaves it, and one with a question answers it.
  pressedEarly: {
    ...fromDetails,
    pressed: details({ quote: { status: 'running' }, press: waiting }),
    prevented: details({ quote: { status: 'running' } }),
    ignored: details({ quote: { status: 'running' }, press: ignored }),
    edited: details({ press: ignored }),
    quoting: details({ quote: { status: 'running' }, press: waiting }),
    quoted: details({ quote: given, press: waiting }),
    quotedFirst: details({ quote: { ...given, confirm: 'first_seen', isUnread: true } }),
    priced: details({ quote: { status: 'given', price: events.priced.price }, press: waiting }),
    // The price that the payer saw is being asked for again.
    started: details({ quote: { status: 'running' }, press: ignored }),
  },
  // The note about an ignored press stays until the next press.
  ignored: {
    ...fromDetails,
    prevented: details({}),
    ignored: undefined,
    edited: details({ press: ignored }),
    quoting: details({ quote: { status: 'running' }, press: ignored }),
    priced: details({ quote: { status: 'given', price: events.priced.price }, press: ignored }),
  },
  asked: {
    ...fromDetails,
    edited: details({}),
    quoting: details({ quote: { status: 'running' } }),
    complained: details({ problems }),
    pressed: details({ quote: states.asked.quote, press: waiting }),
    ignored: undefined,
    questioned: details({ quote: { ...given, confirm: 'unfinished', isUnread: true } }),
    questionedCard: details({ quote: { ...given, confirm: 'same_card', isUnread: true } }),
    priced: details({ quote: { status: 'given', price: events.priced.price } }),
    read: details({ quote: { ...given, confirm: 'risen', isUnread: false } }),
  },
  // These show why a press had no effect.
  fields: {
    ...fromDetails,
    edited: details({ quote: fields }),
    pressed: details({ quote: fields, press: waiting }),
    ignored: undefined,
  },
  troubled: {
    ...fromDetails,
    pressed: details({ press: waiting }),
    ignored: undefined,
  },
  transferring: {
    // A newer attempt with the same tracking id has replaced it.
    resumed: { step: 'settling', attempt: other },
    withdrawn: details({ press: ignored }),
    complained: details({ problems }),
    sent: { step: 'transferring', attempt: { ...attempt, trackingId: 'order-3', startedAt: 7 } },
    stopped: details({ trouble }),
    accepted: { step: 'transferring', attempt: { ...attempt, jobId: 'job-1' } },
    identified: { step: 'transferring', attempt: { ...attempt, uid: 'uid-1' } },
    challenged: { step: 'authentication', attempt: { ...attempt, uid: 'uid-1' }, transaction, redirectUrl },
    ...ends,
  },
  authentication: {
    resumed: { step: 'settling', attempt: other },
    withdrawn: details({ press: ignored }),
    identified: { step: 'authentication', attempt: { ...attempt, uid: 'uid-1' }, transaction, redirectUrl },
    returned: { step: 'settling', attempt, redirectUrl },
    ...ends,
  },
  settling: {
    resumed: { step: 'settling', attempt: other },
    withdrawn: details({ press: ignored }),
    // Another tab sent it, and has its outcome meanwhile.
    accepted: { step: 'settling', attempt: { ...attempt, jobId: 'job-1' } },
    identified: { step: 'settling', attempt: { ...attempt, uid: 'uid-1' } },
    returned: { step: 'settling', attempt, redirectUrl },
    ...ends,
  },
  unconfirmed: {
    resumed: { step: 'settling', attempt: other },
    withdrawn: details({ press: ignored }),
    accepted: { step: 'settling', attempt: { ...attempt, jobId: 'job-1' }, redirectUrl },
    identified: { step: 'settling', attempt: { ...attempt, uid: 'uid-1' }, redirectUrl },
    returned: { step: 'settling', attempt, redirectUrl },
    changing: details({}),
    ...ends,
  },
  // Another copy may have paid: no way leads back to the form.
  repeated: {
    resumed: { step: 'settling', attempt: other },
    withdrawn: details({ press: ignored }),
    accepted: { step: 'settling', attempt: { ...attempt, repeatedAt: 9, jobId: 'job-1' }, redirectUrl },
    identified: { step: 'settling', attempt: { ...attempt, repeatedAt: 9, uid: 'uid-1' }, redirectUrl },
    returned: { step: 'settling', attempt: { ...attempt, repeatedAt: 9 }, redirectUrl },
    endedSuccessful: { ...ends.endedSuccessful, attempt: { ...ends.endedSuccessful.attempt, repeatedAt: 9 } },
    endedFailed: { ...ends.endedFailed, attempt: { ...ends.endedFailed.attempt, repeatedAt: 9 } },
    endedUnknown: { ...ends.endedUnknown, attempt: { ...ends.endedUnknown.attempt, repeatedAt: 9 } },
  },
  successful: { reset: details({}) },
  failed: { reset: details({}) },
  unknown: {
    // The payer stopped waiting before the answer came: there is a job to poll.
    accepted: { ...states.unknown, attempt: { ...attempt, jobId: 'job-1' } },
    resumed: { step: 'settling', attempt: other },
    endedSuccessful: ends.endedSuccessful,
    endedFailed: ends.endedFailed,
    reset: details({}),
  },
  recognizing: { unconfirmed: { step: 'unrecognized', uid: 'uid-9' }, confirmed: paid, reset: details({}) },
  unrecognized: { hinted: recognizing, confirmed: paid, reset: details({}) },
  confirmed: { reset: details({}) },
};

describe.each(Object.keys(states) as Name[])('%s', (name) => {
  test.each(Object.keys(events) as (keyof typeof events)[])('and %s', (eventName) => {
    const state: State = states[name];
    const next = transition(state, events[eventName]);
    const expected = changes[name][eventName];
    expect(next).toEqual(expected ?? state);
    if (!expected) expect(next).toBe(state);
  });
});

const anyEvent = fc.constantFrom<FlowEvent>(...Object.values(events));

test('no order of events leaves a final outcome except by a reset, or ends an attempt twice', () => {
  fc.assert(
    fc.property(fc.constantFrom<State>(...Object.values(states)), fc.array(anyEvent, { maxLength: 40 }), (start, order) => {
      let state = start;
      for (const event of order) {
        const next = transition(state, event);
        if (state.step === 'outcome' && state.result.outcome !== 'unknown' && event.type !== 'reset') expect(next).toBe(state);
        state = next;
      }
    }),
  );
});

test('no order of events starts a transfer without a price and a press that still counts', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (order) => {
      let state: State = initialState;
      for (const event of order) {
        const next = transition(state, event);
        if (next.step === 'transferring' && state.step !== 'transferring') {
          expect(state).toMatchObject({ step: 'details', quote: { status: 'given' }, press: { status: 'waiting' } });
        }
        state = next;
      }
    }),
  );
});

test.each<[Quote, boolean]>([
  [{ status: 'running' }, true],
  [{ status: 'none', isDue: true }, true],
  [{ status: 'none', isDue: false }, false],
  [{ status: 'none' }, false],
  [given, false],
  [fields, false],
])('with the quote %j a check runs, or follows in a moment: %s', (quote, expected) => {
  expect(isChecking(quote)).toBe(expected);
});

test('the bank’s page is that of a payment under way, or of an unknown outcome', () => {
  expect(bankPageOf(initialState)).toBeUndefined();
  expect(bankPageOf({ step: 'settling', attempt, redirectUrl })).toBe(redirectUrl);
  const result = { outcome: 'unknown', reason: 'no_answer' };
  expect(bankPageOf({ step: 'outcome', attempt, result } as State)).toBeUndefined();
  expect(bankPageOf({ step: 'outcome', attempt, result: { ...result, redirectUrl } } as State)).toBe(redirectUrl);
});
