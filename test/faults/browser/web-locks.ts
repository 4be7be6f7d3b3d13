import type { Locks } from '../../../src/flow/record/lock.js';

type Work = (lock: { readonly name: string } | null) => unknown;

interface LockOptions {
  readonly ifAvailable?: boolean;
  readonly signal?: AbortSignal;
}

interface Request {
  readonly owner: object;
  readonly grant: () => void;
}

/** The Web Locks of one browser, which its tabs share. All of them are exclusive. */
export class WebLocks {
  readonly #held = new Map<string, object>();
  readonly #queues = new Map<string, Request[]>();

  /** Locks for one page. `owner` identifies the page, which releases all its locks when it ends. */
  of(owner: object): Locks {
    return {
      request: (name, options, work) => this.#request(owner, name, options, work),
      query: async () => {
        const pending = [...this.#queues].flatMap(([name, queue]) => queue.map(() => ({ name })));
        return { held: [...this.#held.keys()].map((name) => ({ name })), pending };
      },
    };
  }

  /** Call this when a page has ended. */
  drop(owner: object): void {
    for (const [name, queue] of this.#queues)
      this.#queues.set(
        name,
        queue.filter((each) => each.owner !== owner),
      );
    for (const [name, holder] of this.#held) if (holder === owner) this.#release(name);
  }

  async #request(owner: object, name: string, { ifAvailable = false, signal }: LockOptions, work: Work): Promise<unknown> {
    signal?.throwIfAborted();
    // Another process of the browser grants locks, so it never happens at once.
    await Promise.resolve();
    if (this.#held.has(name)) {
      if (ifAvailable) return work(null);
      await this.#queue(owner, name, signal);
    } else {
      this.#held.set(name, owner);
    }
    try {
      return await work({ name });
    } finally {
      if (this.#held.get(name) === owner) this.#release(name);
    }
  }

  #queue(owner: object, name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(name) ?? [];
      const request = { owner, grant: resolve };
      this.#queues.set(name, [...queue, request]);
      signal?.addEventListener(
        'abort',
        () => {
          this.#queues.set(
            name,
            (this.#queues.get(name) ?? []).filter((each) => each !== request),
          );
          reject(signal.reason as Error);
        },
        { once: true },
      );
    });
  }

  #release(name: string): void {
    const [next, ...rest] = this.#queues.get(name) ?? [];
    this.#queues.set(name, rest);
    if (next) this.#held.set(name, next.owner);
    else this.#held.delete(name);
    next?.grant();
  }
}
