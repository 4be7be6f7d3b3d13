import { type Answer, isOthers, readAnswerAbout } from './answer.js';
import { askAgain } from './ask-again.js';
import { AttemptStatus } from './attempt-status.js';
import type { FlowSurroundings } from '../options.js';
import { isOpen, type PaymentRecord } from '../record/payment-record.js';
import { askJob } from './follow-job.js';
import { uidOf } from '../state.js';

/** The dependencies of asking about earlier attempts. */
export interface EarlierAttemptsOptions {
  readonly surroundings: FlowSurroundings;
  readonly readAnswer: (response: unknown) => Answer | undefined;
  /** The attempts on record that have not ended and that no form of this page shows. */
  readonly unfinished: () => Promise<PaymentRecord[]>;
}

/**
 * Asks about earlier attempts whose outcome is unknown: the job where there is one, then the merchant's server, one attempt
 * after the other, with the pauses of `askAgain`. An outcome that is found is recorded as one that no form has shown.
 *
 * @param wanted The attempts to ask about.
 * @param found Called after each outcome that was found.
 * @returns when all have ended, or the signal has aborted.
 */
export async function askAboutEarlier(
  { surroundings, readAnswer, unfinished }: EarlierAttemptsOptions,
  wanted: readonly PaymentRecord[],
  found: () => void,
  signal: AbortSignal,
): Promise<void> {
  const { cards, client, clock, presence, records, report } = surroundings;
  const key = await cards.thumbprint();
  const status = new AttemptStatus(surroundings, key);
  const ids = new Set(wanted.map(({ id }) => id));
  let isFirst = true;

  async function ask(record: PaymentRecord): Promise<void> {
    // While another tab still sends it, no answer could be about its outcome.
    const attempt = await status.waitForSender(record, signal);
    if (!attempt || !isOpen(attempt)) return;
    const { jobId } = attempt;
    const reader = {
      readAnswer: (response: unknown) => readAnswerAbout(attempt, readAnswer, response),
      attempt: () => attempt,
      isOthers: (answer: Answer) => isOthers(records, attempt, answer),
    };
    const polled = jobId === undefined ? undefined : await askJob(client, jobId, reader, signal);
    const known = polled ?? ({ outcome: 'unknown', reason: 'no_answer' } as const);
    const result = await status.resolve(known, attempt, signal, isFirst ? report : () => undefined);
    if (signal.aborted || result.outcome === 'unknown') return;
    if (records.settle(attempt, result.outcome, uidOf(result))) found();
  }

  async function askAll(): Promise<true | undefined> {
    for (const one of await unfinished()) {
      if (ids.has(one.id) && !signal.aborted) await ask(one);
    }
    isFirst = false;
    return records.unfinished(key).some(({ id }) => ids.has(id)) ? undefined : true;
  }

  if (!signal.aborted) await askAgain(askAll, { clock, presence, signal });
}
