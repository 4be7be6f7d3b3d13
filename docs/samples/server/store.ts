// Your database; here in memory. An order is one attempt to pay: what it expects comes from your records, not from the page.
import type { ExpectedPayment, Subscription, Transaction } from 'checkout-elements/merchant';

export interface Order {
  readonly trackingId: string;
  /** The browser that opened it. */
  readonly session: string;
  /** What a transfer or a product has to pay. */
  readonly payment?: ExpectedPayment;
  /** What a subscription has to be. */
  readonly subscription?: { readonly planId: string };
  /** The uid of the transaction, or the id of the subscription, that has paid for it. */
  paidBy?: string;
  /** The charges of a subscription that are paid. */
  charges?: Set<string>;
  /** What a person has to look at. */
  reviews?: Set<string>;
}

const orders = new Map<string, Order>();
const subscriptions = new Map<string, { readonly order: Order; state: string }>();
const charges = new Map<string, Transaction>();
/** The orders that are paid and not shipped yet. */
const toDeliver = new Set<Order>();

export const store = {
  async open(order: Order): Promise<void> {
    orders.set(order.trackingId, order);
  },

  async owns(session: string | undefined, trackingId: string): Promise<boolean> {
    return session !== undefined && orders.get(trackingId)?.session === session;
  },

  /** By tracking id. For a payment link, create an order here, for the product of the address that was notified. */
  async findOrder({ tracking_id }: Pick<Transaction, 'tracking_id'>): Promise<Order | undefined> {
    return orders.get(tracking_id ?? '');
  },

  /** By its id, or by tracking id. For the plan's own page, create an order by the plan's id here. */
  async findSubscription({ id, tracking_id }: Subscription): Promise<Order | undefined> {
    return subscriptions.get(id)?.order ?? orders.get(tracking_id ?? '');
  },

  /**
   * Books once that the order is paid and to be delivered; false when something else has paid for it. Nothing that can fail belongs
   * after the UPDATE: the next notification of the same payment is `repeated`, and does nothing. In SQL one transaction:
   *
   * UPDATE orders SET paid_by = $1 WHERE id = $2 AND paid_by IS NULL
   *
   * If it changed a row: INSERT INTO to_deliver (order_id) VALUES ($2), and true. If not: whether the order's paid_by is $1.
   */
  async deliver(order: Order, paidBy: string): Promise<boolean> {
    if (order.paidBy === undefined) {
      order.paidBy = paidBy;
      toDeliver.add(order);
      console.log(`Order ${order.trackingId} is paid.`);
    }
    return order.paidBy === paidBy;
  },

  /** The job's work, one run at a time: whatever fails to ship stays for the next run. */
  async shipPaid(ship: (order: Order) => Promise<void>): Promise<void> {
    for (const order of toDeliver) await ship(order).then(() => toDeliver.delete(order), console.error);
  },

  /**
   * Books a paid period of a subscription once: the same charge comes again with later changes. The first one comes with `deliver`.
   * In SQL one transaction, as there: a row for the charge, and one to deliver.
   */
  async renew(order: Order, charge: string): Promise<void> {
    const paid = (order.charges ??= new Set());
    if (paid.has(charge)) return;
    paid.add(charge);
    console.log(`Order ${order.trackingId}: charge ${charge} is paid.`);
  },

  /** For a person to look at, and to refund. */
  async review(order: Order, paidBy: string): Promise<void> {
    (order.reviews ??= new Set()).add(paidBy);
    console.error(`Review payment ${paidBy} of order ${order.trackingId}.`);
  },

  /** A known uid changes nothing. */
  async saveCharge(charge: Transaction): Promise<void> {
    if (!charges.has(charge.uid)) charges.set(charge.uid, charge);
  },

  async saveState(order: Order, { id, state }: Subscription): Promise<void> {
    subscriptions.set(id, { order, state });
  },
};

/** The job. It ships an order again if it ends before it has noted the first time: tell your carrier the tracking id. */
async function runJob(): Promise<void> {
  await store.shipPaid(async ({ trackingId }) => console.log(`Order ${trackingId} is shipped.`));
  setTimeout(runJob, 1000).unref();
}
void runJob();
