import type { Locks } from '../../../src/flow/record/lock.js';

/** The locks of one browser, as the Web Locks API has them: granted in a separate task, one holder per name. */
export class BrowserLocks implements Locks {
  readonly held = new Set<string>();
  readonly asked: string[] = [];

  query() {
    return Promise.resolve({ held: [...this.held].map((name) => ({ name })), pending: [] });
  }

  async request(name: string, options: { ifAvailable?: boolean }, callback: (lock: unknown) => unknown): Promise<void> {
    this.asked.push(name);
    await Promise.resolve();
    // A request without `ifAvailable` waits in line.
    while (this.held.has(name) && !options.ifAvailable) await new Promise((resolve) => setImmediate(resolve));
    if (this.held.has(name)) {
      callback(null);
      return;
    }
    this.held.add(name);
    try {
      await callback({ name });
    } finally {
      this.held.delete(name);
    }
  }
}
