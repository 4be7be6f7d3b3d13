import { bigint, boolean, customType, integer, json, pgSchema, timestamp } from 'drizzle-orm/pg-core';
import type { EchoedRequest } from '../record/echoed-request.js';
import type { PlanRecord, ProductRecord } from '../record/sale-records.js';
import type { ChargeRecord, SubscriptionRecord } from '../record/subscription-record.js';
import type {
  StatusChange,
  StoredDecision,
  JobRecord,
  NotificationAttempt,
  NotificationRecord,
  Purchase,
  ShownCard,
  Task,
  TransactionRecord,
} from '../store.js';

// PostgreSQL's text can't hold NUL, which a request may contain: replaced, since a query with it would fail.
const text = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => value.replaceAll('\0', '\uFFFD'),
});

/** Milliseconds since the epoch, minor units, quantities: all below 2^53. */
const integral = (name: string) => bigint(name, { mode: 'number' });

/** Numbers records in the order of insertion. */
const sequence = () => bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity();

type Table = ReturnType<typeof pgSchema>['table'];

/** Payments, and the data that prevent duplicates. */
const paymentTables = (table: Table) => ({
  transactions: table('transactions', {
    uid: text('uid').primaryKey(),
    seq: sequence(),
    shopId: integer('shop_id').notNull(),
    trackingId: text('tracking_id'),
    type: text('type').$type<TransactionRecord['type']>().notNull(),
    status: text('status').$type<TransactionRecord['status']>().notNull(),
    message: text('message'),
    request: json('request').$type<EchoedRequest>().notNull(),
    source: json('source').$type<ShownCard>().notNull(),
    recipient: json('recipient').$type<ShownCard>(),
    purchase: json('purchase').$type<Purchase>(),
    parentUid: text('parent_uid'),
    decision: json('decision').$type<StoredDecision>().notNull(),
    bankFee: text('bank_fee'),
    requiredFields: json('required_fields').$type<NonNullable<TransactionRecord['requiredFields']>>(),
    challenge: text('challenge').notNull(),
    refId: text('ref_id'),
    createdAt: integral('created_at').notNull(),
    updatedAt: integral('updated_at').notNull(),
    paidAt: integral('paid_at'),
    expiresAt: integral('expires_at'),
    history: json('history').$type<readonly StatusChange[]>().notNull(),
  }),
  jobs: table('jobs', {
    id: text('id').primaryKey(),
    seq: sequence(),
    shopId: integer('shop_id').notNull(),
    state: text('state').$type<JobRecord['state']>().notNull(),
    ending: text('ending').$type<JobRecord['ending']>().notNull(),
    work: json('work').$type<JobRecord['work']>().notNull(),
    createdAt: integral('created_at').notNull(),
    dueAt: integral('due_at').notNull(),
  }),
  payments: table('payments', { fingerprint: text('fingerprint').primaryKey(), at: integral('at').notNull() }),
  // Of seals and attempts. Never deleted, so that a repeated one is recognised at any time.
  seals: table('seals', { id: text('id').primaryKey() }),
  cardUses: table('card_uses', { card: text('card').primaryKey(), uses: integer('uses').notNull() }),
});

