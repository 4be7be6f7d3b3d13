import { html as markup } from 'hono/html';
import { safeUrl } from '../../../src/url/safe-url.js';
import type { GatewayUrls } from '../http/gateway-urls.js';
import { page, type Markup } from '../page/page.js';
import { fill, textsIn, type Texts } from '../page/texts.js';
import type { Shop } from '../shop/shops.js';
import type { ForSale, Unavailability } from './for-sale.js';

// Runs after the script with the elements, even if that one did not load.
const SCRIPT = `
const back = document.getElementById('back');
if (!customElements.get('product-pay')) {
  for (const loading of document.querySelectorAll('.with-script')) loading.hidden = true;
  document.getElementById('not-loaded')?.removeAttribute('hidden');
}
// The gateway's own page has no merchant's server, so it gets the result only from the job.
const payment = document.querySelector('product-pay');
if (payment) payment.resolveStatus = async () => ({ outcome: 'unknown' });
// A form sent by GET leaves a question mark in the address.
if (location.href.endsWith('?')) history.replaceState(history.state, '', location.pathname);
addEventListener('checkout-outcome', (event) => {
  const { outcome, transaction, subscription, target } = event;
  // After the return from the bank's page nothing has the focus. The outcome gets it, so that a screen reader announces it.
  target.updateComplete.then(() => {
    if (document.activeElement === document.body) target.focus();
  });
  const manage = document.getElementById('manage');
  const address = outcome === 'successful' && manage && URL.parse(subscription?.cancel_url);
  if (address && address.origin === manage.firstChild.dataset.origin) {
    manage.firstChild.href = address.href;
    manage.hidden = false;
    for (const note of document.querySelectorAll('.note')) note.hidden = true;
  }
  const way = back?.firstChild.dataset[outcome];
  if (!way) return;
  // The link back has the parameters that the bank's page would add; none while the outcome is unknown.
  const link = back.firstChild;
  const { href, hash } = new URL(way);
  const plain = href.slice(0, href.length - hash.length);
  const result = new URLSearchParams({
    ...(outcome === 'successful' && transaction && { uid: transaction.uid, status: transaction.status }),
    ...(outcome === 'successful' && subscription && { id: subscription.id }),
  }).toString();
  link.href = plain + (result && (plain.includes('?') ? '&' : '?')) + result + hash;
  back.hidden = false;
});
`;

const WHY: Readonly<Record<Unavailability, (texts: Texts) => readonly [string, string]>> = {
  'sold out': (texts) => [texts.sold_out, texts.sold_out_lead],
  expired: (texts) => [texts.expired, texts.expired_lead],
};

// The element's content: visible at once, and all that a page without script shows.
function description(item: ForSale, texts: Texts): Markup {
  const why = item.unavailable && WHY[item.unavailable](texts);
  return markup`<h2>${item.name}</h2>
${item.description ? markup`<p class="lines">${item.description}</p>` : ''}
<dl>${item
    .facts(texts.language)
    .map(([label, text], index) => markup`<dt>${label}</dt><dd${index === 0 ? markup` class="amount"` : ''}>${text}</dd>\n`)}</dl>
${item.test ? markup`<p class="pending">${texts.test}</p>` : ''}
${
  why
    ? markup`<p class="notice"><strong>${why[0]}.</strong> ${why[1]}</p>`
    : markup`<noscript><p class="notice">${texts.without_script}</p></noscript>
<p class="with-script">${texts.loading}</p>
<p class="notice" id="not-loaded" hidden>${texts.not_loaded}</p>`
}`;
}

/** Where the payer goes after the payment (spec 2.7); undefined without an address that a page may lead to. */
function backOf(item: ForSale, shop: Shop): string | undefined {
  return safeUrl(item.returnUrl ?? shop.shopUrl)?.href;
}

/** The link to the shop, with an address for each outcome. After a failure, the payer may try again here. */
function linkBack({ successUrl, failUrl }: ForSale, shop: Shop, back: string | undefined, texts: Texts): Markup | '' {
  const successful = safeUrl(successUrl)?.href ?? back;
  const failed = safeUrl(failUrl)?.href;
  if (!successful && !failed) return '';
  const ways = { successful, failed, unknown: back };
  const data = Object.entries(ways).map(([outcome, way]) => (way ? markup` data-${outcome}="${way}"` : ''));
  return markup`<p id="back" hidden><a class="button"${data}>${fill(texts.to_shop, { shop: shop.name })}</a></p>`;
}

/** The page of an item: its description without any script, and with one the card form. */
export function orderPage(item: ForSale, shop: Shop, urls: GatewayUrls, language: string): Promise<Response> {
  const texts = textsIn(language);
  const back = backOf(item, shop);
  const confirmUrl = `${urls.checkout}/v2/confirm_order/${item.id}/${shop.id}`;
  // Where the outcome decides about the address, the payer returns from the bank to this page.
  const isDecided = item.successUrl || item.failUrl;
  const returning = back && !isDecided && markup` return-url="${back}" return-origins="${new URL(back).origin}"`;
  const tracking = item.trackingId ? markup` tracking-id="${item.trackingId}"` : '';
  const kind = 'plan' in item.offer ? texts.subscription : texts.payment;
  // An unavailable item shows the link back at once.
  const wayBack = !item.unavailable
    ? linkBack(item, shop, back, texts)
    : back && markup`<p><a class="button" href="${back}">${fill(texts.to_shop, { shop: shop.name })}</a></p>`;
  const content = markup`<h1 class="kind">${kind}</h1>
<product-pay mode="form" confirm-url="${confirmUrl}" public-key="${shop.publicKey}" language="${language}"${returning || ''}${tracking}>
${description(item, texts)}
</product-pay>
${wayBack ?? ''}
${item.unavailable ? '' : item.notes(texts.language).map((note) => markup`<p class="note">${note}</p>\n`)}
${'plan' in item.offer ? markup`<p id="manage" hidden><a data-origin="${new URL(urls.checkout).origin}">${texts.manage}</a></p>` : ''}`;
  return page({
    language: texts.language,
    title: `${item.name}: ${shop.name}`,
    header: [shop.name, 'Sandbox'],
    content,
    footer: texts.sandbox,
    status: item.unavailable ? 410 : 200,
    scripts: { inline: SCRIPT, modules: ['/checkout.js'], connectTo: [urls.checkout] },
    wide: true,
  });
}

/** The page of an unknown item. */
export function nothingForSale(language: string): Promise<Response> {
  const texts = textsIn(language);
  return page({
    language: texts.language,
    title: texts.nothing_here,
    header: [texts.payment, 'Sandbox'],
    content: markup`<h1>${texts.nothing_here}</h1>\n<p>${texts.nothing_here_lead}</p>`,
    footer: texts.sandbox,
    status: 404,
  });
}
