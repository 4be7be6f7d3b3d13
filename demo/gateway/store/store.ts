import type { CheckResponse, RequiredFields } from '../../../src/wire/response/check.js';
import type { Decision } from '../issuer/decide.js';
import type { EchoedRequest } from './record/echoed-request.js';
import type { CustomerRecord, EmailRecord, PlanRecord, ProductRecord } from './record/sale-records.js';
import type { ChargeRecord, SubscriptionRecord } from './record/subscription-record.js';

/** A card as it may be shown: spec 2.6 "card data fields", never a whole PAN. */
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
  /** Present when the request's contract asked for it. */
  readonly token?: string;
}

export type TransactionStatus = 'pending' | 'incomplete' | 'successful' | 'failed';

/** What a transaction pays for, beside a transfer: a product, or one charge of a subscription. */
export type Purchase =
  | { readonly kind: 'product'; readonly id: string }
  | { readonly kind: 'subscription'; readonly id: string };

/** One step in a transaction's life. */
export interface Happening {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly status: TransactionStatus;
  readonly message: string | null;
}

/** A transaction as the gateway keeps it. Times are milliseconds since the epoch. */
export interface TransactionRecord {
  readonly uid: string;
  readonly shopId: number;
  readonly type: 'p2p' | 'payment' | 'authorization';
  readonly status: TransactionStatus;
  readonly message: string | null;
  readonly request: EchoedRequest;
  readonly source: ShownCard;
  /** A transfer's only. */
  readonly recipient: ShownCard | null;
  /** Null for a transfer. */
  readonly purchase: Purchase | null;
  /** What the issuer decided when the request came; carried out when its work runs. */
  readonly decision: Decision;
  /** Decimal text in major units; a transfer's only. */
  readonly bankFee: string | null;
  readonly requiredFields: RequiredFields | null;
  /** Secret part of the address of the 3-D Secure page. */
  readonly challenge: string;
  readonly refId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly paidAt: number | null;
  /** When an unconfirmed payment fails; from expired_at, else 30 minutes after the challenge began. */
  readonly expiresAt: number | null;
  /** Oldest first; begins with its creation. */
  readonly history: readonly Happening[];
}

