import type { CheckResponse, RequiredFields } from '../../../src/wire/response/check.js';
import type { Decision } from '../issuer/decide.js';
import type { EchoedRequest } from './record/echoed-request.js';
import type { CustomerRecord, EmailRecord, PlanRecord, ProductRecord } from './record/sale-records.js';
import type { ChargeRecord, SubscriptionRecord } from './record/subscription-record.js';

/** A card as responses show it: spec 2.6 "card data fields", never a whole PAN. */
export interface ShownCard {
  readonly holder: string | null;
  /** Keyed hash of the PAN. */
  readonly stamp: string;
  readonly brand: string;
  readonly last_4: string;
  readonly first_1: string;
  readonly bin: string;
  readonly issuer_country: string;
  readonly issuer_name: string;
  readonly product: string;
  readonly exp_month: string | null;
  readonly exp_year: string | null;
  readonly token_provider: null;
  /** Present when the request's contract asked for a saved card. */
  readonly token?: string;
}

export type TransactionStatus = 'pending' | 'incomplete' | 'successful' | 'failed';

/** The purpose of a payment other than a transfer: a product, or one charge of a subscription. */
export type Purchase =
  /** `taken`: whether an item was taken from the stock; an endless product has none. Absent: it was. */
  | { readonly kind: 'product'; readonly id: string; readonly taken?: boolean }
  | { readonly kind: 'subscription'; readonly id: string };

/** One change of a transaction's status. */
export interface StatusChange {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly status: TransactionStatus;
  readonly message: string | null;
}

/** A decision, with the claim of a payment that is compared with others later than in its POST. */
export type StoredDecision = Decision & { readonly claim?: PaymentClaim };

/** A transaction as the gateway keeps it. Times are milliseconds since the epoch. */
export interface TransactionRecord {
  readonly uid: string;
  readonly shopId: number;
  readonly type: 'p2p' | 'payment' | 'authorization' | 'capture' | 'void' | 'refund';
  /** Of a capture, a void or a refund: the transaction that it is about. */
  readonly parentUid: string | null;
  readonly status: TransactionStatus;
  readonly message: string | null;
  readonly request: EchoedRequest;
  readonly source: ShownCard;
  /** Null unless it is a transfer. */
  readonly recipient: ShownCard | null;
  /** Null for a transfer. */
  readonly purchase: Purchase | null;
  /** The issuer's decision on the request; it takes effect when the payment is settled. */
  readonly decision: StoredDecision;
  /** Decimal text in major units; null unless it is a transfer. */
  readonly bankFee: string | null;
  readonly requiredFields: RequiredFields | null;
  /** Secret part of the address of its 3-D Secure page. */
  readonly challenge: string;
  readonly refId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly paidAt: number | null;
  /** When an unconfirmed payment fails: at expired_at, otherwise 30 minutes after the challenge started. */
  readonly expiresAt: number | null;
  /** Oldest first, from its creation on. */
  readonly history: readonly StatusChange[];
}

/** An asynchronous request (spec 2.4). */
export interface JobRecord {
  readonly id: string;
  readonly shopId: number;
  /** `refused`: it failed because its payment is a copy of another. */
  readonly state: 'new' | 'done' | 'failed' | 'lost' | 'refused';
  /** Its state once it is due. */
  readonly ending: 'done' | 'failed' | 'lost';
  readonly work:
    | { readonly kind: 'check'; readonly answer: CheckResponse }
    /** A transfer, or the order of a product. */
    | { readonly kind: 'transaction'; readonly uid: string }
    /** The order of a plan, with its first charge. */
    | { readonly kind: 'subscription'; readonly id: string; readonly uid: string };
  readonly createdAt: number;
  readonly dueAt: number;
}

/** A saved card (oneclick, spec 2.5). The PAN is kept encrypted. */
export interface SavedCard {
  readonly token: string;
  readonly shopId: number;
  readonly encryptedPan: string;
  readonly holder: string | null;
  readonly expMonth: string | null;
  readonly expYear: string | null;
}

/** One attempt to deliver a notification. */
export interface NotificationAttempt {
  readonly at: number;
  /** HTTP status, or the reason why there was no answer. */
  readonly result: number | string;
}

/** A notification (spec 6.1) with its raw body, which is signed when it is sent. */
export interface NotificationRecord {
  readonly id: string;
  readonly shopId: number;
  /** Uid of its transaction or id of its subscription. */
  readonly uid: string;
  /** Notifications of one queue are delivered one by one, in the order in which they were added. */
  readonly queue: string;
  readonly url: string;
  readonly body: string;
  readonly state: 'waiting' | 'delivered' | 'refused' | 'given up';
  readonly attempts: readonly NotificationAttempt[];
}

/** Work that is due at a time of the sandbox's clock. */
export interface Task {
  readonly id: string;
  readonly kind: 'run job' | 'expire transaction' | 'charge subscription' | 'notify';
  /** Id of the job, transaction, subscription or notification. */
  readonly subject: string;
  readonly dueAt: number;
}

/** The difference between a clock and real time, in milliseconds. */
export interface ClockState {
  /** How far a running clock is ahead of real time. */
  readonly offset: number;
  /** The time that a frozen clock shows; null for a running clock. */
  readonly stoppedAt: number | null;
}

/** A payment, as the duplicate check compares it (spec 8). */
export interface PaymentClaim {
  /** The ids (jti) of its sealed sections, and of their attempt. */
  readonly sealIds: readonly string[];
  /** Shop, source card and amount, as a keyed hash. */
  readonly fingerprint: string;
  readonly at: number;
  /** An earlier payment with this fingerprint after this time makes it a duplicate; null: not compared. */
  readonly since: number | null;
}

