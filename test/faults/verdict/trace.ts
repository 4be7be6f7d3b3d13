import type { VirtualTime } from '../time/virtual-time.js';

/** The events of a run, to find out why it failed. */
export class Trace {
  readonly lines: string[] = [];
  readonly #time: VirtualTime;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  /** @param who `browser`, `proxy`, `gateway`, `payer`, or a page's name. */
  add(who: string, what: string): void {
    const at = (this.#time.elapsed / 1000).toFixed(3).padStart(10);
    this.lines.push(`${at} s  ${who.padEnd(10)} ${what}`);
  }
}

/** The beginning of a text, on one line. */
export const brief = (text: string, length = 110): string => {
  const line = text.replaceAll(/eyJ[\w-]+(\.[\w-]*){4}/g, '[JWE]').replaceAll(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length)}…` : line;
};

/** The beginning of a body. A body of megabytes is not read to its end. */
export const briefBody = (body: Buffer): string => brief(body.subarray(0, 10_000).toString());
