import type { CustomerRecord, EmailRecord, PlanRecord, ProductRecord } from './sale-records.js';
import type {
  Collection, JobRecord, NotificationRecord, SavedCard, Store, Task, TransactionRecord,
} from './store.js';
import type { SubscriptionRecord } from './subscription-record.js';

// Spec 8: a list by tracking_id holds the 10 most recent transactions.
const LISTED = 10;

const trackingKey = (shopId: number, trackingId: string): string => `${shopId} ${trackingId}`;

/** The last `limit` of the values, newest first. */
function newest<T>(values: Iterable<T>, limit: number): T[] {
  return [...values].slice(-limit).toReversed();
}

function createCollection<R extends { readonly id: string; readonly shopId: number }>(records: Map<string, R>): Collection<R> {
  return {
    async insert(record) {
      records.set(record.id, record);
    },
    byId: async (id) => records.get(id),
    ofShop: async (shopId) => [...records.values()].filter((record) => record.shopId === shopId),
    async update(id, change) {
      const record = records.get(id);
      const changed = record && change(record);
      if (changed) records.set(id, changed);
      return changed ?? record;
    },
  };
}

/** A store that lives as long as the process. Every method runs to its end before another begins: atomic. */
export function createMemoryStore(): Store {
  const transactions = new Map<string, TransactionRecord>();
  const uidByChallenge = new Map<string, string>();
  const uidsByTrackingId = new Map<string, string[]>();
  const jobs = new Map<string, JobRecord>();
  // Never forgotten, like the transactions they paid: a repetition is told from a stranger's seal for good.
  const seals = new Set<string>();
  const payments = new Map<string, number>();
  const uses = new Map<string, number>();
  const savedCards = new Map<string, SavedCard>();
  const notifications = new Map<string, NotificationRecord>();
  // In the order they fall due; equal times in the order they were added.
  const tasks: Task[] = [];

  const products = new Map<string, ProductRecord>();
  const subscriptions = new Map<string, SubscriptionRecord>();
  const emails: EmailRecord[] = [];

  function stock(id: string, change: (quantity: number) => number): boolean {
    const product = products.get(id);
    if (!product || product.quantity === null) return product !== undefined;
    const quantity = change(product.quantity);
    if (quantity < 0) return false;
    products.set(id, { ...product, quantity });
    return true;
  }

  const store: Store = {
    shared: false,
    atomically: (work) => work(store),
    afterCommit: (act) => act(),
    alone: (work) => work(),
    settings: { clock: async () => undefined, setClock: async () => undefined, vaultKey: async (fresh) => fresh },
    transactions: {
      async insert(record) {
        transactions.set(record.uid, record);
        uidByChallenge.set(record.challenge, record.uid);
        if (!record.request.tracking_id) return;
        const key = trackingKey(record.shopId, record.request.tracking_id);
        uidsByTrackingId.set(key, [...(uidsByTrackingId.get(key) ?? []), record.uid].slice(-LISTED));
      },
      byUid: async (uid) => transactions.get(uid),
      byChallenge: async (challenge) => transactions.get(uidByChallenge.get(challenge) ?? ''),
      byTrackingId: async (shopId, trackingId) =>
        newest(uidsByTrackingId.get(trackingKey(shopId, trackingId)) ?? [], LISTED).flatMap(
          (uid) => transactions.get(uid) ?? [],
        ),
      async update(uid, change) {
        const record = transactions.get(uid);
        const changed = record && change(record);
        if (changed) transactions.set(uid, changed);
        return changed ?? record;
      },
      latest: async (limit) => newest(transactions.values(), limit),
    },
    jobs: {
      async insert(record) {
        jobs.set(record.id, record);
      },
      byId: async (id) => jobs.get(id),
      async setState(id, state) {
        const record = jobs.get(id);
        if (record) jobs.set(id, { ...record, state });
      },
      latest: async (limit) => newest(jobs.values(), limit),
    },
    payments: {
      anySealUsed: async (sealIds) => sealIds.some((id) => seals.has(id)),
      async claim({ sealIds, fingerprint, at, since }) {
        const earlier = payments.get(fingerprint);
        if (sealIds.some((id) => seals.has(id))) return false;
        if (since !== null && earlier !== undefined && earlier > since) return false;
        for (const id of sealIds) seals.add(id);
        payments.set(fingerprint, at);
        return true;
      },
      async countUse(card) {
        const before = uses.get(card) ?? 0;
        uses.set(card, before + 1);
        return before;
      },
    },
    savedCards: {
      async insert(card) {
        savedCards.set(card.token, card);
      },
      async byToken(shopId, token) {
        const card = savedCards.get(token);
        return card?.shopId === shopId ? card : undefined;
      },
    },
    notifications: {
      async insert(record) {
        notifications.set(record.id, record);
      },
      byId: async (id) => notifications.get(id),
      async attempted(id, attempt, state) {
        const record = notifications.get(id);
        if (record) notifications.set(id, { ...record, state, attempts: [...record.attempts, attempt] });
      },
      latest: async (limit) => newest(notifications.values(), limit),
    },
    products: {
      ...createCollection(products),
      takeOne: async (id) => stock(id, (quantity) => quantity - 1),
      async putBack(id) {
        stock(id, (quantity) => quantity + 1);
      },
    },
    customers: createCollection(new Map<string, CustomerRecord>()),
    plans: createCollection(new Map<string, PlanRecord>()),
    subscriptions: {
      ...createCollection(subscriptions),
      latest: async (limit) => newest(subscriptions.values(), limit),
    },
    emails: {
      async insert(email) {
        emails.push(email);
      },
      latest: async (limit) => newest(emails, limit),
    },
    tasks: {
      async add(task) {
        const later = tasks.findIndex((other) => other.dueAt > task.dueAt);
        tasks.splice(later === -1 ? tasks.length : later, 0, task);
      },
      nextDueAt: async () => tasks[0]?.dueAt,
      take: async (now) => ((tasks[0]?.dueAt ?? Infinity) <= now ? tasks.shift() : undefined),
      // A task that was taken is gone already: nobody could take it up again after this process.
      finish: async () => undefined,
      dropLeases: async () => undefined,
    },
    close: async () => undefined,
  };
  return store;
}
