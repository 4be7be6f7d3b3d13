import { html as markup } from 'hono/html';
import type { Markup } from '../../page/page.js';
import { table, type TableOf } from './parts.js';

/** The number of rows of a list's page. */
export const ROWS_PER_PAGE = 100;

/** The requested page of a list. */
export interface Page {
  /** Address of the list. */
  readonly path: string;
  /** From 1; the first page has the newest rows. */
  readonly number: number;
  /** The search text; empty: everything. */
  readonly find: string;
  /** Whether the request log includes preflights. */
  readonly preflights: boolean;
}

/** A list, newest rows first. */
export interface Listed<Row> {
  /** At most `limit`, after `skip` newer ones. */
  latest(limit: number, skip?: number): Promise<readonly Row[]> | readonly Row[];
  count(): Promise<number> | number;
}

/** Reads `?page=`, `?find=` and `?with=`; an invalid page is the first one. */
export const readPage = (
  path: string,
  { page = '', find = '', with: also }: Readonly<Partial<Record<string, string>>>,
): Page => ({
  path,
  number: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  find: find.trim(),
  preflights: also === 'preflights',
});

/** The rows of a page, and the total number of rows. */
export async function rowsOf<Row>(list: Listed<Row>, { number }: Page): Promise<readonly [rows: readonly Row[], total: number]> {
  return Promise.all([list.latest(ROWS_PER_PAGE, (number - 1) * ROWS_PER_PAGE), list.count()]);
}

function addressOf({ path, number, find, preflights }: Page): string {
  const query = new URLSearchParams({
    ...(find && { find }),
    ...(preflights && { with: 'preflights' }),
    ...(number > 1 && { page: String(number) }),
  }).toString();
  return query ? `${path}?${query}` : path;
}

/** A search form for a list. Works without any script. */
export const searchForm = ({ path, find }: Page, label: string): Markup =>
  markup`<form class="finder" role="search" method="get" action="${path}"><label for="find">${label}</label>
<input id="find" name="find" value="${find}" autocomplete="off"> <button type="submit">Find</button>${
    find ? markup` <a href="${path}">Show all</a>` : ''
  }</form>`;

/** The range of the shown rows, and plain links to the pages before and after. */
export function pager(current: Page, shown: number, total: number): Markup {
  const { number } = current;
  const before = (number - 1) * ROWS_PER_PAGE;
  const last = Math.max(1, Math.ceil(total / ROWS_PER_PAGE));
  const to = (page: number, rel: 'prev' | 'next', text: string): Markup =>
    markup`<a rel="${rel}" href="${addressOf({ ...current, number: page })}">${text}</a>`;
  const rows = shown === 0 ? `None of ${total}` : `${before + 1} to ${before + shown} of ${total}`;
  // From a page after the last one, the link leads to the last one.
  const newer = number > 1 ? to(Math.min(number - 1, last), 'prev', 'Newer') : '';
  return markup`<p class="pager">${newer} <span>${rows}</span> ${number < last ? to(number + 1, 'next', 'Older') : ''}</p>`;
}

/** A page of a list as a table, with links to the other pages. */
export async function pagedTable<Row>(list: Listed<Row>, page: Page, about: Omit<TableOf<Row>, 'rows'>): Promise<Markup> {
  const [rows, total] = await rowsOf(list, page);
  return markup`${table({ ...about, rows })}${total > 0 ? pager(page, rows.length, total) : ''}`;
}
