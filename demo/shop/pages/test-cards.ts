import { html as markup } from 'hono/html';
import type { TestCard } from '../gateway/sandbox-account.js';

const grouped = (number: string): string => number.replaceAll(/\d{4}(?=\d)/g, '$& ');

// The number is text and never an attribute, so that tests can detect card numbers anywhere else in the page. The
// button is hidden until a script can copy.
const row = ({ number, label }: TestCard, index: number) => markup`<li>
<div><span class="number" id="card-${index}">${grouped(number)}</span> <span class="what">${label}</span></div>
<button type="button" class="copy" id="copy-${index}" aria-labelledby="copy-${index} card-${index}" hidden>Copy</button>
</li>`;

// The sandbox's own numbers; the others work at every gateway of its family.
const isOwn = ({ number }: TestCard): boolean => number.startsWith('4000');

/** The list of test cards. */
export function testCards(cards: readonly TestCard[]) {
  const rows = cards.map((card, index) => ({ card, markup: row(card, index) }));
  const known = rows.filter(({ card }) => !isOwn(card)).map(({ markup: item }) => item);
  const own = rows.filter(({ card }) => isOwn(card)).map(({ markup: item }) => item);
  return markup`<section class="cards" aria-labelledby="cards-title">
<h2 id="cards-title">Test cards</h2>
<p>Use any future expiry date and any security code; month 10 is always declined. The code for the bank's page is 123456.</p>
<ul>${known}</ul>
<details><summary>More: missing fields, slow and lost responses</summary><ul>${own}</ul></details>
</section>`;
}