/** Products and plans. */
const saleTables = (table: Table) => ({
  products: table('products', {
    id: text('id').primaryKey(),
    seq: sequence(),
    shopId: integer('shop_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    currency: text('currency').notNull(),
    amount: integral('amount').notNull(),
    quantity: integral('quantity'),
    infinite: boolean('infinite').notNull(),
    visibleFields: json('visible_fields').$type<ProductRecord['visibleFields']>().notNull(),
    test: boolean('test').notNull(),
    immortal: boolean('immortal').notNull(),
    expiresAt: integral('expires_at'),
    returnUrl: text('return_url'),
    successUrl: text('success_url'),
    failUrl: text('fail_url'),
    notificationUrl: text('notification_url'),
    language: text('language').notNull(),
    transactionType: text('transaction_type').$type<ProductRecord['transactionType']>().notNull(),
    additionalData: json('additional_data').$type<ProductRecord['additionalData']>().notNull(),
    createdAt: integral('created_at').notNull(),
    updatedAt: integral('updated_at').notNull(),
  }),
  plans: table('plans', {
    id: text('id').primaryKey(),
    seq: sequence(),
    shopId: integer('shop_id').notNull(),
    title: text('title').notNull(),
    currency: text('currency').notNull(),
    language: text('language').notNull(),
    test: boolean('test').notNull(),
    charge: json('charge').$type<PlanRecord['charge']>().notNull(),
    trial: json('trial').$type<NonNullable<PlanRecord['trial']>>(),
    billingCycles: integral('billing_cycles'),
    paymentAttempts: integral('payment_attempts').notNull(),
    notAtNight: boolean('not_at_night').notNull(),
    createdAt: integral('created_at').notNull(),
    updatedAt: integral('updated_at').notNull(),
  }),
});

/** The shops' customers, and saved cards. */
const customerTables = (table: Table) => ({
  customers: table('customers', {
    id: text('id').primaryKey(),
    seq: sequence(),
    shopId: integer('shop_id').notNull(),
    first_name: text('first_name'),
    last_name: text('last_name'),
    address: text('address'),
    city: text('city'),
    country: text('country'),
    zip: text('zip'),
    state: text('state'),
    phone: text('phone'),
    email: text('email').notNull(),
    ip: text('ip').notNull(),
    external_id: text('external_id'),
    createdAt: integral('created_at').notNull(),
  }),
  savedCards: table('saved_cards', {
    token: text('token').primaryKey(),
    seq: sequence(),
    shopId: integer('shop_id').notNull(),
    encryptedPan: text('encrypted_pan').notNull(),
    holder: text('holder'),
    expMonth: text('exp_month'),
    expYear: text('exp_year'),
  }),
});

/** Subscriptions and their charges. */
const subscriptionTables = (table: Table) => ({
  subscriptions: table('subscriptions', {
    id: text('id').primaryKey(),
    seq: sequence(),
    shopId: integer('shop_id').notNull(),
    state: text('state').$type<SubscriptionRecord['state']>().notNull(),
    plan: json('plan').$type<PlanRecord>().notNull(),
    customerId: text('customer_id'),
    cardToken: text('card_token'),
    trackingId: text('tracking_id'),
    deviceId: text('device_id'),
    additionalData: json('additional_data').$type<SubscriptionRecord['additionalData']>().notNull(),
    returnUrl: text('return_url'),
    notificationUrl: text('notification_url'),
    language: text('language').notNull(),
    createdAt: integral('created_at').notNull(),
    updatedAt: integral('updated_at').notNull(),
    anchorAt: integral('anchor_at').notNull(),
    nextChargeAt: integral('next_charge_at'),
    activeTo: integral('active_to'),
    failedAttempts: integer('failed_attempts').notNull(),
    firstUid: text('first_uid'),
    lastCharge: json('last_charge').$type<ChargeRecord>(),
    chargeCount: integer('charge_count').notNull(),
    everPaid: boolean('ever_paid').notNull(),
    paidCycles: integer('paid_cycles').notNull(),
    cancelled: json('cancelled').$type<NonNullable<SubscriptionRecord['cancelled']>>(),
  }),
  charges: table('charges', {
    uid: text('uid').primaryKey(),
    seq: sequence(),
    subscriptionId: text('subscription_id').notNull(),
    at: integral('at').notNull(),
    kind: text('kind').$type<ChargeRecord['kind']>().notNull(),
    cycle: integer('cycle').notNull(),
    amount: integral('amount').notNull(),
    result: text('result').$type<ChargeRecord['result']>().notNull(),
  }),
});

/** Messages to merchants and payers. */
const messageTables = (table: Table) => ({
  notifications: table('notifications', {
    id: text('id').primaryKey(),
    seq: sequence(),
    shopId: integer('shop_id').notNull(),
    uid: text('uid').notNull(),
    queue: text('queue').notNull(),
    url: text('url').notNull(),
    body: text('body').notNull(),
    state: text('state').$type<NotificationRecord['state']>().notNull(),
    attempts: json('attempts').$type<readonly NotificationAttempt[]>().notNull(),
  }),
  emails: table('emails', {
    id: text('id').primaryKey(),
    seq: sequence(),
    shopId: integer('shop_id').notNull(),
    uid: text('uid').notNull(),
    to: text('recipient').notNull(),
    language: text('language').notNull(),
    subject: text('subject').notNull(),
    text: text('body').notNull(),
    at: integral('at').notNull(),
  }),
});

/** Due work, and the settings of the sandbox. */
const clockworkTables = (table: Table) => ({
  tasks: table('tasks', {
    id: text('id').primaryKey(),
    // Set again when a later task replaces this one, which then goes to the end of the queue.
    seq: integral('seq').notNull().generatedByDefaultAsIdentity(),
    kind: text('kind').$type<Task['kind']>().notNull(),
    subject: text('subject').notNull(),
    dueAt: integral('due_at').notNull(),
    // Real time: the process with the lease may be gone, and the sandbox's clock may be frozen.
    leasedUntil: timestamp('leased_until', { withTimezone: true }),
  }),
  settings: table('settings', { name: text('name').primaryKey(), value: json('value').notNull() }),
});

/**
 * The tables of `migrations.ts`, in the schema of that name. What SQL looks up, sorts or changes has its own column; the rest
 * is `json`, which, unlike `jsonb`, keeps the order of keys and every character.
 */
export function tablesIn(schemaName: string) {
  const { table } = pgSchema(schemaName);
  return {
    ...paymentTables(table),
    ...saleTables(table),
    ...customerTables(table),
    ...subscriptionTables(table),
    ...messageTables(table),
    ...clockworkTables(table),
  };
}

export type Tables = ReturnType<typeof tablesIn>;
