/** After this many turns of the event loop without any event, nothing is under way in this process. */
const QUIET_TURNS = 4;
/** Milliseconds of real time. */
const MAX_WAIT = 20_000;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * The work under way in this process: requests, bytes on sockets, seals, queries. Virtual time stands still until all of
 * it has finished, so that a run takes the same course on a busy machine as on an idle one.
 */
export class Activity {
  #busy = 0;
  #events = 0;

  /** Call this when something happened that may lead to more work: bytes came, a connection ended. */
  touch(): void {
    this.#events += 1;
  }

  /** Counts this work as under way until it ends. Don't use it for work that waits for virtual time. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      this.touch();
    }
  }

  /** Waits until nothing is under way. */
  async rest(): Promise<void> {
    const began = performance.now();
    for (let quiet = 0; quiet < QUIET_TURNS;) {
      const before = this.#events;
      await turn();
      quiet = this.#busy > 0 || before !== this.#events ? 0 : quiet + 1;
      if (quiet === 0 && performance.now() - began > MAX_WAIT) {
        throw new Error(`Expected the run to come to rest within ${MAX_WAIT / 1000} s; ${this.#busy} works are still under way.`);
      }
    }
  }
}
