import { Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { GatewayUrls } from '../addresses.js';
import type { Agenda } from '../agenda.js';
import { scriptResponse, type Assets } from '../assets.js';
import { timestampOf, type Clock } from '../clock.js';
import { dated, sameOriginOnly } from '../cross-origin.js';
import { errorResponse, invalidParams } from '../error-answer.js';
import { createFaultRoutes } from '../faults/routes.js';
import type { Switches } from '../faults/switches.js';
import { TEST_CARDS } from '../issuer/cards.js';
import { openApiResponse } from '../openapi/response.js';
import { Problems } from '../problems.js';
import { readJson } from '../request-body.js';
import { answerErrors, logged, type RequestLog } from '../request-log.js';
import type { Shop } from '../shops.js';
import type { Store, TransactionRecord } from '../store/store.js';
import type { Calendar } from '../subscription/calendar.js';
import { overviewPage } from './overview.js';
import { readState } from './state.js';

export interface ConsoleDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly log: Logger;
  readonly agenda: Agenda;
  /** By which subscriptions are charged. */
  readonly calendar: Calendar;
  readonly shops: ReadonlyMap<number, Shop>;
  readonly assets: Assets;
  readonly urls: GatewayUrls;
  readonly switches: Switches;
  readonly requests: RequestLog;
  readonly hostCheck: MiddlewareHandler;
  readonly answer: (record: TransactionRecord) => unknown;
}

const LISTED = 100;
const FARTHEST = 10 * 366 * 86_400;

const clockRequest = z.looseObject({
  advance_seconds: z.optional(
    z.number('must be a number').check(z.gte(0, 'must not be negative'), z.lte(FARTHEST, 'is more than ten years')),
  ),
  frozen: z.optional(z.boolean('must be true or false')),
}, 'must be an object');

/** The console's origin: what a developer sees and steers. It knows every shop's secrets and gives no CORS. */
export function createConsole(dependencies: ConsoleDependencies): Hono {
  const { clock, store, log, agenda, shops, assets, urls, hostCheck, answer } = dependencies;
  const console = new Hono();
  console.use(logged(log), dated(clock), hostCheck, sameOriginOnly(urls.console));
  console.onError(answerErrors(log));
  console.notFound(() => errorResponse({ status: 404, code: 'not_found', message: 'There is no such address.' }));

  const clockState = () => ({ now: timestampOf(clock.now()), frozen: clock.frozen });

  console.get('/sandbox/shops', (context) =>
    context.json(
      [...shops.values()].map(({ id, secretKey, publicKey, pciCertified }) => ({
        shop_id: id, secret_key: secretKey, public_key: publicKey, pci_certified: pciCertified,
      })),
    ));
  console.get('/sandbox/cards', (context) =>
    context.json(TEST_CARDS.map(({ number, label, as, asks }) => ({ number, label, as, ...(asks && { asks }) }))));
  console.get('/sandbox/clock', (context) => context.json(clockState()));
  console.post('/sandbox/clock', async (context) => {
    const body = clockRequest.safeParse(await readJson(context.req.raw));
    if (!body.success) {
      const problems = new Problems();
      for (const { path, message } of body.error.issues) problems.add(path.length > 0 ? path.map(String) : ['base'], message);
      throw invalidParams(problems);
    }
    const { frozen, advance_seconds } = body.data;
    if (frozen === true) await agenda.freeze();
    if (advance_seconds !== undefined) await agenda.advance(advance_seconds * 1000);
    if (frozen === false) await agenda.release();
    return context.json(clockState());
  });
  console.get('/openapi.json', openApiResponse(urls));
  console.route('/', createFaultRoutes(dependencies.switches));
  console.get('/sandbox/state', async (context) => context.json(await readState(clock, store, urls.checkout)));
  console.get('/sandbox/transactions', async (context) => {
    const records = await store.transactions.latest(LISTED);
    return context.json(records.map((record) => ({ shop_id: record.shopId, ...(answer(record) as object) })));
  });
  console.get('/sandbox/jobs', async (context) => {
    const records = await store.jobs.latest(LISTED);
    return context.json(
      records.map(({ id, shopId, state, work, createdAt, dueAt }) => ({
        shop_id: shopId, job_id: id, of: work.kind, state, uid: work.kind === 'check' ? null : work.uid,
        created_at: timestampOf(createdAt), due_at: timestampOf(dueAt),
      })),
    );
  });
  console.get('/sandbox/requests', (context) =>
    context.json(
      dependencies.requests.latest(LISTED).map(({ at, endpoint, shop, milliseconds, refusal, ...request }) => ({
        ...request, at: timestampOf(at), endpoint: endpoint ?? null, shop_id: shop ?? null, ms: milliseconds, refusal: refusal ?? null,
      })),
    ));
  console.get('/sandbox/notifications', async (context) => {
    const records = await store.notifications.latest(LISTED);
    return context.json(
      records.map(({ id, shopId, uid, url, state, attempts }) => ({
        shop_id: shopId, id, uid, url, state,
        attempts: attempts.map(({ at, result }) => ({ at: timestampOf(at), result })),
      })),
    );
  });

  console.get('/', async () =>
    overviewPage({ state: await readState(clock, store, urls.checkout), shops: [...shops.values()], urls }));
  console.get('/overview.js', ({ req }) => scriptResponse(req.raw, assets, 'overview.js'));
  return console;
}
