import type { Transaction } from '../../src/wire/response/transaction.js';
import type { World } from './world.js';

/** Spec 8: a second request with the same amount and card within this time is a duplicate (ms). */
const DUPLICATE_WINDOW = 30_000;

/** How far a seal's time may be from the gateway's (ms). */
const SEAL_WINDOW = 15 * 60_000;

/** How long a job takes, how long the job of a refused copy does, and how long a job that ends twice has its first end (ms). */
const JOB_LASTS = 700;
const COPY_LASTS = 400;
const FIRST_END_LASTS = 4000;

/** What a sealed source card says to the gateway that opens it. */
export interface Seal {
  readonly issuedAt: number;
  /** The same for all copies of a payment's request. */
  readonly mark: string;
  readonly last4: string;
  /** The sum that it may be used for. */
  readonly amount: number;
}

/** Writes and reads a seal that is only a text: cryptography is not what is explored. */
export const sealText = ({ issuedAt, mark, last4, amount }: Seal): string => `sealed ${issuedAt} ${mark} ${last4} ${amount}`;
const readSeal = (token: string): Seal => {
  const [, issuedAt, mark = '', last4 = '', amount] = token.split(' ');
  return { issuedAt: Number(issuedAt), mark, last4, amount: Number(amount) };
};

/** The request of a payment, as far as the gateway reads it. */
interface PaymentRequest {
  readonly amount?: number;
  readonly currency?: string;
  readonly tracking_id: string;
  readonly credit_card: { readonly token: string };
}

/** The mark of a request's seal. */
export const markIn = (body: string): string =>
  readSeal((JSON.parse(body) as { request: PaymentRequest }).request.credit_card.token).mark;

/** One line of the ledger: a payment that the gateway has taken on, and how it truly ends. */
export interface Charge {
  readonly mark: string;
  readonly trackingId: string;
  readonly amount: number;
  readonly currency: string;
  readonly last4: string;
  readonly uid: string;
  /** When it was received (ms since the run began). */
  readonly at: number;
  ends: 'successful' | 'failed';
  /** When it ends; Infinity while it waits for the payer at the bank, or if it never does. */
  endsAt: number;
  /** Whether it waits for the payer at the bank. */
  isAtBank: boolean;
}

interface Job {
  readonly id: string;
  readonly charge: Charge;
  /** A copy's job ends with a refusal. */
  readonly copyEndsAt: number | undefined;
  /** The final word that it has given. */
  word: string | undefined;
  /** Whether it has named its transaction before the end. */
  isNamed: boolean;
}

/** A status and a JSON value, or a text that is no JSON. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter?: string;
}

const refusal = (errors: unknown, message: string, code?: string): Reply => ({
  status: 422,
  body: { message, errors, ...(code && { error_code: code }) },
});

/** How gateways refuse the copy of a payment. Spec 8 names neither the moment nor the form. */
export const REFUSED = [
  'in the request',
  'in the request, naming the token in other words',
  'in the request, naming the amount in other words',
  'by a failed job',
  'by a failed transaction',
  'by a failed transaction with the first uid',
] as const;

const CHECK = 'check';

/** What a request to this address is for: the price, a payment, or how it ended. */
export const roleOf = (url: string): 'price' | 'request' | 'poll' =>
  /verify-p2p$|\/check$/.test(url) ? 'price' : url.includes('/jobs/') ? 'poll' : 'request';

/** The text that a request carries; empty for none. */
export const bodyOf = ({ body }: RequestInit): string => (typeof body === 'string' ? body : '');

/** The job that the address of a poll names. */
export const jobIn = (url: string): string => decodeURIComponent(url.split('/').at(-1) ?? '');

