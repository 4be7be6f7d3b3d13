import { html as markup } from 'hono/html';
import type { TestCard } from '../gateway/sandbox-account.js';

const grouped = (number: string): string => number.replaceAll(/\d{4}(?=\d)/g, '$& ');

// The number is text and never an attribute: nothing on this page but what the payer reads may hold one. The button is
// hidden until a script can copy.
const row = ({ number, label }: TestCard, index: number) => markup`<li>
<div><span class="number" id="card-${index}">${grouped(number)}</span> <span class="what">${label}</span></div>
<button type="button" class="copy" id="copy-${index}" aria-labelledby="copy-${index} card-${index}" hidden>Copy</button>
</li>`;

// The numbers that the sandbox made up for itself; the others are known to every gateway of its family.
const isOwn = ({ number }: TestCard): boolean => number.startsWith('4000');

/** The list of cards to try. */
export function testCards(cards: readonly TestCard[]) {
  const rows = cards.map((card, index) => ({ card, markup: row(card, index) }));
  const known = rows.filter(({ card }) => !isOwn(card)).map(({ markup: item }) => item);
  const own = rows.filter(({ card }) => isOwn(card)).map(({ markup: item }) => item);
  return markup`<section class="cards" aria-labelledby="cards-title">
<h2 id="cards-title">Cards to try</h2>
<p>Any future expiry and any security code will do; month 10 is always declined. On the bank's page the code is 123456.</p>
<ul>${known}</ul>
<details><summary>More: missing fields, slow and lost answers</summary><ul>${own}</ul></details>
</section>`;
}
