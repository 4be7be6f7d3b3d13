import { html as markup } from 'hono/html';
import { type ThemeName, THEMES } from '../themes/themes.js';
import type { TestCard } from '../gateway/sandbox-account.js';
import { type FieldsPlace, fieldsAttribute, fieldsLinks } from './fields-place.js';
import { layout } from './layout.js';
import { sidePanel } from './side-panel.js';

export interface TransferPage {
  readonly path: '/' | '/fixed' | '/return';
  /** Minor units; undefined: the payer enters it. */
  readonly amount: number | undefined;
  readonly fields: FieldsPlace;
  /** How the element shows the bank's page. */
  readonly challenge: string;
  readonly currency: string;
  readonly checkoutUrl: string;
  readonly shopUrl: string;
  readonly publicKey: string;
  readonly test: boolean;
  readonly cards: readonly TestCard[];
  readonly theme: ThemeName | undefined;
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

function address({ path, amount, theme, fields }: Pick<TransferPage, 'path' | 'amount' | 'theme' | 'fields'>): string {
  const given = { ...(amount !== undefined && { amount: String(amount) }), ...(theme && { theme }), ...(fields && { fields }) };
  const query = new URLSearchParams(given);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Links to the same page with other themes. */
function themeLinks(page: TransferPage) {
  const choices = [
    ['Corner Store', undefined] as const,
    ...Object.entries(THEMES).map(([name, { title }]) => [title, name as ThemeName] as const),
  ];
  const link = ([title, name]: (typeof choices)[number]) =>
    markup`<li><a href="${address({ ...page, theme: name })}"${name === page.theme ? markup` aria-current="true"` : ''}>${title}</a></li>`;
  return markup`<nav class="looks" aria-label="Looks"><ul>${choices.map(link)}</ul></nav>`;
}

// The return page has the same element, which finds its record and continues.
function element(page: TransferPage) {
  const { amount, currency, checkoutUrl, shopUrl, publicKey, test } = page;
  const fixed = amount === undefined ? '' : markup` amount="${amount}"`;
  const back = shopUrl + address({ ...page, path: '/return' });
  return markup`<p2p-transfer checkout-url="${checkoutUrl}" public-key="${publicKey}" currency="${currency}"${fixed}
 description="Money to a card" notification-url="${shopUrl}/notifications" return-url="${back}" language="en" challenge="${page.challenge}"${fieldsAttribute(page)}${test ? markup` test` : ''}>
<p class="fallback">Loading the card form… It needs JavaScript. If it doesn’t appear in a few seconds, reload the page. Nothing was sent.</p>
</p2p-transfer>`;
}

/** The transfer page in its three forms: any amount, a fixed amount, and after the return from the bank. */
export function transferPage(page: TransferPage) {
  const { title, lead } = WORDS[page.path];
  const again = address({ ...page, path: page.amount === undefined ? '/' : '/fixed' });
  return layout({
    title,
    path: page.path,
    checkoutUrl: page.checkoutUrl,
    theme: page.theme,
    main: markup`<main>
<section class="pay" aria-labelledby="pay-title">
<h1 id="pay-title">${title}</h1>
<p class="lead">${lead}</p>
<div class="sheet">${element(page)}</div>
<p class="after">${
      page.path === '/return'
        ? markup`<a href="${again}">Back to the shop</a>`
        : fieldsLinks((fields) => address({ ...page, fields }), page.fields)
    }</p>
${themeLinks(page)}
</section>
${sidePanel(page.cards)}
</main>`,
  });
}
