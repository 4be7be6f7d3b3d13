import { html as markup } from 'hono/html';
import type { Markup } from '../../page.js';
import type { NotificationRecord } from '../../store/store.js';
import { action, badge, facts, link, live, moment, table, type Column } from '../parts.js';
import { SHOWN, type Section } from '../section.js';

const subjectLink = ({ uid }: NotificationRecord): Markup =>
  link(uid.startsWith('sbs_') ? `/subscriptions/${uid}` : `/transactions/${uid}`, uid);

const attemptsOf = ({ attempts }: NotificationRecord): Markup =>
  markup`<ul class="plain">${attempts.map(({ at, result }) => markup`<li>${moment(at)} ${String(result)}</li>`)}</ul>`;

const resend = ({ id }: NotificationRecord): Markup => action('Resend', `POST /sandbox/notifications/${id}/resend`);

const COLUMNS: readonly Column<NotificationRecord>[] = [
  { head: 'Of', kind: 'code', cell: subjectLink },
  { head: 'To', kind: 'wrap', cell: ({ id, url }) => link(`/notifications/${id}`, url) },
  { head: 'State', cell: ({ state }) => badge(state) },
  { head: 'Attempts', kind: 'wrap', cell: attemptsOf },
  { head: 'Again', cell: resend },
];

/** Notifications with every attempt, newest first. */
export const notificationTable = (rows: readonly NotificationRecord[], caption = 'Newest first'): Markup =>
  table({
    name: 'notifications', caption, columns: COLUMNS, rows,
    empty: 'No notifications. A request with a notification_url has one once its status is final.',
  });

/** The queue of notifications to merchants. */
export const notifications: Section = {
  path: '/notifications',
  title: 'Notifications',
  group: 'Messages',
  show: async ({ store }) => live('notifications', notificationTable(await store.notifications.latest(SHOWN))),
  async detail({ store }, id) {
    const record = await store.notifications.byId(id);
    return record && {
      title: `Notification ${id}`,
      content: live('notification', markup`${facts([
        ['Of', subjectLink(record)], ['To', record.url], ['Shop', String(record.shopId)], ['State', badge(record.state)],
        ['Attempts', record.attempts.length > 0 ? attemptsOf(record) : 'none yet'], ['Again', resend(record)],
      ])}<h2>Body</h2><pre>${JSON.stringify(JSON.parse(record.body), null, 2)}</pre>`),
    };
  },
};
