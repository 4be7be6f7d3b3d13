import type { Locks } from '../../../src/flow/record/lock.js';
import type { RecordStorage } from '../../../src/flow/record/journal.js';
import { type Fetch, TransportError } from '../../../src/http/request.js';
import type { Opened, RunContext } from '../world/context.js';
import { fingerprintOf } from '../network/exchange.js';
import { Form, type FormPlace } from './form.js';
import type { Network } from '../network/network.js';
import { type DeviceClock, PageClock } from './page-clock.js';
import { PagePresence } from './presence.js';
import { movesMoney, roleOf } from '../network/roles.js';
import type { WebLocks } from './web-locks.js';
import type { WebStorage } from './web-storage.js';

/** The parts of browser and tab that a page uses. */
export interface PagePlace {
  readonly local: WebStorage;
  readonly session: WebStorage;
  readonly locks: WebLocks;
  readonly clock: DeviceClock;
  readonly network: Network;
}

const never = <Result>(): Promise<Result> => new Promise(() => undefined);

/** A document in a tab, which can end at any moment. Its work ends with it, but a request that it has sent continues. */
export class Page implements FormPlace {
  readonly opened: Opened;
  readonly openedAt: number;
  /** The parameters of the address after a return from the bank. */
  readonly uid: string | undefined;
  readonly clock: PageClock;
  readonly presence = new PagePresence();
  readonly locks: Locks;
  readonly local: RecordStorage;
  readonly session: RecordStorage;
  readonly forms: Form[] = [];
  alive = true;
  /** Where 3-D Secure is open: in its own window, or in place of this page. */
  challenge: { readonly url: string; readonly inWindow: boolean } | undefined;
  readonly #run: RunContext;
  readonly #place: PagePlace;
  readonly #name: string;
  readonly #ending = new AbortController();

  constructor(run: RunContext, place: PagePlace, name: string, { opened, uid }: { opened: Opened; uid: string | undefined }) {
    this.#run = run;
    this.#name = name;
    this.#place = place;
    this.opened = opened;
    this.uid = uid;
    this.clock = new PageClock(run.time, place.clock);
    this.openedAt = this.clock.now();
    this.local = place.local.of(this, (key) => {
      if (this.alive) for (const form of this.forms) form.hear(key);
    });
    this.session = place.session.of(this);
    const locks = place.locks.of(this);
    this.locks = {
      request: (lock, options, work) => this.whileAlive(locks.request(lock, options, (held) => this.alive && work(held))),
      query: () => this.whileAlive(locks.query()),
    };
    this.presence.offline = place.network.offline;
    this.addForm();
  }

  /** The form that the payer sees. */
  get form(): Form {
    return this.forms.at(-1)!;
  }

  /** Puts a form on the page, which replaces the one before. */
  addForm(): Form {
    this.forms.at(-1)?.detach();
    const form = new Form(this.#run, this, this.forms.length === 0 ? this.#name : `${this.#name}.${this.forms.length + 1}`);
    this.forms.push(form);
    this.#run.unattended(form.start(), form.name);
    return form;
  }

  /** Resolves with the promise, unless the page ends first. */
  async whileAlive<Result>(promise: Promise<Result>): Promise<Result> {
    try {
      const result = await promise;
      return this.alive ? result : await never();
    } catch (error) {
      if (!this.alive) return never();
      throw error;
    }
  }

  fetchFor(form: Form): Fetch {
    const { witness, plantedBug } = this.#run;
    const { fetch } = this.#place.network;
    const send = plantedBug.fetch?.(fetch) ?? fetch;
    return async (url, init) => {
      if (!witness.counts(form.name)) return never();
      const body = typeof init.body === 'string' ? init.body : undefined;
      if (body !== undefined) this.#witnessPayment(form, url, body, init.signal ?? undefined);
      const signal = init.signal ? AbortSignal.any([init.signal, this.#ending.signal]) : this.#ending.signal;
      return this.whileAlive(send(url, { ...init, signal }));
    };
  }

  /** Records a request that moves money, by a fingerprint that distinguishes it from others. */
  #witnessPayment(form: Form, url: string, body: string, signal: AbortSignal | undefined): void {
    const { pathname } = new URL(url);
    if (!movesMoney(roleOf(pathname))) return;
    const { witness } = this.#run;
    const { request } = JSON.parse(body) as { readonly request: { readonly tracking_id?: string } };
    witness.sends(form.name, fingerprintOf(pathname, body), request.tracking_id ?? '');
    // A request that took too long may be aborted. One that the payer no longer wants to wait for may not.
    signal?.addEventListener('abort', () => {
      if (this.alive && !(signal.reason instanceof TransportError))
        witness.wait('cancel() ends the request that moves money: its job is lost');
    });
  }

  /** Call this when a payment has ended in a form: other forms of this page may list it as unfinished. */
  ended(form: Form): void {
    for (const other of this.forms) if (other !== form) other.look();
  }

  /** Whether another form of this page shows this attempt. */
  shows(trackingId: string, beside: Form): boolean {
    return this.forms.some(
      (form) => form !== beside && form.attached && 'attempt' in form.state && form.state.attempt.trackingId === trackingId,
    );
  }

  /** Sends the payer to the bank's page. */
  leave(form: Form, url: string): void {
    if (!this.alive || !form.attached) return;
    const inWindow = this.#run.terms.challenge === 'window';
    this.challenge = { url, inWindow };
    this.#run.canary.see('address', url);
    this.#run.trace.add(form.name, `opens the bank's page ${inWindow ? 'in a window' : 'in its place'}`);
    // A document still runs for a moment after its navigation has begun.
    if (!inWindow) this.#run.time.after(20, () => this.end('left for the bank'));
  }

  /** Ends the document: reload, crash, closed tab, another address. */
  end(why: string): void {
    if (!this.alive) return;
    this.#run.trace.add(this.#name, `is gone: ${why}`);
    this.alive = false;
    for (const form of this.forms) this.#run.witness.gone.set(form.name, this.#run.time.now());
    this.clock.end();
    this.#place.locks.drop(this);
    this.#ending.abort(new DOMException('The page is gone.', 'AbortError'));
  }
}
