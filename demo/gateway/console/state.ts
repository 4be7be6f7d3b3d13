import { timestampOf, type Clock } from '../clock.js';
import type { JobRecord, NotificationRecord, Store, TransactionRecord } from '../store/store.js';
import { pagesOf } from '../transaction-body.js';

/** A cell of one of the overview's tables. */
export interface Cell {
  readonly text: string;
  readonly href?: string;
  /** Set on a status: how it is coloured. */
  readonly mood?: 'good' | 'bad' | 'open';
}

/** One of the overview's tables, newest row first. */
export interface Table {
  readonly name: 'transactions' | 'jobs' | 'notifications';
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** What the overview shows, as data: the server renders it once, the page's script then renders it anew. */
export interface ConsoleState {
  readonly clock: { readonly now: string; readonly frozen: boolean };
  readonly tables: readonly Table[];
}

const SHOWN = 50;

const cell = (text: string): Cell => ({ text });
const timeOf = (time: number): Cell => cell(timestampOf(time).slice(11, 19));

const MOODS: Readonly<Record<string, NonNullable<Cell['mood']>>> = {
  successful: 'good', done: 'good', delivered: 'good',
  failed: 'bad', lost: 'bad', refused: 'bad', 'given up': 'bad',
};
const statusCell = (status: string): Cell => ({ text: status, mood: MOODS[status] ?? 'open' });

const transactionRow = (record: TransactionRecord, checkout: string): Cell[] => {
  const { request, source, recipient } = record;
  const pages = pagesOf(record, checkout);
  return [
    timeOf(record.createdAt),
    { text: record.uid, href: pages.receipt_url },
    cell(String(record.shopId)),
    cell(`${request.amount} ${request.currency}`),
    cell(`•••• ${source.last_4}${recipient ? ` → •••• ${recipient.last_4}` : ''}`),
    record.status === 'incomplete' ? { ...statusCell(record.status), href: pages.redirect_url } : statusCell(record.status),
    cell(record.message ?? ''),
    cell(request.tracking_id ?? ''),
  ];
};

const jobRow = ({ id, shopId, work, state, createdAt, dueAt }: JobRecord): Cell[] => [
  timeOf(createdAt), cell(id), cell(String(shopId)), cell(work.kind), statusCell(state), timeOf(dueAt),
];

const notificationRow = ({ uid, url, state, attempts }: NotificationRecord): Cell[] => [
  cell(uid),
  cell(url),
  statusCell(state),
  cell(attempts.map(({ at, result }) => `${timestampOf(at).slice(11, 19)} ${result}`).join(', ')),
];

/** Gathers what the overview shows. */
export async function readState(clock: Clock, store: Store, checkout: string): Promise<ConsoleState> {
  const [transactions, jobs, notifications] = await Promise.all([
    store.transactions.latest(SHOWN),
    store.jobs.latest(SHOWN),
    store.notifications.latest(SHOWN),
  ]);
  return {
    clock: { now: timestampOf(clock.now()), frozen: clock.frozen },
    tables: [
      {
        name: 'transactions',
        caption: 'Transactions',
        columns: ['Time', 'uid', 'Shop', 'Minor units', 'Cards', 'Status', 'Message', 'tracking_id'],
        rows: transactions.map((record) => transactionRow(record, checkout)),
      },
      {
        name: 'jobs',
        caption: 'Jobs',
        columns: ['Time', 'job_id', 'Shop', 'Of', 'State', 'Due'],
        rows: jobs.map(jobRow),
      },
      {
        name: 'notifications',
        caption: 'Notifications',
        columns: ['uid', 'To', 'State', 'Attempts'],
        rows: notifications.map(notificationRow),
      },
    ],
  };
}