/** The records of one kind, of all shops, for the console. */
export interface Listed<R> {
  /** At most `limit`, newest first, without the newest `skip`. */
  latest(limit: number, skip?: number): Promise<readonly R[]>;
  count(): Promise<number>;
}

/** Records of one kind, each of one shop. */
export interface Collection<R extends { readonly id: string; readonly shopId: number }> extends Listed<R> {
  insert(record: R): Promise<void>;
  byId(id: string): Promise<R | undefined>;
  /** All of a shop's, oldest first. */
  ofShop(shopId: number): Promise<readonly R[]>;
  /** Replaces a record by what `change` makes of it; undefined leaves it. Returns the record as it then is. */
  update(id: string, change: (record: R) => R | undefined): Promise<R | undefined>;
}

/**
 * The gateway's state, in a database that several processes may share. Each method is atomic. Records are replaced, never
 * changed in place.
 */
export interface Store {
  /** Whether other processes use and change the same state. */
  readonly shared: boolean;
  /**
   * Runs `work` in one transaction: the store keeps all of its steps, or, when it throws, none. A nested `atomically` joins
   * the transaction. `work` awaits everything it does. It may run again after a conflict with another process, so it changes
   * nothing but the store.
   */
  atomically<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Runs `act` once the current transaction is committed, never when it fails; without a transaction at once. */
  afterCommit(act: () => void): void;
  /** Runs `work` while it holds a lock that all processes on the state share. */
  withLock<T>(work: () => Promise<T>): Promise<T>;
  readonly transactions: Listed<TransactionRecord> & {
    /** The transactions with this uid or tracking id, of all shops. */
    called(id: string): Listed<TransactionRecord>;
    insert(record: TransactionRecord): Promise<void>;
    byUid(uid: string): Promise<TransactionRecord | undefined>;
    /** The captures, voids and refunds of a transaction, oldest first. */
    followUpsOf(uid: string): Promise<readonly TransactionRecord[]>;
    byChallenge(challenge: string): Promise<TransactionRecord | undefined>;
    /** The 10 most recent of a shop, newest first (spec 8). */
    byTrackingId(shopId: number, trackingId: string): Promise<readonly TransactionRecord[]>;
    /** Replaces a record by what `change` makes of it; undefined leaves it. Returns the record as it then is. */
    update(
      uid: string,
      change: (record: TransactionRecord) => TransactionRecord | undefined,
    ): Promise<TransactionRecord | undefined>;
  };
  readonly jobs: Listed<JobRecord> & {
    insert(record: JobRecord): Promise<void>;
    byId(id: string): Promise<JobRecord | undefined>;
    setState(id: string, state: JobRecord['state']): Promise<void>;
  };
  readonly duplicateClaims: {
    /** Whether any of these sealed sections, or their attempt, already paid. */
    anySealUsed(sealIds: readonly string[]): Promise<boolean>;
    /** Records a payment; returns false and records nothing when it is a duplicate. */
    claim(claim: PaymentClaim): Promise<boolean>;
    /** Counts a use of a card and returns the number of earlier ones. */
    countUse(card: string): Promise<number>;
  };
  readonly savedCards: {
    insert(card: SavedCard): Promise<void>;
    byToken(shopId: number, token: string): Promise<SavedCard | undefined>;
  };
  readonly notifications: Listed<NotificationRecord> & {
    insert(record: NotificationRecord): Promise<void>;
    byId(id: string): Promise<NotificationRecord | undefined>;
    /** The oldest waiting notification of a queue. Other transactions wait in this call until the current one ends. */
    head(queue: string): Promise<NotificationRecord | undefined>;
    /** Adds an attempt and sets the state that `becomes` returns. Returns the changed record. */
    attempted(
      id: string,
      attempt: NotificationAttempt,
      becomes: (current: NotificationRecord) => NotificationRecord['state'],
    ): Promise<NotificationRecord | undefined>;
    /** The notifications about a transaction or a subscription, newest first. */
    about(uid: string): Promise<readonly NotificationRecord[]>;
    countUndelivered(): Promise<number>;
  };
  readonly products: Collection<ProductRecord> & {
    /** Takes one item from the stock: `endless` when there is no stock to take it from, undefined when it is sold out. */
    takeOne(id: string): Promise<'taken' | 'endless' | undefined>;
    /** Puts back an item that was taken, and is not sold after all. An endless product has no stock to change. */
    putBack(id: string): Promise<void>;
  };
  readonly customers: Collection<CustomerRecord>;
  readonly plans: Collection<PlanRecord>;
  readonly subscriptions: Collection<SubscriptionRecord> & {
    /** At most `limit` charges of a subscription, newest first, without the newest `skip`. */
    chargesOf(id: string, limit: number, skip?: number): Promise<readonly ChargeRecord[]>;
  };
  readonly emails: Listed<EmailRecord> & {
    insert(email: EmailRecord): Promise<void>;
  };
  readonly tasks: {
    /** Adds a task, in place of one with the same kind and subject. */
    add(task: Task): Promise<void>;
    /** When the earliest task is due. Tasks that a process is already running count only with `taken`. */
    nextDueAt(options?: { readonly taken?: boolean }): Promise<number | undefined>;
    /** Leases the earliest task that is due at `now`. Another process gets it only when the lease expires. */
    take(now: number): Promise<Task | undefined>;
    /** Removes a task that is done. */
    finish(id: string): Promise<void>;
    /** Ends all leases. Only for a process that has the store to itself. */
    dropLeases(): Promise<void>;
  };
  readonly settings: {
    clock(): Promise<ClockState | undefined>;
    setClock(state: ClockState): Promise<void>;
    /** The vault's key: the stored one, otherwise `fresh` (32 random bytes), which is then stored. */
    vaultKey(fresh: Uint8Array): Promise<Uint8Array>;
  };
  close(): Promise<void>;
}
