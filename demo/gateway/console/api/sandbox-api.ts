import { Hono } from 'hono';
import { createFaultRoutes } from '../../faults/routes.js';
import { notFound } from '../../http/error-response.js';
import { readJson } from '../../http/request-body.js';
import { TEST_CARDS } from '../../issuer/cards.js';
import type { Notifications } from '../../notify/notifications.js';
import { openApiResponse } from '../../openapi/response.js';
import type { SubscriptionRecord } from '../../store/record/subscription-record.js';
import type { NotificationRecord } from '../../store/store.js';
import type { Subscriptions } from '../../subscription/subscriptions.js';
import { timelineOf } from '../../subscription/timeline.js';
import type { Scheduler } from '../../time/scheduler.js';
import { timestampOf, type Clock } from '../../time/clock.js';
import type { ConsoleContext } from '../page/section.js';
import { readClockChange } from './clock-request.js';
import { refuseFields } from './empty-body.js';
import { answerTrigger, type TrustingApi } from './trigger.js';

/** The services with which the console changes the sandbox. */
export interface ConsoleControls {
  readonly scheduler: Scheduler;
  readonly notifications: Notifications;
  readonly subscriptions: Subscriptions;
  readonly trustingApi: TrustingApi;
}

const LISTED = 100;
const UPCOMING = 24;

const clockBody = ({ now, frozen }: Pick<Clock, 'now' | 'frozen'>) => ({ now: timestampOf(now()), frozen });

const notificationBody = ({ id, shopId, uid, url, state, body, attempts }: NotificationRecord) => ({
  shop_id: shopId,
  id,
  uid,
  url,
  state,
  body: JSON.parse(body) as unknown,
  attempts: attempts.map(({ at, result }) => ({ at: timestampOf(at), result })),
});

async function subscriptionBody(record: SubscriptionRecord, { store, calendar }: ConsoleContext) {
  const { due, endsAt } = timelineOf(record, calendar, UPCOMING);
  const past = (await store.subscriptions.chargesOf(record.id, LISTED)).toReversed();
  return {
    shop_id: record.shopId,
    id: record.id,
    state: record.state,
    plan_id: record.plan.id,
    customer_id: record.customerId,
    tracking_id: record.trackingId,
    charge_count: record.chargeCount,
    charges: past.map(({ at, ...charge }) => ({ at: timestampOf(at), ...charge })),
    due: due.map(({ at, ...charge }) => ({ at: timestampOf(at), ...charge })),
    ends_at: endsAt === null ? null : timestampOf(endsAt),
  };
}

function addLists(api: Hono, context: ConsoleContext): void {
  const { clock, store, shops, requests, answer, urls } = context;
  const list = (name: string, read: () => unknown): void => {
    api.get(`/sandbox/${name}`, async (c) => c.json(await read()));
  };
  list('addresses', () => ({
    gateway_url: urls.gateway,
    checkout_url: urls.checkout,
    base_url: urls.base,
    console_url: urls.console,
  }));
  list('shops', () =>
    [...shops.values()].map(({ id, secretKey, publicKey, pciCertified }) => ({
      shop_id: id,
      secret_key: secretKey,
      public_key: publicKey,
      pci_certified: pciCertified,
    })),
  );
  list('cards', () => TEST_CARDS.map(({ number, label, as, asks }) => ({ number, label, as, ...(asks && { asks }) })));
  list('clock', () => clockBody(clock));
  list('transactions', async () =>
    (await store.transactions.latest(LISTED)).map((record) => ({ shop_id: record.shopId, ...(answer(record) as object) })),
  );
  list('jobs', async () =>
    (await store.jobs.latest(LISTED)).map(({ id, shopId, state, work, createdAt, dueAt }) => ({
      shop_id: shopId,
      job_id: id,
      of: work.kind,
      state,
      uid: work.kind === 'check' ? null : work.uid,
      created_at: timestampOf(createdAt),
      due_at: timestampOf(dueAt),
    })),
  );
  list('subscriptions', async () =>
    Promise.all((await store.subscriptions.latest(LISTED)).map((record) => subscriptionBody(record, context))),
  );
  list('emails', async () =>
    (await store.emails.latest(LISTED)).map(({ shopId, at, ...email }) => ({ shop_id: shopId, at: timestampOf(at), ...email })),
  );
  list('requests', () =>
    requests.latest(LISTED).map(({ at, endpoint, shop, milliseconds, refusal, ...request }) => ({
      ...request,
      at: timestampOf(at),
      endpoint: endpoint ?? null,
      shop_id: shop ?? null,
      ms: milliseconds,
      refusal: refusal ?? null,
    })),
  );
  list('notifications', async () => (await store.notifications.latest(LISTED)).map(notificationBody));
}

/** `/sandbox/*` and `/openapi.json`: the console's data and actions, for programs. */
export function createSandboxApi(context: ConsoleContext, controls: ConsoleControls): Hono {
  const { clock, urls, activeFaults, shops } = context;
  const { scheduler, notifications, subscriptions, trustingApi } = controls;
  const api = new Hono();
  api.get('/openapi.json', openApiResponse(urls));
  api.route('/', createFaultRoutes(activeFaults));
  addLists(api, context);
  api.post('/sandbox/clock', async (c) => {
    const { frozen, advance_seconds } = readClockChange(await readJson(c.req.raw));
    if (frozen === true) await scheduler.freeze();
    if (advance_seconds !== undefined) await scheduler.advance(advance_seconds * 1000);
    if (frozen === false) await scheduler.release();
    return c.json(clockBody(clock));
  });
  api.post('/sandbox/subscriptions/:id/cancel', async (c) => {
    await refuseFields(c.req.raw);
    const cancelled = await subscriptions.cancel(c.req.param('id'), 'Cancelled in the console');
    if (!cancelled) throw notFound('The subscription');
    return c.json(await subscriptionBody(cancelled, context));
  });
  api.post('/sandbox/trigger', async (c) => answerTrigger(await readJson(c.req.raw), { shops, urls, trustingApi }));
  api.post('/sandbox/notifications/:id/resend', async (c) => {
    await refuseFields(c.req.raw);
    const sent = await notifications.resend(c.req.param('id'));
    if (!sent) throw notFound('The notification');
    return c.json(notificationBody(sent));
  });
  return api;
}
