import { html as markup } from 'hono/html';
import type { Plan, Product } from '../../../src/merchant/index.js';
import type { TestCard } from '../gateway/sandbox-account.js';
import { type FieldsPlace, fieldsAttribute, fieldsLinks } from './fields-place.js';
import { layout } from './layout.js';
import { priceText } from './price.js';
import { sidePanel } from './side-panel.js';

/** The settings of every page that sells something. */
export interface SalePage {
  readonly sku: string;
  readonly checkoutUrl: string;
  readonly baseUrl: string;
  readonly shopUrl: string;
  readonly publicKey: string;
  readonly fields: FieldsPlace;
  /** How the element shows the bank's page. */
  readonly challenge: string;
  readonly cards: readonly TestCard[];
}

/** A product's page: plain HTML and a script tag. Until the element is defined, a link inside it leads to the payment page. */
export function productPage(product: Product, mode: 'auto' | 'link', page: SalePage) {
  const { sku, shopUrl, publicKey, fields, challenge } = page;
  const here = `${shopUrl}/shop/${sku}${fields ? `?fields=${fields}` : ''}`;
  // For the link the element asks the gateway nothing: the page says what is on offer.
  const asLink = mode === 'link' ? markup` mode="link" data-offer="/api/products/${sku}"` : '';
  return layout({
    title: product.name,
    path: '/shop',
    checkoutUrl: page.checkoutUrl,
    main: markup`<main>
<section class="pay" aria-labelledby="pay-title">
<p><a href="/shop">All goods</a></p>
<h1 id="pay-title">Your purchase</h1>
<div class="sheet"><product-pay confirm-url="${product.confirm_url ?? ''}" pay-url="${product.pay_url ?? ''}" data-sku="${sku}"${asLink}
 public-key="${publicKey}"
 notification-url="${shopUrl}/notifications" return-url="${here}" language="en" challenge="${challenge}"${fieldsAttribute(page)}>
<p class="fallback">${product.name}, ${priceText(product.amount, product.currency)}: <a href="${product.pay_url ?? here}">buy it on the payment page</a>.</p>
</product-pay></div>
<p class="after">${
      mode === 'link'
        ? markup`Paid on the gateway’s page. <a href="/shop/${sku}">Pay on this page instead</a>.`
        : markup`${fieldsLinks((place) => `/shop/${sku}${place ? `?fields=${place}` : ''}`, fields)} <a href="/shop/${sku}?mode=link">Use the payment link instead</a>.`
    }</p>
</section>
${sidePanel(page.cards)}
</main>`,
  });
}

/** A plan's page: its terms and a button to the gateway's page, or, with `form`, the card form. */
export function planPage(plan: Plan, way: 'page' | 'form', page: SalePage) {
  const { sku, shopUrl, baseUrl, publicKey, fields, challenge } = page;
  const inPage = (place: FieldsPlace): string => `/plans/${sku}?in=page${place ? `&fields=${place}` : ''}`;
  const here = shopUrl + inPage(fields);
  const form = markup`<product-pay data-sku="${sku}" confirm-url="${plan.confirm_url ?? ''}" mode="form"
 public-key="${publicKey}" notification-url="${shopUrl}/notifications" return-url="${here}" language="en" challenge="${challenge}"${fieldsAttribute(page)}>
<p class="fallback"><a href="${plan.pay_url ?? here}">Subscribe on the payment page</a>.</p>
</product-pay>`;
  const route = markup`<plan-subscribe base-url="${baseUrl}" plan-id="${plan.id}" data-sku="${sku}" data-offer="/api/plans/${sku}" language="en">
<p class="fallback">${plan.title}: <a href="${baseUrl}/plans/${plan.id}/pay">subscribe on the payment page</a>.</p>
</plan-subscribe>`;
  return layout({
    title: plan.title,
    path: '/shop',
    checkoutUrl: page.checkoutUrl,
    main: markup`<main>
<section class="pay" aria-labelledby="pay-title">
<p><a href="/shop">All goods</a></p>
<h1 id="pay-title">Your subscription</h1>
<div class="sheet">${way === 'form' ? form : route}</div>
<p class="after">${
      way === 'form'
        ? markup`${fieldsLinks(inPage, fields)} <a href="/plans/${sku}">Subscribe on the gateway’s page instead</a>.`
        : markup`<a href="${here}">Subscribe on this page instead</a>`
    }</p>
</section>
${sidePanel(page.cards)}
</main>`,
  });
}