/** An asynchronous request (spec 2.4). */
export interface JobRecord {
  readonly id: string;
  readonly shopId: number;
  readonly state: 'new' | 'done' | 'failed' | 'lost';
  /** How it ends when it falls due. */
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

/** One try at delivering a notification. */
export interface NotificationAttempt {
  readonly at: number;
  /** HTTP status, or why there was none. */
  readonly result: number | string;
}

/** A notification (spec 6.1): its raw body, signed when it is sent. */
export interface NotificationRecord {
  readonly id: string;
  readonly shopId: number;
  /** Uid of the transaction or id of the subscription that it tells of. */
  readonly uid: string;
  /** Notifications of one queue are delivered one after another, in the order they were added. */
  readonly queue: string;
  readonly url: string;
  readonly body: string;
  readonly state: 'waiting' | 'delivered' | 'refused' | 'given up';
  readonly attempts: readonly NotificationAttempt[];
}

/** Work that falls due on the sandbox's clock. */
export interface Task {
  readonly id: string;
  readonly kind: 'run job' | 'expire transaction' | 'charge subscription' | 'notify';
  /** Id of the job, transaction, subscription or notification. */
  readonly subject: string;
  readonly dueAt: number;
}

/** What makes a clock differ from real time, in milliseconds. */
export interface ClockState {
  /** How far a running clock is ahead of real time. */
  readonly offset: number;
  /** Where a frozen clock stands; null for one that runs. */
  readonly stoppedAt: number | null;
}

/** A payment attempt to be told from its repetitions (spec 8). */
export interface PaymentClaim {
  /** The ids (jti) of the sealed sections it came in. */
  readonly sealIds: readonly string[];
  /** Shop, source card and amount, as a keyed hash. */
  readonly fingerprint: string;
  readonly at: number;
  /** Another payment with this fingerprint after this time makes the claim a duplicate; null: not compared. */
  readonly since: number | null;
}

/** Records of one kind, of all shops, as the console lists them. */
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
 * Everything the gateway remembers, in a database that several processes may share. Each method is atomic. Records are
 * replaced, never changed in place.
 */
export interface Store {
  /** Whether other processes work on the same state: it may change without this one's doing. */
  readonly shared: boolean;
  /**
   * Runs several steps as one: all of them are kept, or, when `work` throws, none. Steps inside of it belong to it, and so
   * does an `atomically` inside of it. Everything in `work` is awaited; it may run again when another process was in its
   * way, so it changes nothing but the store.
   */
  atomically<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Runs `act` once the steps around the caller are kept, never when they are not; outside of any at once. */
  afterCommit(act: () => void): void;
  /** Runs `work` while no other process that shares the state runs any so. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  readonly transactions: Listed<TransactionRecord> & {
    /** Those with this uid or tracking id, of all shops. */
    called(id: string): Listed<TransactionRecord>;
    insert(record: TransactionRecord): Promise<void>;
    byUid(uid: string): Promise<TransactionRecord | undefined>;
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
  readonly payments: {
    /** Whether any of these sealed sections already paid. */
    anySealUsed(sealIds: readonly string[]): Promise<boolean>;
    /** Remembers a payment; false, and nothing remembered, when it repeats another. */
    claim(claim: PaymentClaim): Promise<boolean>;
    /** Counts a use of a card and returns how many came before it. */
    countUse(card: string): Promise<number>;
  };
  readonly savedCards: {
    insert(card: SavedCard): Promise<void>;
    byToken(shopId: number, token: string): Promise<SavedCard | undefined>;
  };
  readonly notifications: Listed<NotificationRecord> & {
    insert(record: NotificationRecord): Promise<void>;
    byId(id: string): Promise<NotificationRecord | undefined>;
    /**
     * The one of a queue that still waits and was added before the others; until the steps around the caller end, no
     * other steps get past this call for the same queue.
     */
    head(queue: string): Promise<NotificationRecord | undefined>;
    /** Adds an attempt and sets the state that `becomes` makes of the record so far. Returns the record as it then is. */
    attempted(
      id: string,
      attempt: NotificationAttempt,
      becomes: (current: NotificationRecord) => NotificationRecord['state'],
    ): Promise<NotificationRecord | undefined>;
    /** All that tell of a transaction or a subscription, newest first. */
    about(uid: string): Promise<readonly NotificationRecord[]>;
    countUndelivered(): Promise<number>;
  };
  readonly products: Collection<ProductRecord> & {
    /** Takes one from the stock, if it is infinite or holds one; false, and nothing taken, otherwise. */
    takeOne(id: string): Promise<boolean>;
    /** Puts one back whose buyer did not pay. An infinite product's stock stays as it is. */
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
    /** Adds a task; one of the same kind and subject that is there already gives way to it. */
    add(task: Task): Promise<void>;
    /** When the earliest task falls due; those that somebody is carrying out count only with `taken`. */
    nextDueAt(options?: { readonly taken?: boolean }): Promise<number | undefined>;
    /** Takes the earliest task due at `now` or before; nobody else gets it, unless it is not finished for long. */
    take(now: number): Promise<Task | undefined>;
    /** Forgets a task that was carried out. */
    finish(id: string): Promise<void>;
    /** Gives back what was taken and not finished: only for whoever knows that nobody else is at it. */
    dropLeases(): Promise<void>;
  };
  readonly settings: {
    clock(): Promise<ClockState | undefined>;
    setClock(state: ClockState): Promise<void>;
    /** The vault's key, which is `fresh` (32 random bytes) when there was none. */
    vaultKey(fresh: Uint8Array): Promise<Uint8Array>;
  };
  close(): Promise<void>;
}
