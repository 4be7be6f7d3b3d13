import { html as markup } from 'hono/html';
import type { TestCard } from '../gateway/sandbox-account.js';
import { layout } from './layout.js';
import { sidePanel } from './side-panel.js';

export interface TransferPage {
  readonly path: '/' | '/fixed' | '/return';
  /** Minor units; undefined: the payer enters it. */
  readonly amount: number | undefined;
  readonly currency: string;
  readonly checkoutUrl: string;
  readonly shopUrl: string;
  readonly publicKey: string;
  readonly test: boolean;
  readonly cards: readonly TestCard[];
}

const WORDS = {
  '/': {
    title: 'Send money to a card',
    lead: 'From your card to any other, usually within minutes. You’ll see the fee before you pay.',
  },
  '/fixed': {
    title: 'Pay a friend back',
    lead: 'The amount is fixed. Just enter the two cards.',
  },
  '/return': {
    title: 'Your transfer',
    lead: 'The result, from the gateway and from the shop’s server.',
  },
} as const;

// The return page has the same element, which finds its record and continues.
function element({ amount, currency, checkoutUrl, shopUrl, publicKey, test }: TransferPage) {
  const fixed = amount === undefined ? '' : markup` amount="${amount}"`;
  const back = `${shopUrl}/return${amount === undefined ? '' : `?amount=${amount}`}`;
  return markup`<p2p-transfer checkout-url="${checkoutUrl}" public-key="${publicKey}" currency="${currency}"${fixed}
 description="Money to a card" notification-url="${shopUrl}/notifications" return-url="${back}" language="en" page-title${test ? markup` test` : ''}>
<p class="fallback">Loading the card form… It needs JavaScript. If it doesn’t appear in a few seconds, reload the page. Nothing was sent.</p>
</p2p-transfer>`;
}

/** The transfer page in its three forms: any amount, a fixed amount, and after the return from the bank. */
export function transferPage(page: TransferPage) {
  const { title, lead } = WORDS[page.path];
  const again = page.amount === undefined ? '/' : `/fixed?amount=${page.amount}`;
  return layout({
    title,
    path: page.path,
    checkoutUrl: page.checkoutUrl,
    main: markup`<main>
<section class="pay" aria-labelledby="pay-title">
<h1 id="pay-title">${title}</h1>
<p class="lead">${lead}</p>
<div class="sheet">${element(page)}</div>
<p class="after">${
      page.path === '/return'
        ? markup`<a href="${again}">Back to the shop</a>`
        : 'Your card is encrypted in this page; the shop never sees its number.'
    }</p>
</section>
${sidePanel(page.cards)}
</main>`,
  });
}
