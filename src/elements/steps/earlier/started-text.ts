import { systemClock } from '../../../clock/clock.js';
import { fill } from '../../../locales/catalogue.js';
import type { Speech } from '../../base/speech.js';

/** A start time (ms) for the middle of a sentence: "at 8:48 PM"; with the date unless it is today. */
export function startedText(time: number, speech: Speech): string {
  const isToday = new Date(time).toDateString() === new Date(systemClock.now()).toDateString();
  const { started_at: at, started_on: on } = speech.words;
  return isToday ? fill(at, { time: speech.time(time) }) : fill(on, { time: speech.date(time) });
}
