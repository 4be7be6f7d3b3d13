import { html as markup } from 'hono/html';
import type { Markup } from '../../page/page.js';
import { unnamedOrigin } from '../../shop/notification-origins.js';
import type { NotificationRecord } from '../../store/store.js';
import { pagedTable } from '../page/paging.js';
import {
  action,
  badge,
  facts,
  link,
  live,
  moment,
  subjectLink,
  table,
  type Column,
  type Content,
  type TableOf,
} from '../page/parts.js';
import type { Section, ConsoleContext } from '../page/section.js';

const attemptsOf = ({ attempts }: NotificationRecord): Markup =>
  markup`<ul class="plain">${attempts.map(({ at, result }) => markup`<li>${moment(at)} ${String(result)}</li>`)}</ul>`;

const resend = ({ id }: NotificationRecord): Markup => action('Resend', `POST /sandbox/notifications/${id}/resend`);

type Shops = ConsoleContext['shops'];

const CURE = 'Anyone with the public key can request any address. List your own with --notification-origin.';

// The merchant can't see this: it looks like any other notification.
function warningOf({ url, shopId }: NotificationRecord, shops: Shops, cure: Content = ''): Markup | '' {
  const shop = shops.get(shopId);
  const strange = shop && unnamedOrigin(url, shop);
  return strange === undefined
    ? ''
    : markup`<small class="odd">Sends the secret key to ${strange}, which the shop has not named. ${cure}</small>`;
}

const columns = (shops: Shops): readonly Column<NotificationRecord>[] => [
  { head: 'About', kind: 'code', cell: ({ uid }) => subjectLink(uid) },
  {
    head: 'To',
    kind: 'wrap',
    cell: (record) => markup`${link(`/notifications/${record.id}`, record.url)}${warningOf(record, shops)}`,
  },
  { head: 'State', cell: ({ state }) => badge(state) },
  { head: 'Attempts', kind: 'wrap', cell: attemptsOf },
  { head: 'Again', cell: resend },
];

const about = (shops: Shops, caption: string): Omit<TableOf<NotificationRecord>, 'rows'> => ({
  name: 'notifications',
  caption,
  columns: columns(shops),
  empty: 'No notifications yet. A payment with a notification_url causes one when it becomes final.',
});

/** Some notifications with every attempt. */
export const notificationTable = (rows: readonly NotificationRecord[], shops: Shops, caption: string): Markup =>
  table({ ...about(shops, caption), rows });

/** The queue of notifications to merchants. */
export const notifications: Section = {
  path: '/notifications',
  title: 'Notifications',
  group: 'Messages',
  show: async ({ store, shops }, page) =>
    live('notifications', await pagedTable(store.notifications, page, about(shops, 'Newest first'))),
  async detail({ store, shops }, id) {
    const record = await store.notifications.byId(id);
    return (
      record && {
        title: `Notification ${id}`,
        content: live(
          'notification',
          markup`${facts([
            ['About', subjectLink(record.uid)],
            ['To', record.url],
            ['Warning', warningOf(record, shops, CURE)],
            ['Shop', String(record.shopId)],
            ['State', badge(record.state)],
            ['Attempts', record.attempts.length > 0 ? attemptsOf(record) : 'none yet'],
            ['Again', resend(record)],
          ])}<h2>Body</h2><pre>${JSON.stringify(JSON.parse(record.body), null, 2)}</pre>`,
        ),
      }
    );
  },
};
