import { html as markup } from 'hono/html';
import { MAX_LOGGED_REQUESTS, type LoggedRequest } from '../../log/request-log.js';
import type { Markup } from '../../page/page.js';
import { pagedTable } from '../page/paging.js';
import { code, link, live, moment, statusBadge, table, type Column } from '../page/parts.js';
import type { Section } from '../page/section.js';

function notesOf({ refusal, odd, faults }: LoggedRequest): Markup | string {
  const notes = [
    ...(refusal === undefined ? [] : [markup`<li class="refusal">${refusal}</li>`]),
    ...faults.map((kind) => markup`<li class="odd">fault: ${kind}</li>`),
    ...odd.map((text) => markup`<li class="odd">${text}</li>`),
  ];
  return notes.length === 0 ? '' : markup`<ul class="plain">${notes}</ul>`;
}

const COLUMNS: readonly Column<LoggedRequest>[] = [
  { head: 'Time', cell: ({ at }) => moment(at) },
  { head: 'Request', kind: 'wide', cell: ({ method, path }) => code(`${method} ${path}`) },
  { head: 'Shop', cell: ({ shop }) => (shop === undefined ? '' : String(shop)) },
  { head: 'Status', cell: ({ status }) => statusBadge(status) },
  { head: 'ms', kind: 'number', cell: ({ milliseconds }) => String(milliseconds) },
  { head: 'Notes', kind: 'wrap', cell: notesOf },
];

const ABOUT = { name: 'requests', columns: COLUMNS, empty: 'No requests yet.' } as const;

/** Requests to the API with warnings. */
export const requestTable = (rows: readonly LoggedRequest[], caption: string): Markup => table({ ...ABOUT, caption, rows });

/** The last requests to the API of this process. */
export const requestLog: Section = {
  path: '/requests',
  title: 'Request log',
  group: 'For developers',
  show: async ({ requests }, page) => {
    const shown = page.preflights ? requests : requests.withoutPreflights;
    return markup`<p class="lead">The last ${MAX_LOGGED_REQUESTS} requests to the API, with warnings. The log keeps no card data, keys or tokens.
A 404 for a job when a payer begins is normal: an element asks whether the gateway knows the public key, and it does.
${page.preflights ? link('/requests', 'Without preflights') : link('/requests?with=preflights', 'With preflights')} (OPTIONS).</p>
${live('requests', await pagedTable(shown, page, { ...ABOUT, caption: 'Newest first' }))}`;
  },
};
