import { html as markup } from 'hono/html';
import { formatAmount } from '../../../../src/money/amount.js';
import type { Markup } from '../../page/page.js';
import { timestampOf } from '../../time/clock.js';

/** The content of a cell or a list; text is escaped. */
export type Content = Markup | string;

/** A column of a table; the cell's text is escaped. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Content;
  readonly kind?: 'number' | 'code' | 'wrap' | 'wide';
}

/** A table, which narrow screens show as cards. */
export interface TableOf<Row> {
  /** Its id in the page. */
  readonly name: string;
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Shown in place of an empty table. */
  readonly empty: string;
}

const GOOD = new Set(['successful', 'done', 'delivered', 'active', 'trial', 'available']);
const BAD = new Set(['failed', 'lost', 'refused', 'given up', 'error', 'canceled', 'expired', 'failed_attempt', 'sold out']);

/** A status as a coloured word, never as a colour alone. */
export function badge(status: string): Markup {
  const mood = GOOD.has(status) ? 'good' : BAD.has(status) ? 'bad' : 'open';
  return markup`<span class="badge ${mood}">${status.replaceAll('_', ' ')}</span>`;
}

/** The status of an HTTP response. */
export const statusBadge = (status: number): Markup =>
  markup`<span class="badge ${status < 300 ? 'good' : status < 400 ? 'open' : 'bad'}">${status}</span>`;

/** A moment of the sandbox's time, in UTC. */
export function moment(time: number): Markup {
  const stamp = timestampOf(time);
  return markup`<time datetime="${stamp}"><span>${stamp.slice(0, 10)}</span> <b>${stamp.slice(11, 19)}</b></time>`;
}

/** An amount of minor units with its currency. */
export const money = (minor: number, currency: string): string => formatAmount(minor, currency, 'en');

/** A link to a page of the console, or elsewhere. */
export const link = (href: string, text: string): Markup => markup`<a href="${href}">${text}</a>`;

/** A link to the transaction or subscription of a message. */
export const subjectLink = (uid: string): Markup =>
  link(uid.startsWith('sbs_') ? `/subscriptions/${uid}` : `/transactions/${uid}`, uid);

/** Content with smaller notes below it. */
export const withNote = (content: Content, ...notes: readonly (Content | null | undefined)[]): Markup =>
  markup`${content}${notes.map((note) => (note ? markup`<small>${note}</small>` : ''))}`;

/** Text to copy or type verbatim. */
export const code = (text: string): Markup => markup`<code>${text}</code>`;

/** A card's last digits. */
export const masked = (last4: string): string => `•••• ${last4}`;

/** A list of terms and values, without the empty ones. */
export const facts = (entries: readonly (readonly [term: string, value: Content | null | undefined])[]): Markup =>
  markup`<dl class="facts">${entries.flatMap(([term, value]) =>
    value === null || value === undefined || value === '' ? [] : [markup`<div><dt>${term}</dt><dd>${value}</dd></div>`],
  )}</dl>`;

/** A button that sends a request. Visible only once the page's script runs. */
export const action = (label: string, send: string, body?: unknown, key?: string): Markup =>
  markup`<button class="needs-script" type="button" data-send="${send}" data-key="${key ?? `${send} ${JSON.stringify(body ?? '')}`}"${
    body === undefined ? '' : markup` data-body="${JSON.stringify(body)}"`
  }>${label}</button>`;

/** A part of the page that the script keeps up to date. */
export const live = (name: string, content: Content): Markup => markup`<div id="live-${name}" data-live>${content}</div>`;

const rowOf = <Row>(columns: readonly Column<Row>[], row: Row): Markup =>
  markup`<tr role="row">${columns.map(
    ({ head, kind, cell }) => markup`<td role="cell" data-label="${head}" class="${kind ?? ''}"><div>${cell(row)}</div></td>`,
  )}</tr>`;

/** A table under its heading. */
export function table<Row>({ name, caption, columns, rows, empty }: TableOf<Row>): Markup {
  const heading = markup`<h2 id="${name}">${caption}</h2>`;
  if (rows.length === 0) return markup`${heading}<p class="empty">${empty}</p>`;
  return markup`${heading}
<div class="scroll" tabindex="0" role="region" aria-labelledby="${name}">
<table role="table" aria-labelledby="${name}">
<thead role="rowgroup"><tr role="row">${columns.map(({ head, kind }) => markup`<th role="columnheader" scope="col" class="${kind ?? ''}">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => rowOf(columns, row))}</tbody>
</table></div>`;
}
