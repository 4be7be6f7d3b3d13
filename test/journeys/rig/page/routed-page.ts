import { type Sold, shop } from '../merchant.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from './own-page.js';

// Routes as a framework has them: each visit makes a new element, and the page stays. `events` lists the element's events.
const ROUTER = `
const route = document.getElementById('route');
const { markup, slow } = document.currentScript.dataset;
globalThis.events = [];
for (const name of ['outcome', 'error']) addEventListener('checkout-' + name, (event) => events.push(event.outcome ?? event.error.code));
if (slow) {
  const subtle = crypto.subtle;
  const importKey = subtle.importKey.bind(subtle);
  const pressed = new Promise((resolve) => (document.getElementById('key').onclick = resolve));
  subtle.importKey = (...given) => pressed.then(() => importKey(...given));
}
function enter() {
  route.innerHTML = markup;
}
document.getElementById('away').onclick = () => route.replaceChildren();
document.getElementById('pay').onclick = enter;
enter();
`;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A merchant's own page with routes, for the calling file: one button leaves the route that pays, another returns to it. */
export function useRoutedPage(): {
  readonly url: string;
  /** The path of a page with a transfer of an amount (minor units). */
  transfer(amount: number): string;
  /** The path of a page with a product whose key is imported only when the button “Key” is pressed. */
  product(sold: Sold): string;
} {
  const own = useOwnPage(({ pathname, searchParams }) => {
    const element = searchParams.get('element') ?? '';
    const buttons = ['away', 'pay', 'key'].map((id) => `<button id="${id}">${id}</button>`).join('');
    const router = `<script data-markup="${escape(element)}" data-slow="${searchParams.get('slow') ?? ''}">${ROUTER}</script>`;
    return pathname === '/pay' ? html(`<nav>${buttons}</nav><div id="route"></div>${router}${scriptMarkup()}`) : undefined;
  });
  return {
    get url() {
      return own.url;
    },
    transfer: (amount) => `/pay?${new URLSearchParams({ element: transferMarkup({ amount: String(amount) }) })}`,
    product: ({ confirm_url: url }) => {
      const element = `<product-pay public-key="${shop().public_key}" confirm-url="${url}"></product-pay>`;
      return `/pay?${new URLSearchParams({ element, slow: 'yes' })}`;
    },
  };
}

/** The phase that this browser's newest entry about a payment names, evaluated in a page. */
export const PHASES = `['successful', 'failed', 'authentication', 'accepted', 'sent'].find((phase) =>
  Object.keys(localStorage).some((name) => name.startsWith('checkout-elements:') && name.endsWith(':' + phase)))`;

/** Its transfer job takes 2 s. */
export const SLOW = '4000400000000012';
