import { Hono, type Context } from 'hono';
import { html as markup } from 'hono/html';
import { formatAmount } from '../../../src/money/amount.js';
import { safeUrl } from '../../../src/url/safe-url.js';
import { errorResponse, Refusal } from '../http/error-response.js';
import type { GatewayEnv } from '../http/gateway-env.js';
import { dateText } from '../page/date-text.js';
import { page, type Markup } from '../page/page.js';
import { fill, textsIn, type Texts } from '../page/texts.js';
import { termsOf } from '../plan/plan-terms.js';
import type { Shop } from '../shop/shops.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { Store } from '../store/store.js';
import { nextBill, phaseOf } from './schedule.js';
import type { SubscriptionLinks } from './subscription-links.js';
import type { Subscriptions } from './subscriptions.js';

export interface CancelPagesDependencies {
  readonly store: Store;
  readonly shops: ReadonlyMap<number, Shop>;
  readonly subscriptions: Subscriptions;
  readonly subscriptionLinks: SubscriptionLinks;
}

function heading(record: SubscriptionRecord, texts: Texts): readonly [title: string, lead: string] {
  if (record.cancelled) return [texts.canceled, texts.canceled_lead];
  const phase = phaseOf(record);
  if (phase === 'over') return [texts.over, texts.over_lead];
  return phase === 'beginning' ? [texts.beginning, texts.beginning_lead] : [texts.running, texts.running_lead];
}

/** The next charge, and the end of the time that is paid for. */
function whatIsNext(record: SubscriptionRecord, texts: Texts): readonly (readonly [string, string])[] {
  const { plan, language, nextChargeAt, activeTo } = record;
  const bill = phaseOf(record) === 'running' && nextChargeAt !== null ? nextBill(record) : undefined;
  const price = bill && formatAmount(bill.amount, plan.currency, texts.language);
  return [
    ...(price && nextChargeAt !== null ? [[texts.next_charge, `${price}, ${dateText(nextChargeAt, language)}`] as const] : []),
    ...(activeTo === null ? [] : [[texts.paid_until, dateText(activeTo, language)] as const]),
  ];
}

function summary(record: SubscriptionRecord, shop: Shop, texts: Texts): Markup {
  const { plan, language } = record;
  const facts = [
    [texts.merchant, shop.name],
    [texts.subscription, plan.title],
    ...termsOf(plan, language),
    ...whatIsNext(record, texts),
  ];
  return markup`<dl>${facts.map(([label, text]) => markup`<dt>${label}</dt><dd>${text}</dd>\n`)}</dl>`;
}

function subscriptionPage(record: SubscriptionRecord, shop: Shop): Promise<Response> {
  const texts = textsIn(record.language);
  const [title, lead] = heading(record, texts);
  const running = phaseOf(record) === 'running';
  const back = safeUrl(shop.shopUrl)?.href;
  return page({
    language: texts.language,
    title: `${title}: ${shop.name}`,
    header: [shop.name, 'Sandbox'],
    content: markup`<h1>${title}</h1>
<p>${lead}</p>
${summary(record, shop, texts)}
${running ? markup`<form method="post" class="buttons"><button>${texts.cancel_subscription}</button></form>` : ''}
${!running && back ? markup`<p><a class="button" href="${back}">${fill(texts.to_shop, { shop: shop.name })}</a></p>` : ''}`,
    footer: texts.sandbox,
    wide: true,
    unframed: true,
  });
}

function unknownPage(asked: string | undefined): Promise<Response> {
  const texts = textsIn(asked);
  return page({
    language: texts.language,
    title: texts.no_subscription,
    header: [texts.subscription, 'Sandbox'],
    content: markup`<h1>${texts.no_subscription}</h1>\n<p>${texts.no_subscription_lead}</p>`,
    footer: texts.sandbox,
    status: 404,
    unframed: true,
  });
}

/** The pages behind the links in subscribers' e-mails, with a button that cancels. No login, no script. */
export function createCancelPages({ store, shops, subscriptions, subscriptionLinks }: CancelPagesDependencies): Hono<GatewayEnv> {
  /** The subscription of an address; undefined without the right token, so that ids can't be guessed. */
  async function find({ req }: Context): Promise<readonly [SubscriptionRecord, Shop] | undefined> {
    const id = req.param('id') ?? '';
    const record = subscriptionLinks.opensCancel(id, req.query('token') ?? '') ? await store.subscriptions.byId(id) : undefined;
    const shop = record && shops.get(record.shopId);
    return shop && [record, shop];
  }

  const pages = new Hono<GatewayEnv>();
  const path = '/subscriber/:id';
  pages.get(path, async (context) => {
    const found = await find(context);
    return found ? subscriptionPage(...found) : unknownPage(context.req.query('language'));
  });
  pages.post(path, async (context) => {
    const found = await find(context);
    if (!found) return unknownPage(context.req.query('language'));
    try {
      await subscriptions.cancel(found[0].id, "Customer's request");
    } catch (error) {
      // It has ended since, or the button was pressed twice: the page shows the current state.
      if (!(error instanceof Refusal)) throw error;
    }
    // Reloading the next page does not repeat the POST.
    return context.redirect(subscriptionLinks.cancelOf(found[0].id), 303);
  });
  pages.all(path, () =>
    errorResponse({
      status: 405,
      code: 'method_not_allowed',
      message: 'This page takes GET and POST only.',
      headers: { allow: 'GET, POST' },
    }),
  );
  return pages;
}
