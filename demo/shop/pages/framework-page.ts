import { html as markup, raw } from 'hono/html';
import type { Product } from '../../../src/merchant/index.js';
import { type FieldsPlace, fieldsUrl } from './fields-place.js';
import { layout } from './layout.js';
import { SOURCES } from './framework-sources.js';

/** A framework or bundler that the demo has a page for. */
export interface Framework {
  readonly name: string;
  /** The additional source of scripts that its page needs. */
  readonly scriptSource?: string;
}

/** The frameworks by the name of their script. */
export const FRAMEWORKS: ReadonlyMap<string, Framework> = new Map<string, Framework>([
  ['bundler', { name: 'npm and a bundler' }],
  ['react', { name: 'React' }],
  ['vue', { name: 'Vue' }],
  ['svelte', { name: 'Svelte' }],
  // The page compiles its templates, since the demo does not use Angular's own build.
  ['angular', { name: 'Angular', scriptSource: "'unsafe-eval'" }],
]);

/** A page that a framework renders, with its settings in data attributes, as a merchant's server would write them. */
export function frameworkPage({
  way,
  name,
  sku,
  product,
  publicKey,
  shopUrl,
  checkoutUrl,
  fields,
}: {
  readonly way: string;
  readonly name: string;
  readonly sku: string;
  readonly product: Product;
  readonly publicKey: string;
  readonly shopUrl: string;
  readonly checkoutUrl: string;
  readonly fields: FieldsPlace;
}) {
  const place = fieldsUrl({ fields, checkoutUrl, shopUrl });
  return layout({
    title: `Coffee by ${name}`,
    path: '/shop',
    checkoutUrl,
    // The events' script comes first, so that it misses none.
    scripts: ['/events.js', `/with/${way}.js`],
    main: markup`<main class="shelf">
<p><a href="/shop">All goods</a></p>
<h1>Coffee, from a page made with ${name}</h1>
<div class="sheet narrow" id="app" data-sku="${sku}" data-public-key="${publicKey}"
 data-confirm-url="${product.confirm_url ?? ''}" data-pay-url="${product.pay_url ?? ''}"
 data-notification-url="${shopUrl}/notifications" data-return-url="${shopUrl}/with/${way}${fields ? `?fields=${fields}` : ''}"${place === undefined ? '' : markup` data-fields-url="${place}"`}></div>
<section aria-labelledby="heard-title">
<h2 id="heard-title">Events on this page</h2>
<ol class="heard" id="heard" tabindex="0" aria-labelledby="heard-title"></ol>
<p class="none">No event yet.</p>
</section>
<section class="sources" aria-labelledby="source-title">
<h2 id="source-title">The source of this page</h2>
${(SOURCES[way] ?? []).map(
  ([file, text], index) => markup`<details${index === 0 ? raw(' open') : ''}><summary>${file}</summary>
<pre tabindex="0"><code>${text}</code></pre></details>`,
)}
</section>
</main>`,
  });
}
