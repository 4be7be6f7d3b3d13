import { html as markup } from 'hono/html';
import type { TestCard } from '../gateway/sandbox-account.js';
import { testCards } from './test-cards.js';

/** Beside every payment: the element's word, the server's word, and whether they agree; and cards to try. */
export const behind = (cards: readonly TestCard[]) => markup`<div class="behind">
<p class="agreement" id="agreement" role="status" data-state="none">Nothing was paid on this page yet.</p>
<div class="words">
<section aria-labelledby="heard-title">
<h2 id="heard-title">What the page heard</h2>
<p>Events of the element. Anybody who opens the page can make them up.</p>
<ol class="heard" id="heard" tabindex="0" aria-labelledby="heard-title"></ol>
<p class="none">No event yet.</p>
</section>
<section aria-labelledby="known-title">
<h2 id="known-title">What the shop’s server knows</h2>
<p>Signed notifications and answers to its own questions. Only these count.</p>
<div class="known" id="known"></div>
<p class="none">No order yet.</p>
</section>
</div>
${testCards(cards)}
</div>`;
