// The gateway of the live examples, inside the page: no network, no server, no money. It is the one that the elements' own tests use.
import type { P2pTransferElement, PlanSubscribeElement, ProductPayElement, ResolvedOutcome } from '../../../src/index.js';
import { ScriptedGateway } from '../../../demo/scripted/gateway.js';
import { createShop } from '../../../demo/scripted/shop.js';

type LiveElement = P2pTransferElement | ProductPayElement | PlanSubscribeElement;

/** The pages of `../pages` tell of the payer's decision by it. */
const CHANNEL = 'checkout-elements-bank';
/** Enough (ms) to see what the element shows meanwhile. */
const LATENCY = 300;

const TEA = {
  name: 'Green tea, 100 g',
  description: 'First flush',
  currency: 'USD',
  amount: '1250',
  infinite: true,
  immortal: true,
};
const CLUB = {
  title: 'Tea club',
  currency: 'USD',
  plan: { amount: 1000, interval: 1, interval_unit: 'month' },
  trial: { amount: 100, interval: 7, interval_unit: 'day' },
  infinite: true,
};

async function open() {
  // This file is in a folder of the site, whatever its address.
  const bank = new URL('bank.html', new URL(import.meta.env.BASE_URL, location.origin));
  const bankPage = (uid: string) => `${bank}?${new URLSearchParams({ uid })}`;
  const gateway = new ScriptedGateway({ shop: await createShop({ name: 'Example shop' }), bankPage });
  new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }: MessageEvent<{ uid: string; verdict: 'passed' }>) => {
    // Another tab's gateway knows that payment.
    if (gateway.transactions.some(({ uid }) => uid === data.uid)) void gateway.confirm(data.uid, data.verdict);
  });
  return { gateway, tea: gateway.offers.createProduct(TEA), club: gateway.offers.createPlan(CLUB), bank };
}

let opened: ReturnType<typeof open> | undefined;

/** How the payment of an order ended, as a shop's own server would answer. */
function outcomeOf(gateway: ScriptedGateway, trackingId: string | undefined): ResolvedOutcome {
  const all = gateway.transactions.filter(({ tracking_id }) => tracking_id === trackingId);
  const paid = all.find(({ status }) => status === 'successful');
  const isFailed = all.length > 0 && all.every(({ status }) => status === 'failed');
  return { outcome: paid ? 'successful' : isFailed ? 'failed' : 'unknown' };
}

/** Lets an element pay at the gateway in this page. */
export async function connect(element: LiveElement): Promise<void> {
  const { gateway, tea, club, bank } = await (opened ??= open());
  element.fetch = async (url, init) => {
    await new Promise((resolve) => setTimeout(resolve, LATENCY));
    return gateway.fetch(url, init);
  };
  if (element.localName !== 'plan-subscribe')
    (element as P2pTransferElement).resolveStatus = async ({ trackingId }) => outcomeOf(gateway, trackingId);
  // The pages of the gateway itself are not here.
  element.addEventListener('checkout-redirect', (event) => {
    if (!event.url.startsWith(bank.href)) event.preventDefault();
  });
  const settings = {
    'p2p-transfer': { 'checkout-url': gateway.url, 'public-key': gateway.shop.publicKey },
    'product-pay': { 'confirm-url': String(tea['confirm_url']), 'public-key': gateway.shop.publicKey },
    'plan-subscribe': { 'base-url': gateway.url, 'plan-id': String(club['id']) },
  }[element.localName]!;
  for (const [name, value] of Object.entries(settings)) element.setAttribute(name, value);
  if (element.localName === 'plan-subscribe') (element as PlanSubscribeElement).plan = club;
}

// Defined once the elements of the page have their settings: without those they would say that something is missing.
void Promise.all([...document.querySelectorAll<LiveElement>('[data-live]')].map(connect)).then(
  () => import('../../../src/define.js'),
);

/** The address of this module: a page of its own imports it. */
export const address = import.meta.url;
