import type { Store } from '../../demo/gateway/store/store.js';
import { createClock } from '../../demo/gateway/time/clock.js';
import { Sandbox } from './sandbox.js';
import { freshStore } from './stores.js';

/** The error of the driver when the server is gone, as Drizzle passes it on. */
const gone = (): Error =>
  new Error('Failed query', { cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }) });

/** A store whose database can be made unavailable, for all calls or for some, and available again. */
export class Outage {
  down = false;
  /** Calls that fail although the database is there: the name, such as `transactions.update`, and how many times. */
  readonly failing = new Map<string, number>();
  refused = 0;
  readonly store: Store;

  constructor(store = freshStore()) {
    this.store = this.#wrap(store, '') as Store;
  }

  #wrap(target: object, path: string): object {
    return new Proxy(target, {
      get: (owner, name) => {
        const value: unknown = Reflect.get(owner, name);
        const where = path === '' ? String(name) : `${path}.${String(name)}`;
        if (typeof value === 'object' && value !== null) return this.#wrap(value, where);
        if (typeof value !== 'function' || ['close', 'afterCommit'].includes(where)) return value;
        return (...given: unknown[]) => {
          const failures = this.failing.get(where) ?? 0;
          if (this.down || failures > 0) {
            this.failing.set(where, failures - 1);
            this.refused += 1;
            return Promise.reject(gone());
          }
          // Steps in the middle of a transaction can fail too.
          const steps =
            where === 'atomically'
              ? [(inner: Store) => (given[0] as (kept: Store) => unknown)(this.#wrap(inner, '') as Store)]
              : given;
          return (value as (...all: unknown[]) => unknown).apply(owner, steps);
        };
      },
    });
  }

  /** A sandbox on it whose clock runs. */
  sandbox(): Sandbox {
    return new Sandbox({ store: this.store, clock: createClock() });
  }
}
