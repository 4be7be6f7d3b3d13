import { html as markup } from 'hono/html';
import type { TestCard } from '../gateway/sandbox-account.js';
import { testCards } from './test-cards.js';

/** The panel beside every payment: the element's events, the server's knowledge, whether they agree, and test cards. */
export const sidePanel = (cards: readonly TestCard[]) => markup`<div class="behind">
<p class="agreement" id="agreement" role="status" data-state="none">Nothing has been paid on this page yet.</p>
<div class="words">
<section aria-labelledby="heard-title">
<h2 id="heard-title">Events on this page</h2>
<p>From the element. Anyone who opens the page can fake them.</p>
<ol class="heard" id="heard" tabindex="0" aria-labelledby="heard-title"></ol>
<p class="none">No event yet.</p>
</section>
<section aria-labelledby="known-title">
<h2 id="known-title">What the shop’s server knows</h2>
<p>From signed notifications and its own status queries. Only this counts.</p>
<div class="known" id="known"></div>
<p class="none">No order yet.</p>
</section>
</div>
${testCards(cards)}
</div>`;
