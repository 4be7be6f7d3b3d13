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
    bugs: [{ file: ATTEMPT, find: "this.#record.write(this.#facts, 'sent');", plant: '' }],
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
      { file: POST, find: "if (repeats > 0) return { result: 'unknown', reason: 'no_answer' };", plant: '' },
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
    ],
    kind: 'transfer: empty answer',
    terms: at(HABITS.refused, { duplicatesBy: 'token' }),
    promise: 'duplicated',
  },
];
