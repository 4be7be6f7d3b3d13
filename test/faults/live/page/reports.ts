import { runNow } from './fast-clock.js';
import type { Report } from './setup.js';

/** The parts of a `Report` other than the stamp that every report has. */
type NewReport = Report extends infer One ? (One extends Report ? Omit<One, 'id' | 'at'> : never) : never;

const { name } = globalThis.setup;
const all: Report[] = [];

/** Reports to the shop's server. Reports that are lost on the way are fetched with `reportsFrom`. */
export function report(added: NewReport): void {
  const one = { ...added, id: `${name}#${all.length}`, at: runNow() } as Report;
  all.push(one);
  navigator.sendBeacon('/seen', JSON.stringify(one));
}

export const reportsFrom = (index: number): readonly Report[] => all.slice(index);
