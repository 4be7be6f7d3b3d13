import { Hono } from 'hono';
import type { Agenda } from '../../time/agenda.js';
import { timestampOf } from '../../time/clock.js';
import { notFound } from '../../http/error-response.js';
import { createFaultRoutes } from '../../faults/routes.js';
import { TEST_CARDS } from '../../issuer/cards.js';
import type { Notifications } from '../../notify/notifications.js';
import { openApiResponse } from '../../openapi/response.js';
import { readJson } from '../../http/request-body.js';
import type { NotificationRecord } from '../../store/store.js';
import type { SubscriptionRecord } from '../../store/record/subscription-record.js';
import type { Subscriptions } from '../../subscription/subscriptions.js';
import { timelineOf } from '../../subscription/timeline.js';
import { readClockChange } from './clock-request.js';
import { refuseFields } from './empty-body.js';
import type { Seen } from '../page/section.js';

/** What the console steers, beside what it sees. */
export interface Steered {
  readonly agenda: Agenda;
  readonly notifications: Notifications;
  readonly subscriptions: Subscriptions;
}

const LISTED = 100;
const FORETOLD = 24;

const notificationBody = ({ id, shopId, uid, url, state, attempts }: NotificationRecord) => ({
  shop_id: shopId, id, uid, url, state,
  attempts: attempts.map(({ at, result }) => ({ at: timestampOf(at), result })),
});

/** `/sandbox/*` and `/openapi.json`: what the console's pages show and do, for programs. */
export function createSandboxApi(seen: Seen, { agenda, notifications, subscriptions }: Steered): Hono {
  const { clock, store, shops, urls, switches, requests, calendar, answer } = seen;
  const api = new Hono();
  async function subscriptionState(record: SubscriptionRecord) {
    const { due, endsAt } = timelineOf(record, calendar, FORETOLD);
    const past = (await store.subscriptions.chargesOf(record.id, LISTED)).toReversed();
    return {
      shop_id: record.shopId, id: record.id, state: record.state, plan_id: record.plan.id, customer_id: record.customerId,
      charge_count: record.chargeCount,
      charges: past.map(({ at, ...charge }) => ({ at: timestampOf(at), ...charge })),
      due: due.map(({ at, ...charge }) => ({ at: timestampOf(at), ...charge })),
      ends_at: endsAt === null ? null : timestampOf(endsAt),
    };
  }
  const clockState = () => ({ now: timestampOf(clock.now()), frozen: clock.frozen });

  api.get('/openapi.json', openApiResponse(urls));
  api.route('/', createFaultRoutes(switches));
  api.get('/sandbox/shops', (context) =>
    context.json(
      [...shops.values()].map(({ id, secretKey, publicKey, pciCertified }) => ({
        shop_id: id, secret_key: secretKey, public_key: publicKey, pci_certified: pciCertified,
      })),
    ));
  api.get('/sandbox/cards', (context) =>
    context.json(TEST_CARDS.map(({ number, label, as, asks }) => ({ number, label, as, ...(asks && { asks }) }))));
  api.get('/sandbox/clock', (context) => context.json(clockState()));
  api.post('/sandbox/clock', async (context) => {
    const { frozen, advance_seconds } = readClockChange(await readJson(context.req.raw));
    if (frozen === true) await agenda.freeze();
    if (advance_seconds !== undefined) await agenda.advance(advance_seconds * 1000);
    if (frozen === false) await agenda.release();
    return context.json(clockState());
  });
  api.get('/sandbox/transactions', async (context) => {
    const records = await store.transactions.latest(LISTED);
    return context.json(records.map((record) => ({ shop_id: record.shopId, ...(answer(record) as object) })));
  });
  api.get('/sandbox/jobs', async (context) => {
    const records = await store.jobs.latest(LISTED);
    return context.json(
      records.map(({ id, shopId, state, work, createdAt, dueAt }) => ({
        shop_id: shopId, job_id: id, of: work.kind, state, uid: work.kind === 'check' ? null : work.uid,
        created_at: timestampOf(createdAt), due_at: timestampOf(dueAt),
      })),
    );
  });
  api.get('/sandbox/subscriptions', async (context) => {
    const records = await store.subscriptions.latest(LISTED);
    return context.json(await Promise.all(records.map(subscriptionState)));
  });
  api.post('/sandbox/subscriptions/:id/cancel', async (context) => {
    await refuseFields(context.req.raw);
    const ended = await subscriptions.cancel(context.req.param('id'));
    if (!ended) throw notFound('The subscription');
    return context.json(await subscriptionState(ended));
  });
  api.get('/sandbox/emails', async (context) => {
    const records = await store.emails.latest(LISTED);
    return context.json(records.map(({ shopId, at, ...email }) => ({ shop_id: shopId, at: timestampOf(at), ...email })));
  });
  api.get('/sandbox/requests', (context) =>
    context.json(
      requests.latest(LISTED).map(({ at, endpoint, shop, milliseconds, refusal, ...request }) => ({
        ...request, at: timestampOf(at), endpoint: endpoint ?? null, shop_id: shop ?? null, ms: milliseconds, refusal: refusal ?? null,
      })),
    ));
  api.get('/sandbox/notifications', async (context) => context.json((await store.notifications.latest(LISTED)).map(notificationBody)));
  api.post('/sandbox/notifications/:id/resend', async (context) => {
    await refuseFields(context.req.raw);
    const sent = await notifications.resend(context.req.param('id'));
    if (!sent) throw notFound('The notification');
    return context.json(notificationBody(sent));
  });
  return api;
}
