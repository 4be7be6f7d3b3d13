import { type Answer, readAnswerAbout } from './answer.js';
import { askAgain } from './ask-again.js';
import { findOut, type UnknownAttempt, waitForSender } from './ask-about-attempt.js';
import type { FlowSurroundings } from '../options.js';
import { isOpen, type PaymentRecord } from '../record/payment-record.js';
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
 * @param foundOne Called after each outcome that was found.
 * @returns when all have ended, or the signal has aborted.
 */
export async function askAboutEarlier(
  { surroundings, readAnswer, unfinished }: EarlierAttemptsOptions,
  wanted: readonly PaymentRecord[],
  foundOne: () => void,
  signal: AbortSignal,
): Promise<void> {
  const { cards, clock, presence, records, report } = surroundings;
  const key = await cards.thumbprint();
  const ids = new Set(wanted.map(({ id }) => id));
  let isFirst = true;

  async function ask(record: PaymentRecord): Promise<void> {
    // While another tab still sends it, no answer could be about its outcome.
    const attempt = await waitForSender(surroundings, key, record, signal);
    if (!attempt || !isOpen(attempt)) return;
    const question: UnknownAttempt = {
      surroundings,
      key,
      attempt: () => attempt,
      readAnswer: (response) => readAnswerAbout(attempt, readAnswer, response),
      unknown: { outcome: 'unknown', reason: 'no_answer' },
    };
    const finding = await findOut(question, signal, isFirst ? report : undefined);
    if (finding && records.settle(attempt, finding.result.outcome as 'successful' | 'failed', uidOf(finding.result))) foundOne();
  }

  async function askAll(): Promise<true | undefined> {
    for (const record of await unfinished()) {
      if (ids.has(record.id) && !signal.aborted) await ask(record);
    }
    isFirst = false;
    return records.unfinished(key).some(({ id }) => ids.has(id)) ? undefined : true;
  }

  if (!signal.aborted) await askAgain(askAll, { clock, presence, signal });
}
