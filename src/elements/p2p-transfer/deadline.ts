import { systemClock } from '../../clock/clock.js';
import { fill, type Words } from '../../locales/catalogue.js';
import type { Speech } from '../base/speech.js';
import type { FormStatus } from '../form/port.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** The time that is shown as urgent. */
const SOON = 2 * MINUTE;

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

/** The time by which the payer has to confirm: a countdown in the last hour, a date before. */
export function deadlineOf({ left, speech, mayHaveSent }: DeadlineContext): NonNullable<FormStatus['deadline']> {
  const { words } = speech;
  if (left <= 0) return { text: deadlineOverText(mayHaveSent, words), isOver: true };
  const seconds = Math.ceil(left / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const text =
    left < HOUR ? fill(words.deadline, { time }) : fill(words.deadline_at, { time: speech.date(systemClock.now() + left) });
  return { text, isOver: false, isSoon: left < SOON };
}

/** The announcement for screen readers when five minutes are left, when one is left, and when the time is over; else empty. */
export function deadlineSentence({ left, speech, mayHaveSent }: DeadlineContext): string {
  const { words } = speech;
  if (left <= 0) return deadlineOverText(mayHaveSent, words);
  const minutes = WARNED_AT.find((each) => left <= each * MINUTE);
  return minutes === undefined ? '' : speech.fill(words.deadline_soon, { count: minutes });
}

/** The text when the time is over. It says that nothing was sent only if there was no attempt. */
const deadlineOverText = (mayHaveSent: boolean, words: Words): string =>
  mayHaveSent ? words.deadline_passed : words.deadline_over;
