import type { CheckResponse, RequiredFields } from '../../../src/wire/check.js';
import type { EchoedRequest } from '../echo.js';
import type { Decision } from '../issuer/decide.js';

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

/** A transfer as the gateway keeps it. Times are milliseconds since the epoch. */
export interface TransactionRecord {
  readonly uid: string;
  readonly shopId: number;
  readonly status: TransactionStatus;
  readonly message: string | null;
  readonly request: EchoedRequest;
  readonly source: ShownCard;
  readonly recipient: ShownCard;
  /** What the issuer decided when the request came; carried out when its work runs. */
  readonly decision: Decision;
  /** Decimal text in major units. */
  readonly bankFee: string;
  readonly requiredFields: RequiredFields | null;
  /** Secret part of the address of the 3-D Secure page. */
  readonly challenge: string;
  readonly refId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly paidAt: number | null;
  /** When an unconfirmed transfer fails; from expired_at, else 30 minutes after the challenge began. */
  readonly expiresAt: number | null;
}

/** An asynchronous request (spec 2.4). */
export interface JobRecord {
  readonly id: string;
  readonly shopId: number;
  readonly state: 'new' | 'done' | 'failed' | 'lost';
  /** How it ends when it falls due. */
  readonly ending: 'done' | 'failed' | 'lost';
  readonly work: { readonly kind: 'check'; readonly answer: CheckResponse } | { readonly kind: 'transfer'; readonly uid: string };
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
  readonly uid: string;
  readonly url: string;
  readonly body: string;
  readonly state: 'waiting' | 'delivered' | 'refused' | 'given up';
  readonly attempts: readonly NotificationAttempt[];
}

/** Work that falls due on the sandbox's clock. */
export interface Task {
  readonly id: string;
  readonly kind: 'run job' | 'expire transaction' | 'notify';
  /** Id of the job, transaction or notification. */
  readonly subject: string;
  readonly dueAt: number;
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

/**
 * Everything the gateway remembers. Each method is atomic, so that a database shared by several processes can stand
 * behind it. Records are replaced, never changed in place.
 */
export interface Store {
  readonly transactions: {
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
    /** At most `limit`, newest first, of all shops. */
    latest(limit: number): Promise<readonly TransactionRecord[]>;
  };
  readonly jobs: {
    insert(record: JobRecord): Promise<void>;
    byId(id: string): Promise<JobRecord | undefined>;
    setState(id: string, state: JobRecord['state']): Promise<void>;
    latest(limit: number): Promise<readonly JobRecord[]>;
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
  readonly notifications: {
    insert(record: NotificationRecord): Promise<void>;
    byId(id: string): Promise<NotificationRecord | undefined>;
    /** Adds an attempt and sets the state it leads to. */
    attempted(id: string, attempt: NotificationAttempt, state: NotificationRecord['state']): Promise<void>;
    latest(limit: number): Promise<readonly NotificationRecord[]>;
  };
  readonly tasks: {
    add(task: Task): Promise<void>;
    nextDueAt(): Promise<number | undefined>;
    /** Takes the earliest task due at `now` or before; nobody else gets it. */
    take(now: number): Promise<Task | undefined>;
    /** Forgets a task that was carried out. */
    finish(id: string): Promise<void>;
  };
  close(): Promise<void>;
}
