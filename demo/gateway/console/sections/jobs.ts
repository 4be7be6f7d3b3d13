import type { JobRecord } from '../../store/store.js';
import { badge, link, live, moment, table, type Column } from '../parts.js';
import { SHOWN, type Section } from '../section.js';

const OF = { check: 'check', transaction: 'payment', subscription: 'subscription' } as const;

const COLUMNS: readonly Column<JobRecord>[] = [
  { head: 'Time', cell: ({ createdAt }) => moment(createdAt) },
  { head: 'job_id', kind: 'code', cell: ({ id }) => id },
  { head: 'Shop', cell: ({ shopId }) => String(shopId) },
  { head: 'Of', cell: ({ work }) => OF[work.kind] },
  { head: 'State', cell: ({ state }) => badge(state) },
  { head: 'Due', cell: ({ dueAt }) => moment(dueAt) },
  { head: 'Transaction', kind: 'code', cell: ({ work }) => (work.kind === 'check' ? '' : link(`/transactions/${work.uid}`, work.uid)) },
];

/** Jobs of asynchronous requests. */
export const jobs: Section = {
  path: '/jobs',
  title: 'Jobs',
  group: 'Payments',
  show: async ({ store }) =>
    live('jobs', table({
      name: 'jobs', caption: 'Newest first', columns: COLUMNS, rows: await store.jobs.latest(SHOWN),
      empty: 'No jobs yet. The asynchronous endpoints start them.',
    })),
};
