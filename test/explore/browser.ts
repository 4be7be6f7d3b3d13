import type { Locks } from '../../src/flow/record/lock.js';
import type { RecordStorage } from '../../src/flow/record/record-storage.js';
import type { World } from './world.js';

/** How a storage misbehaves: it takes nothing more, or throws whatever it is asked. */
export type Refusal = 'full' | 'refused';

/** How late other tabs see what one has stored (ms), as measured in Chromium on a busy machine. */
export const LATE = 91;

/** A storage as one tab sees it: its own writes at once. */
export class TabView implements RecordStorage {
  readonly entries: Map<string, string>;
  refuses: Refusal | undefined;
  readonly #spread: (write: (entries: Map<string, string>) => void) => void;
  #names: string[] | undefined;

  constructor(entries: Map<string, string>, spread: (write: (entries: Map<string, string>) => void) => void = () => undefined) {
    this.entries = entries;
    this.#spread = spread;
  }

  get length(): number {
    this.#check();
    this.#names = undefined;
    return this.entries.size;
  }

  key(index: number): string | null {
    this.#check();
    this.#names ??= [...this.entries.keys()];
    return this.#names[index] ?? null;
  }

  getItem(name: string): string | null {
    this.#check();
    return this.entries.get(name) ?? null;
  }

  setItem(name: string, text: string): void {
    this.#check();
    if (this.refuses === 'full' && text.length > (this.entries.get(name)?.length ?? 0)) throw new Error('QuotaExceededError');
    this.#change((entries) => void entries.set(name, text));
  }

  removeItem(name: string): void {
    this.#check();
    this.#change((entries) => void entries.delete(name));
  }

  /** Makes the first record of an attempt unreadable. */
  spoil(): void {
    const name = [...this.entries.keys()].find((each) => each.endsWith(':sent') || each.includes(':successful'));
    if (name !== undefined) this.entries.set(name, '{');
  }

  #change(write: (entries: Map<string, string>) => void): void {
    write(this.entries);
    this.#spread(write);
  }

  #check(): void {
    if (this.refuses === 'refused') throw new Error('SecurityError');
  }
}

/** One browser of a payer: what its tabs share. */
export class Browser {
  readonly name: string;
  /** How far the device's clock is ahead of the true time (ms). */
  ahead = 0;
  /** When its clock was last set (ms). */
  setAt: number | undefined;
  /** When its storages were first damaged, so that pages opened later may not know what was sent (ms). */
  damagedAt = Infinity;
  /** Whether the tabs' own storages were emptied, too. */
  isEmpty = false;
  readonly locks: BrowserLocks;
  readonly #world: World;
  readonly #stored = new Map<string, string>();
  readonly #views: TabView[] = [];
  #lastWrite = 0;

  constructor(world: World, name: string) {
    this.#world = world;
    this.name = name;
    this.locks = new BrowserLocks(world);
  }

  /** The storage that all tabs share, as a new tab sees it. */
  openStorage(): TabView {
    const view: TabView = new TabView(new Map(this.#stored), (write) => this.#spread(view, write));
    view.refuses = this.#views[0]?.refuses;
    this.#views.push(view);
    return view;
  }

  /** Sets the device's clock. */
  setClock(by: number): void {
    this.ahead += by;
    this.setAt = this.#world.time.elapsed;
  }

  refuse(how: Refusal): void {
    this.damage();
    for (const view of this.#views) view.refuses = how;
  }

  empty(): void {
    this.damage();
    for (const entries of [this.#stored, ...this.#views.map((view) => view.entries)]) entries.clear();
  }

  damage(): void {
    this.damagedAt = Math.min(this.damagedAt, this.#world.time.elapsed);
  }

  spoil(): void {
    for (const view of this.#views) view.spoil();
    new TabView(this.#stored).spoil();
  }

  /** What the next tab would find. */
  get stored(): ReadonlyMap<string, string> {
    return this.#stored;
  }

  #spread(from: TabView, write: (entries: Map<string, string>) => void): void {
    write(this.#stored);
    const others = this.#views.filter((view) => view !== from);
    if (others.length === 0) return;
    const { choices, time } = this.#world;
    // In order: a later write never overtakes an earlier one.
    const isLate = choices.habit('other tabs see writes', ['91 ms later', 'at once']) === '91 ms later';
    if (isLate) this.#lastWrite = Math.max(this.#lastWrite, time.elapsed + LATE);
    for (const view of others) {
      if (isLate) time.after(this.#lastWrite - time.elapsed, () => write(view.entries));
      else write(view.entries);
    }
  }
}

interface Waiting {
  readonly owner: object;
  readonly grant: () => void;
}

/** The locks of a browser, as the Web Locks API has them: granted in a separate task, one holder per name, and gone with their page. */
class BrowserLocks {
  /** Whether a page was refused the start lock, and went on without it. */
  hasFailed = false;
  readonly #world: World;
  readonly #held = new Map<string, object>();
  readonly #queues = new Map<string, Waiting[]>();

  constructor(world: World) {
    this.#world = world;
  }

  /** The locks as one page uses them, until it is gone. */
  of(owner: { readonly isAlive: boolean }): Locks {
    return {
      query: () => Promise.resolve({ held: this.#named(this.#held.keys()), pending: this.#named(this.#pending()) }),
      request: async (name, { ifAvailable }, callback) => {
        if (ifAvailable && (await this.#isTaken())) return callback(null);
        await Promise.resolve();
        if (!owner.isAlive) return undefined;
        if (ifAvailable && this.#held.has(name)) return callback(null);
        if (this.#held.has(name)) {
          const queue = this.#queues.get(name) ?? [];
          this.#queues.set(name, queue);
          await new Promise<void>((grant) => void queue.push({ owner, grant }));
        }
        this.#held.set(name, owner);
        try {
          return await callback({ name });
        } finally {
          if (this.#held.get(name) === owner) this.#release(name);
        }
      },
    };
  }

  /** A page is gone, and what it held. */
  forget(owner: object): void {
    for (const [name, queue] of this.#queues)
      this.#queues.set(
        name,
        queue.filter((one) => one.owner !== owner),
      );
    for (const [name, holder] of this.#held) if (holder === owner) this.#release(name);
  }

  /** Whether something else of the browser has the lock for a moment, or for longer than a press waits. */
  async #isTaken(): Promise<boolean> {
    const { choices, time } = this.#world;
    switch (choices.at('start lock', ['comes 700 ms later', 'is taken for once', 'never answers', 'can’t be used'], 2)) {
      case 'comes 700 ms later':
        await time.wait(700);
        return false;
      case 'is taken for once':
        return true;
      case 'never answers':
        return new Promise(() => undefined);
      case 'can’t be used':
        this.hasFailed = true;
        throw new Error('SecurityError');
      default:
        return false;
    }
  }

  #release(name: string): void {
    this.#held.delete(name);
    this.#queues.get(name)?.shift()?.grant();
  }

  #named(names: Iterable<string>): { readonly name: string }[] {
    return [...names].map((name) => ({ name }));
  }

  #pending(): string[] {
    return [...this.#queues].filter(([, queue]) => queue.length > 0).map(([name]) => name);
  }
}