/** A gateway that keeps the contract, and a ledger of what it has charged. Its price for everything is known in advance. */
export class Gateway {
  readonly charges: Charge[] = [];
  /** The marks of requests of which the browser sent a copy by itself. */
  readonly unseenCopies = new Set<string>();
  readonly #world: World;
  readonly #jobs = new Map<string, Job>();
  readonly #copies: { readonly charge: Charge; readonly uid: string; readonly at: number }[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  get #now(): number {
    return this.#world.time.elapsed;
  }

  /** Whether money has moved for a charge, by now. */
  hasMoved(charge: Charge): boolean {
    return charge.ends === 'successful' && charge.endsAt <= this.#now;
  }

  /** Answers any request. */
  answer(url: string, body: string | undefined): Reply {
    if (url.endsWith('verify-p2p')) return { status: 200, body: { status: 'new', job_id: CHECK } };
    if (roleOf(url) === 'price') return POSSIBLE;
    return body === undefined ? this.poll(jobIn(url)) : this.receive(body);
  }

  /** Takes the request of a payment, unless it is a copy of one. */
  receive(body: string): Reply {
    const { request } = JSON.parse(body) as { request: PaymentRequest };
    const { mark, issuedAt, last4, amount: sealed } = readSeal(request.credit_card.token);
    const { amount = this.#world.price, currency = 'USD', tracking_id: trackingId } = request;
    const same = this.charges.find((charge) => charge.mark === mark);
    const equal = this.charges.find(
      (charge) => charge.last4 === last4 && charge.amount === amount && this.#now - charge.at < DUPLICATE_WINDOW,
    );
    const { choices, time } = this.#world;
    const first = same ?? (equal && choices.habit('payments are compared by', ['card', 'seal']) === 'card' ? equal : undefined);
    if (first) return this.#receiveCopy(first);
    // The message of a seal that is too old is the same as of one that is broken.
    if (Math.abs(time.true - issuedAt) > SEAL_WINDOW) return refusal({ credit_card: { token: ['is invalid'] } }, 'is invalid');
    // The payer has read another price.
    if (sealed !== amount) return refusal({ amount: ['has changed'] }, 'has changed');
    const charge = { mark, trackingId, amount, currency, last4, uid: `uid-${this.charges.length + 1}`, at: this.#now };
    return this.#accept(this.#start(charge), undefined);
  }

  /** What becomes of a payment, as the bank of its card decides. */
  #start(facts: Omit<Charge, 'ends' | 'endsAt' | 'isAtBank'>): Charge {
    const { choices, course } = this.#world;
    const isFirst = this.charges.length === 0;
    const isDeclined = course === 'declined, then another card' && isFirst;
    const isAtBank = course === 'confirmed at the bank' && isFirst;
    const bank = choices.at('bank', ['ends 45 s later', 'ends 20 min later', 'ends otherwise', 'never ends'], 2);
    const usually = isDeclined ? 'failed' : 'successful';
    const late = bank === 'ends 45 s later' ? 45_000 : bank === 'ends 20 min later' ? 20 * 60_000 : 0;
    const charge: Charge = {
      ...facts,
      ends: bank === 'ends otherwise' ? (isDeclined ? 'successful' : 'failed') : usually,
      endsAt: isAtBank || bank === 'never ends' ? Infinity : this.#now + JOB_LASTS + late,
      isAtBank,
    };
    this.charges.push(charge);
    return charge;
  }

  /** The payer confirms at the bank. */
  confirm(uid: string): void {
    const charge = this.charges.find((one) => one.uid === uid);
    if (!charge?.isAtBank) return;
    charge.isAtBank = false;
    charge.endsAt = this.#now + JOB_LASTS;
  }

  #accept(charge: Charge, copyEndsAt: number | undefined): Reply {
    const id = `job-${this.#jobs.size + 1}`;
    this.#jobs.set(id, { id, charge, copyEndsAt, word: undefined, isNamed: false });
    return { status: 200, body: { status: 'new', job_id: id } };
  }

  #receiveCopy(first: Charge): Reply {
    const how = this.#world.choices.habit('copies are refused', REFUSED);
    switch (how) {
      case 'in the request':
        return refusal({ base: ['Duplicate transaction'] }, 'Duplicate transaction', 'duplicate_transaction');
      case 'in the request, naming the token in other words':
        return refusal({ credit_card: { token: ['no se puede'] } }, 'no se puede');
      case 'in the request, naming the amount in other words':
        return refusal({ amount: ['no se puede'] }, 'no se puede');
      case 'by a failed transaction':
        this.#copies.push({ charge: first, uid: `uid-copy-${this.#copies.length + 1}`, at: this.#world.time.true });
        return this.#accept(first, this.#now + COPY_LASTS);
      default:
        return this.#accept(first, this.#now + COPY_LASTS);
    }
  }

  /** The job of an id, for deviations that depend on it. */
  job(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Answers a poll. */
  poll(id: string): Reply {
    const job = this.#jobs.get(id);
    if (!job) return { status: 404, body: { message: 'Record not found' } };
    const { charge, copyEndsAt } = job;
    const answer = (status: string, response?: unknown): Reply => ({ status: 200, body: { status, job_id: id, response } });
    if (copyEndsAt !== undefined) return copyEndsAt > this.#now ? answer('new') : this.#pollCopy(job, answer);
    if (charge.isAtBank) {
      job.isNamed = true;
      return answer('done', {
        transaction: { ...this.#facts(charge), status: 'incomplete', redirect_url: bankPage(charge.uid) },
      });
    }
    if (charge.endsAt > this.#now) {
      return job.isNamed ? answer('done', { transaction: { ...this.#facts(charge), status: 'pending' } }) : answer('new');
    }
    const endsTwice = this.#now < charge.endsAt + FIRST_END_LASTS && this.#world.choices.habit('jobs end', ['once', 'twice']);
    if (endsTwice === 'twice') {
      const text = 'No answer in time';
      return answer('failed', { status: 'error', errors: [text], message: text, finished: true });
    }
    job.word = charge.ends;
    return answer('done', { transaction: { ...this.#facts(charge), ...endOf(charge) } });
  }

  #pollCopy({ charge }: Job, answer: (status: string, response: unknown) => Reply): Reply {
    const how = this.#world.choices.habit('copies are refused', REFUSED);
    const text = 'The operation was declined';
    if (how === 'by a failed job') return answer('failed', { status: 'error', errors: [text], message: text, finished: true });
    const own = this.#copies.find((copy) => copy.charge === charge)?.uid;
    const uid = how === 'by a failed transaction' ? own : charge.uid;
    return answer('done', { transaction: { ...this.#facts(charge), uid, status: 'failed', message: text } });
  }

  #facts({ uid, amount, currency, trackingId, at }: Charge) {
    const created = new Date(this.#world.time.true - this.#now + at).toISOString();
    const type = this.#world.what === 'order' ? 'payment' : 'p2p';
    return { uid, amount, currency, tracking_id: trackingId, type, created_at: created, message: null };
  }

  /** What the merchant's server finds by the secret key: the transactions with a tracking id, newest first. */
  transactions(trackingId: string): Transaction[] {
    const own = this.charges.filter((charge) => charge.trackingId === trackingId);
    const listed = own.map((charge) => {
      const { endsAt, isAtBank } = charge;
      if (endsAt <= this.#now) return { ...this.#facts(charge), ...endOf(charge) };
      const page = isAtBank ? { status: 'incomplete', redirect_url: bankPage(charge.uid) } : { status: 'pending' };
      return { ...this.#facts(charge), message: messageOf(charge), ...page };
    });
    const copies = this.#copies
      .filter(({ charge }) => own.includes(charge))
      .map(({ charge, uid, at }) => ({
        ...this.#facts(charge),
        uid,
        status: 'failed',
        message: 'The operation was declined',
        created_at: new Date(at).toISOString(),
      }));
    return [...copies, ...listed.toReversed()] as Transaction[];
  }
}

const POSSIBLE: Reply = {
  status: 200,
  body: {
    status: 'done',
    job_id: CHECK,
    response: { status: 'successful', message: null, commission: { bank_fee: 1.5, currency: 'USD' } },
  },
};

/** The bank's page for a payment. */
export const bankPage = (uid: string): string => `https://bank.example/${uid}`;

/** How a charge ended: a success says when, as gateways do, and a failure that nothing was paid. */
const endOf = (charge: Charge): Partial<Transaction> => ({
  status: charge.ends,
  message: messageOf(charge),
  paid_at: charge.ends === 'successful' ? '2026-01-01T00:00:00Z' : null,
});

const messageOf = ({ ends, endsAt }: Charge): string | null =>
  endsAt === Infinity ? null : ends === 'failed' ? 'Insufficient funds' : 'Approved';
