import { html as markup } from 'hono/html';
import { layout } from './layout.js';

/** A kind of page that the element works in, beside plain HTML. */
export interface Way {
  readonly name: string;
  /** What its page needs of the policy beyond what every page has. */
  readonly scriptSource?: string;
}

/** The kinds of pages, by the name of their script. */
export const WAYS: ReadonlyMap<string, Way> = new Map<string, Way>([
  ['bundler', { name: 'npm and a bundler' }],
  ['react', { name: 'React' }],
  ['vue', { name: 'Vue' }],
  ['svelte', { name: 'Svelte' }],
  // Its templates are compiled in the page, for want of a build of its own here.
  ['angular', { name: 'Angular', scriptSource: "'unsafe-eval'" }],
]);

/** A page that a framework fills; what is its own comes in attributes, as a merchant's server would write them. */
export function wayPage({ way, name, sku, publicKey, shopUrl, checkoutUrl }: {
  readonly way: string;
  readonly name: string;
  readonly sku: string;
  readonly publicKey: string;
  readonly shopUrl: string;
  readonly checkoutUrl: string;
}) {
  return layout({
    title: `Coffee by ${name}`,
    path: '/shop',
    checkoutUrl,
    scripts: [`/with/${way}.js`],
    main: markup`<main class="shelf">
<p><a href="/shop">All goods</a></p>
<h1>Coffee, from a page made with ${name}</h1>
<div class="sheet narrow" id="app" data-sku="${sku}" data-src="/api/products/${sku}" data-public-key="${publicKey}"
 data-notification-url="${shopUrl}/notifications" data-return-url="${shopUrl}/with/${way}"></div>
</main>`,
  });
}
