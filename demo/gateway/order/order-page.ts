import { html as markup } from 'hono/html';
import { safeUrl } from '../../../src/url/safe-url.js';
import type { GatewayUrls } from '../http/gateway-urls.js';
import { page, type Markup } from '../page/page.js';
import type { Shop } from '../shop/shops.js';
import type { ForSale, Unavailability } from './for-sale.js';
import { orderTextsIn, type OrderTexts } from './order-texts.js';

// Runs after the script with the elements, whether that came or not.
const SCRIPT = `
const back = document.getElementById('back');
if (!customElements.get('product-pay')) {
  for (const loading of document.querySelectorAll('.with-script')) loading.hidden = true;
  document.getElementById('not-loaded')?.removeAttribute('hidden');
}
// This is the gateway's own page: beside the job there is nobody to ask.
const payment = document.querySelector('product-pay');
if (payment) payment.resolveStatus = async () => ({ outcome: 'unknown' });
// A form sent by GET leaves its question mark behind.
if (location.href.endsWith('?')) history.replaceState(history.state, '', location.pathname);
addEventListener('checkout-outcome', (event) => {
  const { outcome, transaction, subscription, target } = event;
  // Who comes from the bank's page left the focus there: the outcome is read out to him as to anybody else.
  target.updateComplete.then(() => {
    if (document.activeElement === document.body) target.focus();
  });
  if (outcome === 'failed' || !back) return;
  // The way back tells the shop what the bank's page would have told it; of what nobody knows, nothing.
  const link = back.querySelector('a');
  const { href, hash } = new URL(link.dataset.href);
  const plain = href.slice(0, href.length - hash.length);
  const told = new URLSearchParams({
    ...(outcome === 'successful' && transaction && { uid: transaction.uid, status: transaction.status }),
    ...(outcome === 'successful' && subscription && { id: subscription.id }),
  }).toString();
  link.href = plain + (told && (plain.includes('?') ? '&' : '?')) + told + hash;
  back.hidden = false;
});
`;

const WHY: Readonly<Record<Unavailability, (texts: OrderTexts) => readonly [string, string]>> = {
  'sold out': (texts) => [texts.soldOut, texts.soldOutLead],
  expired: (texts) => [texts.expired, texts.expiredLead],
};

// What stands between the element's tags is there from the first byte, and all there is without script.
function description(thing: ForSale, texts: OrderTexts): Markup {
  const why = thing.unavailable && WHY[thing.unavailable](texts);
  return markup`<h2>${thing.name}</h2>
${thing.description ? markup`<p class="lines">${thing.description}</p>` : ''}
<dl>${thing.facts(texts.language).map(([label, text], index) =>
    markup`<dt>${label}</dt><dd${index === 0 ? markup` class="amount"` : ''}>${text}</dd>\n`)}</dl>
${thing.test ? markup`<p class="pending">${texts.test}</p>` : ''}
${why
    ? markup`<p class="notice"><strong>${why[0]}.</strong> ${why[1]}</p>`
    : markup`<noscript><p class="notice">${texts.withoutScript}</p></noscript>
<p class="with-script">${texts.loading}</p>
<p class="notice" id="not-loaded" hidden>${texts.notLoaded}</p>`}`;
}

/** Where the payer goes after the payment (spec 2.7); undefined without an address that a page may lead to. */
function backOf(thing: ForSale, shop: Shop): string | undefined {
  return safeUrl(thing.returnUrl ?? shop.shopUrl)?.href;
}

/** The page of a thing for sale: what it is without any script, and the card form where there is one. */
export function orderPage(thing: ForSale, shop: Shop, urls: GatewayUrls, language: string): Promise<Response> {
  const texts = orderTextsIn(language);
  const back = backOf(thing, shop);
  const confirmUrl = `${urls.checkout}/v2/confirm_order/${thing.id}/${shop.id}`;
  const returning = back && markup` return-url="${back}" return-origins="${new URL(back).origin}"`;
  const kind = 'plan' in thing.offer ? texts.subscription : texts.payment;
  // Where nothing can be bought the way back is open at once.
  const wayBack = back && (thing.unavailable
    ? markup`<p><a class="button" href="${back}">${texts.toShop(shop.name)}</a></p>`
    : markup`<p id="back" hidden><a class="button" data-href="${back}">${texts.toShop(shop.name)}</a></p>`);
  const content = markup`<h1 class="kind">${kind}</h1>
<product-pay mode="form" confirm-url="${confirmUrl}" public-key="${shop.publicKey}" language="${language}"${returning ?? ''}>
${description(thing, texts)}
</product-pay>
${wayBack ?? ''}
${thing.transactionType === 'authorization' && !thing.unavailable ? markup`<p>${texts.hold}</p>` : ''}`;
  return page({
    language: texts.language,
    title: `${thing.name}: ${shop.name}`,
    header: [shop.name, 'Sandbox'],
    content,
    footer: texts.sandbox,
    status: thing.unavailable ? 410 : 200,
    scripts: { inline: SCRIPT, modules: ['/checkout.js'], connectTo: [urls.checkout] },
    wide: true,
  });
}

/** The page of an address behind which nothing is sold. */
export function nothingForSale(language: string): Promise<Response> {
  const texts = orderTextsIn(language);
  return page({
    language: texts.language,
    title: texts.unknown,
    header: [texts.payment, 'Sandbox'],
    content: markup`<h1>${texts.unknown}</h1>\n<p>${texts.unknownLead}</p>`,
    footer: texts.sandbox,
    status: 404,
  });
}
