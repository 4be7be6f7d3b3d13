import { describe, expect, test } from 'vitest';
import { type Evidence, judge, type LastView } from './judge.js';
import type { Booked } from './ledger.js';
import type { Limit } from './limits.js';
import type { SentPayment, Shown } from './witness.js';

// A payment without any fault; each test changes it in one way.

const paid = (more: Partial<Booked> = {}): Booked => ({
  uid: 'uid-1',
  trackingId: 'one',
  status: 'successful',
  amount: 10_000,
  createdAt: 1000,
  updatedAt: 1700,
  fingerprint: 'bytes-1',
  ...more,
});
const sent = (more: Partial<SentPayment> = {}): SentPayment => ({
  form: 'tab1',
  at: 1000,
  fingerprint: 'bytes-1',
  trackingId: 'one',
  times: 1,
  ...more,
});
const shows = (more: Partial<Shown> = {}): Shown => ({
  at: 2000,
  form: 'tab1',
  visible: true,
  step: 'outcome',
  outcome: 'successful',
  reason: undefined,
  trackingId: 'one',
  uid: 'uid-1',
  hasJob: true,
  ...more,
});
const view = (more: Partial<LastView> = {}): LastView => ({
  form: 'tab1',
  step: 'outcome',
  priceRuns: false,
  outcome: 'successful',
  reason: undefined,
  trackingId: 'one',
  hasJob: true,
  offers: [],
  ...more,
});
const evidence = (more: Partial<Evidence> = {}): Evidence => ({
  books: [paid()],
  shown: [shows()],
  sent: [sent()],
  withdrawn: [],
  gone: new Map(),
  last: [view()],
  confirmed: 0,
  agreed: new Set([10_000]),
  unseenCopies: new Set(),
  stuck: [],
  leaks: [],
  lastPollFault: 0,
  limits: new Set<Limit>(),
  ...more,
});
const promises = (more: Partial<Evidence>): string[] =>
  judge(evidence(more)).map(({ promise, limit }) => (limit ? `${promise}: ${limit}` : promise));

const unknown = { outcome: 'unknown', reason: 'no_answer' } as const;
const failed = { outcome: 'failed', reason: undefined } as const;
const blank = { step: 'details', outcome: undefined, trackingId: undefined, hasJob: false } as const;

test('a payment that succeeded and is shown as successful breaks no promise', () => {
  expect(judge(evidence())).toEqual([]);
});

test('an unknown outcome without any answer breaks no promise, and neither does a true failure', () => {
  expect(promises({ shown: [shows({ ...unknown, hasJob: false })], last: [view({ ...unknown, hasJob: false })] })).toEqual([]);
  expect(promises({ books: [paid({ status: 'failed' })], shown: [shows(failed)], last: [view(failed)] })).toEqual([]);
});

describe('duplicated', () => {
  const second = paid({ uid: 'uid-2', trackingId: 'two', fingerprint: 'bytes-2' });
  const twice = { books: [paid(), second], shown: [shows(), shows({ trackingId: 'two', uid: 'uid-2' })] };
  test.each<[string, Partial<Evidence>, string[]]>([
    ['money that moved twice', twice, ['duplicated']],
    ['the same, agreed to', { ...twice, confirmed: 1 }, ['duplicated: payer confirms']],
    ['three times, agreed to once', { ...twice, books: [...twice.books, paid({ uid: 'uid-3' })], confirmed: 1 }, ['duplicated']],
    [
      'the same, in a browser that keeps nothing',
      { ...twice, limits: new Set<Limit>(['no storage']) },
      ['duplicated: no storage'],
    ],
    [
      'a gateway that pays a copy again',
      { books: [paid(), paid({ uid: 'uid-2' })], limits: new Set<Limit>(['gateway pays copies']) },
      ['duplicated: gateway pays copies'],
    ],
    ['another request at the same gateway', { ...twice, limits: new Set<Limit>(['gateway pays copies']) }, ['duplicated']],
    [
      'a second try, after a failure that was the unseen copy’s',
      { ...twice, shown: [shows(failed), ...twice.shown], unseenCopies: new Set(['bytes-1']) },
      ['duplicated: unseen copy failed', 'lied: unseen copy failed'],
    ],
    ['a second one that was declined', { ...twice, books: [paid(), { ...second, status: 'failed' }], shown: [shows()] }, []],
  ])('%s', (_, spoilt, expected) => {
    expect(promises(spoilt)).toEqual(expected);
  });
});

