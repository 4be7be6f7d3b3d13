import { html, type TemplateResult } from 'lit';
import { systemClock } from '../../clock/clock.js';
import { fill, type Messages } from '../../locales/catalogue.js';
import type { Speech } from '../base/speech.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Minutes left at which the payer is warned: once with time to finish, and once to hurry. */
const WARNED_AT = [1, 5];

/** The data of a transfer's deadline. */
export interface DeadlineContext {
  /** Milliseconds left to confirm. */
  readonly left: number;
  readonly speech: Speech;
  /** Whether money may have been sent, in this visit or an earlier one. */
  readonly mayHaveSent: boolean;
}

/**
 * The time by which the payer has to confirm: a countdown in the last hour, a date before.
 *
 * @param startAgain Called when the time is over, and the payer wants to start again.
 */
export function deadlineView({ left, speech, mayHaveSent }: DeadlineContext, startAgain: () => void): TemplateResult {
  const { words } = speech;
  if (left <= 0) {
    return html`
      <p part="deadline" class="error">${deadlineOverText(mayHaveSent, words)}</p>
      <button part="button" type="button" @click=${startAgain}>${words.start_again}</button>
    `;
  }
  const seconds = Math.ceil(left / 1000);
  const text =
    left < HOUR
      ? fill(words.deadline, { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` })
      : fill(words.deadline_at, { time: speech.date(systemClock.now() + left) });
  return html`<p part="deadline" class="remark">${text}</p>`;
}

/** The announcement for screen readers when five minutes are left, when one is left, and when the time is over; else empty. */
export function deadlineSentence({ left, speech, mayHaveSent }: DeadlineContext): string {
  const { words } = speech;
  if (left <= 0) return deadlineOverText(mayHaveSent, words);
  const minutes = WARNED_AT.find((each) => left <= each * MINUTE);
  return minutes === undefined ? '' : speech.fill(words.deadline_soon, { count: minutes });
}

/** The text when the time is over. It says that nothing was sent only if there was no attempt. */
const deadlineOverText = (mayHaveSent: boolean, words: Messages): string =>
  mayHaveSent ? words.deadline_passed : words.deadline_over;
