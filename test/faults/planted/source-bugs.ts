import { type Habit, HABITS } from '../../../demo/gateway/issuer/habit.js';
import type { Promised } from '../verdict/limits.js';
import type { Terms } from '../world/terms.js';
import type { SourceBug } from './planted-source.js';

/** A bug in src, the kind of run that shows it, and the promise that this run breaks. */
export interface PlantedSourceBug {
  readonly what: string;
  readonly bugs: readonly SourceBug[];
  readonly kind: string;
  readonly terms?: Partial<Terms>;
  readonly promise: Promised;
}

const ATTEMPT = 'flow/attempt/payment-attempt.ts';
const POST = 'flow/request/post.ts';
const JOB = 'flow/outcome/follow-job.ts';
const MARK = 'checkout/attempt-mark.ts';
const TEXTS = 'wire/response/validation-text.ts';

/** Words for a copy that do not say that it is one. */
const COPY = { words: 'Operación no permitida en este momento', code: 'invalid_params' } as const;

const withoutServer = { resolveStatus: false } as const;
const at = (habit: Habit, more: Partial<Terms> = {}): Partial<Terms> => ({ habit, card: 'pays', ...more });
/** Each of them would cost a payer money, or tell them something false. */
export const SOURCE_BUGS: readonly PlantedSourceBug[] = [
  {
    what: 'no answer is called failed',
    bugs: [
      {
        file: ATTEMPT,
        find: "await this.#end({ outcome: 'unknown', reason });",
        plant: "await this.#end({ outcome: 'failed', message: reason });",
      },
    ],
    kind: 'transfer: silence after the commit',
    terms: at(HABITS.refused, withoutServer),
    promise: 'lied',
  },
  {
    what: 'a 500 is called a decline',
    bugs: [
      {
        file: POST,
        find: 'const refusal =',
        plant:
          "if (error instanceof GatewayError && error.status === 500) return { result: 'refused', error, body: { code: undefined, " +
          "message: '', fields: [{ path: ['credit_card', 'holder'], messages: [''] }, { path: ['description'], messages: [''] }] } };\n" +
          'const refusal =',
      },
    ],
    kind: 'transfer: 500, after the commit',
    terms: at(HABITS.refused, withoutServer),
    promise: 'lied',
  },
  {
    what: 'nothing is recorded when the request leaves',
    bugs: [{ file: ATTEMPT, find: 'if (isFirst) this.#record.begin(this.#facts);', plant: 'if (isFirst) void 0;' }],
    kind: 'page: crash, and another visit',
    promise: 'lost',
  },
  {
    what: 'tabs do not wait for each other',
    bugs: [{ file: 'flow/record/lock.ts', find: 'if (!locks) return work();', plant: 'if (waiting) return work();' }],
    kind: 'tabs: two at once',
    terms: { duplicatesBy: 'token', habit: HABITS.refused },
    promise: 'duplicated',
  },
  {
    what: 'the button is free before the 30 seconds are over',
    bugs: [{ file: 'flow/attempt/repeat-guard.ts', find: 'DUPLICATE_WINDOW = 30_000', plant: 'DUPLICATE_WINDOW = 0' }],
    kind: 'payer: tries again after failures',
    promise: 'stuck',
  },
  {
    what: 'nobody is asked before a second payment',
    bugs: [
      {
        file: 'flow/attempt/questions.ts',
        find: 'const open = doubtful.filter(({ tracking_id: id }) => !this.#agreed.has(`payment ${id}`));',
        plant: 'const open = doubtful.filter(() => false);',
      },
    ],
    kind: 'tabs: a second press after 30 s, though the first is paid',
    terms: at(HABITS.refused),
    promise: 'duplicated',
  },
  {
    what: 'a request is repeated for a minute',
    bugs: [
      { file: POST, find: 'REPEAT_WITHIN = 20_000', plant: 'REPEAT_WITHIN = 60_000' },
      { file: POST, find: 'REPEATS = 3;', plant: 'REPEATS = 30;' },
    ],
    kind: 'transfer: connection refused',
    terms: { habit: HABITS.refused },
    promise: 'stuck',
  },
  {
    what: 'the refusal of our own repeat is called failed',
    bugs: [
      { file: ATTEMPT, find: "if (posted.result === 'refused' && this.#isRepeated) {", plant: 'if (false) {' },
      { file: POST, find: "if (isDuplicate(refusal.body)) return { result: 'unknown', reason: 'duplicate' };", plant: '' },
      {
        file: ATTEMPT,
        find: "const isFailure = refusal.means === 'failed';",
        plant: "const isFailure = refusal.means !== 'correct';",
      },
    ],
    kind: 'transfer: close after the commit, cold',
    terms: at(HABITS.refused, withoutServer),
    promise: 'lied',
  },
  {
    what: 'a repeat has new seals',
    bugs: [
      {
        file: ATTEMPT,
        find: 'let posted = await this.#sealAndPost(terms);',
        plant:
          'let posted = await this.#sealAndPost(terms);\n' +
          "if (!('why' in posted) && posted.result === 'unknown') { this.#withdraw(); posted = await this.#sealAndPost(terms); }",
      },
      // With the same one, the gateway would know it again.
      { file: MARK, find: 'if (this.#made?.request === request) return this.#made.mark;', plant: '' },
    ],
    kind: 'transfer: empty answer',
    terms: at(HABITS.refused, { duplicatesBy: 'token' }),
    promise: 'duplicated',
  },
  {
    what: 'a request that is sealed anew for the clock has an attempt of its own',
    bugs: [{ file: MARK, find: 'if (this.#made?.request === request) return this.#made.mark;', plant: '' }],
    kind: 'clock: jumps before the press, and a copy is refused for its token',
    terms: at(HABITS.refused, { duplicatesBy: 'token' }),
    promise: 'duplicated',
  },
  {
    what: 'the failure of our own repeat is called failed',
    bugs: [
      {
        file: JOB,
        find: "outcome?.outcome === 'failed' && reader.isRepeated()",
        plant: "outcome?.outcome === 'failed' && false",
      },
    ],
    kind: 'transfer: close after the commit, cold',
    terms: at({ ...COPY, compared: 'post', refused: 'transaction' }, withoutServer),
    promise: 'lied',
  },
  {
    what: 'an older attempt overwrites the record of a newer one with its id',
    bugs: [
      {
        file: 'flow/record/record-store.ts',
        find: "return present && present.attempt !== attempt.id ? 'replaced' : this.#store(key, attempt, phase, end);",
        plant: 'return this.#store(key, attempt, phase, end);',
      },
    ],
    kind: 'tabs: two, with the id of one cart: one pays with another card before the other learns of its failure',
    terms: { habit: HABITS.refused, ...withoutServer },
    promise: 'lied',
  },
  {
    what: 'the words of a refusal decide',
    bugs: [
      {
        file: TEXTS,
        find: 'const text = plain(message);\n  // An order',
        plant: 'return true;\n  const text = plain(message);\n  // An order',
      },
    ],
    kind: 'transfer: reset after the commit, warm',
    terms: at({ ...COPY, compared: 'post', refused: 'request', path: 'amount' }),
    promise: 'lied',
  },
  {
    what: 'the words of a failed job decide',
    bugs: [{ file: JOB, find: 'return isOver && body && isAboutWrongFields(body)', plant: 'return isOver && body' }],
    kind: 'transfer: reset after the commit, warm',
    terms: at({ ...COPY, compared: 'job', refused: 'job' }, withoutServer),
    promise: 'lied',
  },
  {
    what: 'an order that is being paid elsewhere counts as one of which nothing is known',
    bugs: [
      { file: 'flow/outcome/inquiry.ts', find: "if (answer.outcome === 'pending') return { doubt: 'pending' };", plant: '' },
    ],
    kind: 'browsers: one transfer in two, one at the bank',
    terms: { habit: HABITS.refused },
    promise: 'duplicated',
  },
  {
    what: 'the merchant’s server says unknown of a transaction that is not final',
    bugs: [
      {
        file: 'merchant/outcome.ts',
        find: 'if (open.length > 0) return pendingOutcome(open, own);',
        plant: 'if (open.length > 0) return UNKNOWN;',
      },
    ],
    kind: 'browsers: one order in two, one at the bank',
    terms: { habit: HABITS.refused },
    promise: 'duplicated',
  },
  {
    what: 'the press that finds a higher price pays it',
    bugs: [
      {
        file: 'flow/price/fixed-price.ts',
        find: 'return Promise.resolve(state.quote.isUnread ? undefined : state.quote.price);',
        plant: 'return Promise.resolve(state.quote.price);',
      },
    ],
    kind: 'payer: presses when the price of the order has just risen',
    terms: { habit: HABITS.refused },
    promise: 'lied',
  },
  {
    what: 'a withdrawn request leaves no tombstone',
    bugs: [
      {
        file: 'flow/attempt/attempt-record.ts',
        find: "this.#options.surroundings.records.write(this.#key, attempt, 'withdrawn');",
        plant: 'this.#options.surroundings.records.remove(this.#key, attempt.trackingId);',
      },
      {
        file: 'flow/record/record-store.ts',
        find: '/** Whether the gateway refused the whole request of an attempt',
        plant:
          'remove(key: string, trackingId: string): void { this.#storages.remove(this.#nameOf(key, trackingId)); }\n' +
          '/** Whether the gateway refused the whole request of an attempt',
      },
    ],
    kind: 'page: the form is replaced before its request is refused for a field',
    terms: { habit: HABITS.refused },
    promise: 'stuck',
  },
];
