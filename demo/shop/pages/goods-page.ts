import { html as markup } from 'hono/html';
import type { Catalogue } from '../gateway/catalogue.js';
import { FRAMEWORKS } from './framework-page.js';
import { layout } from './layout.js';
import { priceText } from './price.js';

const UNITS: Readonly<Record<string, string>> = { hour: 'hour', day: 'day', month: 'month' };

/** The page with everything the shop sells. */
export function goodsPage({ catalogue, checkoutUrl }: { readonly catalogue: Catalogue; readonly checkoutUrl: string }) {
  const goods = [...catalogue.products].map(
    ([sku, { name, description, amount, currency, transaction_type: type }]) => markup`<li><a class="goods" href="/shop/${sku}">
<h2>${name}</h2>
<p>${description ?? ''}</p>
<p class="price">${priceText(amount, currency)}${type === 'authorization' ? ' deposit' : ''}</p>
</a></li>`,
  );
  const plans = [...catalogue.plans].map(([sku, { title, currency, plan, trial }]) => {
    const unit = UNITS[plan.interval_unit] ?? plan.interval_unit;
    const every = plan.interval === 1 ? unit : `${plan.interval} ${unit}s`;
    return markup`<li><a class="goods" href="/plans/${sku}">
<h2>${title}</h2>
<p>${trial?.amount ? 'A subscription that starts with a trial.' : 'A subscription.'}</p>
<p class="price">${priceText(plan.amount, currency)} every ${every}</p>
</a></li>`;
  });
  return layout({
    title: 'Shop',
    path: '/shop',
    checkoutUrl,
    scripts: [],
    main: markup`<main class="shelf">
<h1>The shop</h1>
<p class="lead">Products and subscriptions that this shop’s server created at the gateway with its secret key.</p>
<ul>${goods}${plans}</ul>
<section aria-labelledby="ways-title"><h2 id="ways-title">The same coffee, from other kinds of pages</h2>
<ul class="ways">${[...FRAMEWORKS].map(([way, { name }]) => markup`<li><a href="/with/${way}">${name}</a></li>`)}</ul></section>
</main>`,
  });
}