describe('lied', () => {
  test.each<[string, Partial<Evidence>, string[]]>([
    ['failed, shown for a payment that succeeded', { shown: [shows(failed)] }, ['lied']],
    [
      'failed before the request reached the gateway',
      { books: [paid({ createdAt: 9000, updatedAt: 9700 })], shown: [shows(failed)] },
      ['lied'],
    ],
    ['failed, then successful', { shown: [shows(failed), shows({ at: 3000 })] }, ['lied']],
    [
      'failed, shown for the attempt before, with the same id',
      {
        books: [paid({ status: 'failed' }), paid({ uid: 'uid-2', fingerprint: 'bytes-2', createdAt: 5000, updatedAt: 5700 })],
        sent: [sent(), sent({ at: 5000, fingerprint: 'bytes-2' })],
        shown: [shows(failed), shows({ at: 6000, uid: 'uid-2' })],
      },
      [],
    ],
    [
      'failed of a request that was sent twice unseen, without a server to ask',
      { shown: [shows(failed)], unseenCopies: new Set(['bytes-1']) },
      ['lied: unseen copy failed'],
    ],
    ['failed of another request than that one', { shown: [shows(failed)], unseenCopies: new Set(['bytes-2']) }, ['lied']],
    [
      'failed of a request that was sealed anew, where the first one was paid',
      { shown: [shows(failed)], sent: [sent(), sent({ at: 1500, fingerprint: 'bytes-2' })] },
      ['lied'],
    ],
    ['a sum that the payer has not seen', { agreed: new Set([9000]) }, ['lied']],
    ['failed in a tab that sent nothing', { shown: [shows({ ...failed, form: 'tab2' }), shows()] }, ['lied']],
    ['successful, shown for a payment that was declined', { books: [paid({ status: 'failed' })] }, ['lied']],
    ['successful, shown for a request that never arrived', { books: [] }, ['lied']],
    ['back at the form, though paid', { shown: [], last: [view(blank)] }, ['lied', 'lost']],
    [
      'the same, reported by a gateway that contradicts itself',
      {
        shown: [shows(failed)],
        limits: new Set<Limit>(['gateway contradicts itself']),
      },
      ['lied: gateway contradicts itself'],
    ],
    ['the same where only the storage failed', { shown: [shows(failed)], limits: new Set<Limit>(['no storage']) }, ['lied']],
  ])('%s', (_, spoilt, expected) => {
    expect(promises(spoilt)).toEqual(expected);
  });
});

describe('lost', () => {
  const later = view({ ...blank, form: 'tab2' });
  test.each<[string, Partial<Evidence>, string[]]>([
    ['nothing shown, nothing on record', { shown: [], last: [later] }, ['lost']],
    ['shown only in a form that was no longer on its page', { shown: [shows({ visible: false })], last: [later] }, ['lost']],
    ['on record, and offered', { shown: [], last: [{ ...later, offers: ['one'] }] }, []],
    ['unknown was shown', { shown: [shows(unknown)], last: [later] }, []],
    ['the browser keeps nothing', { shown: [], last: [later], limits: new Set<Limit>(['no storage']) }, ['lost: no storage']],
  ])('%s', (_, spoilt, expected) => {
    expect(promises(spoilt)).toEqual(expected);
  });
});

describe('stuck', () => {
  const sending = shows({ at: 1000, step: 'transferring', outcome: undefined, hasJob: false });
  const corrected = { books: [], withdrawn: [{ trackingId: 'one', at: 1500 }], last: [view({ ...blank })] };
  const gaveUp = { outcome: 'unknown', reason: 'job_lost' } as const;
  test.each<[string, Partial<Evidence>, string[]]>([
    [
      'a form that stays at "settling" forever',
      { shown: [shows(unknown)], last: [view({ step: 'settling', outcome: undefined })] },
      ['stuck'],
    ],
    ['a price that never comes', { last: [view({ ...blank, form: 'tab2', priceRuns: true })] }, ['stuck']],
    ['a wait that the run found wrong', { stuck: ['asks without a pause'] }, ['stuck']],
    [
      'polling given up though the gateway answers again',
      { shown: [shows(gaveUp)], last: [view(gaveUp)], lastPollFault: 5000 },
      ['stuck'],
    ],
    ['polling given up where no answer ever came', { shown: [shows(gaveUp)], last: [view(gaveUp)], lastPollFault: Infinity }, []],
    ['the same, though the payer learned it later', { shown: [shows(gaveUp), shows({ at: 9000 })] }, ['stuck']],
    ['polling given up when patience was over', { shown: [shows({ ...gaveUp, at: 950_000 })], last: [view(gaveUp)] }, []],
    [
      'unknown while another form still waits for its answer',
      {
        shown: [sending, shows({ ...unknown, form: 'tab1.2', hasJob: false })],
        last: [view({ ...unknown, form: 'tab1.2', hasJob: false })],
      },
      ['stuck'],
    ],
    [
      'the same when that other form does not know either',
      {
        shown: [shows({ ...unknown, at: 1900 }), shows({ ...unknown, form: 'tab1.2', hasJob: false })],
        last: [view({ ...unknown, form: 'tab1.2', hasJob: false })],
      },
      [],
    ],
    [
      'the same when that other form is gone',
      {
        shown: [sending, shows({ ...unknown, form: 'tab2', hasJob: false })],
        last: [view({ ...unknown, form: 'tab2', hasJob: false })],
        gone: new Map([['tab1', 1500]]),
      },
      [],
    ],
    [
      'unknown of a request that was refused as a whole',
      { ...corrected, shown: [shows({ ...unknown, form: 'tab2' })] },
      ['stuck'],
    ],
    ['the same before that page can know', { ...corrected, shown: [shows({ ...unknown, form: 'tab2', at: 1550 })] }, []],
    [
      'the same when it was sent once more',
      { ...corrected, sent: [sent(), sent({ at: 1800 })], shown: [shows({ ...unknown, form: 'tab2' })] },
      [],
    ],
  ])('%s', (_, spoilt, expected) => {
    expect(promises(spoilt)).toEqual(expected);
  });
});

test('leaked: whatever the canary found', () => {
  expect(promises({ leaks: ['storage: a PAN in …'] })).toEqual(['leaked']);
});
