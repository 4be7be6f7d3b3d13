import type { JobRecord } from '../../store/store.js';
import { pagedTable } from '../page/paging.js';
import { badge, link, live, moment, type Column } from '../page/parts.js';
import type { Section } from '../page/section.js';

const KINDS = { check: 'check', transaction: 'payment', subscription: 'subscription' } as const;

const COLUMNS: readonly Column<JobRecord>[] = [
  { head: 'Time', cell: ({ createdAt }) => moment(createdAt) },
  { head: 'job_id', kind: 'code', cell: ({ id }) => id },
  { head: 'Shop', cell: ({ shopId }) => String(shopId) },
  { head: 'Kind', cell: ({ work }) => KINDS[work.kind] },
  { head: 'State', cell: ({ state }) => badge(state) },
  { head: 'Due', cell: ({ dueAt }) => moment(dueAt) },
  {
    head: 'Transaction',
    kind: 'code',
    cell: ({ work }) => (work.kind === 'check' ? '' : link(`/transactions/${work.uid}`, work.uid)),
  },
];

/** Jobs of asynchronous requests. */
export const jobs: Section = {
  path: '/jobs',
  title: 'Jobs',
  group: 'Payments',
  show: async ({ store }, page) =>
    live(
      'jobs',
      await pagedTable(store.jobs, page, {
        name: 'jobs',
        caption: 'Newest first',
        columns: COLUMNS,
        empty: 'No jobs yet. The asynchronous endpoints start them.',
      }),
    ),
};
