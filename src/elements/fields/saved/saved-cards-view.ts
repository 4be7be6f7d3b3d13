import { html, nothing, svg, type TemplateResult } from 'lit';
import { fill, type Words } from '../../../locales/messages.js';
import { labelBeside } from '../../base/card-text.js';
import { CARD_GLYPH } from '../brand/brand-mark.js';
import { expiryText, type SavedCard } from '../../../card/saved-card.js';
import { savedCardName, savedCardText, savedFacts } from './saved-facts.js';
import type { SavedChoice } from './saved-choice.js';

/** The saved cards of a section, and the callbacks for the payer's actions. */
export interface SavedCardsContext {
  /** The prefix of all ids. */
  readonly id: string;
  readonly choice: SavedChoice;
  readonly isRecipient: boolean;
  readonly words: Words;
  /** Returns a copy of the merchant's art for the card's brand. */
  readonly artFor: (card: SavedCard) => Element | undefined;
  /** The error about the choice. */
  readonly complaint: string | undefined;
  readonly pick: (picked: SavedCard | 'another') => void;
  /** Asks the payer whether to remove a card. Undefined closes the question. */
  readonly ask: (card: SavedCard | undefined) => void;
  readonly remove: (card: SavedCard) => void;
}

const CROSS = html`<svg viewBox="0 0 16 16" aria-hidden="true">${svg`<path d="M4 4l8 8m0-8l-8 8" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"></path>`}</svg>`;

/** The saved cards to choose from, and another one to type. The fields of the chosen one stand under its row. */
export function savedCardsView(context: SavedCardsContext): TemplateResult | typeof nothing {
  const { id, choice, words, complaint, pick } = context;
  if (choice.given.cards.length === 0) return nothing;
  return html`
    <div
      class="choices"
      part="saved-cards"
      role="radiogroup"
      aria-label=${words.saved_cards}
      aria-required="true"
      aria-invalid=${complaint === undefined ? 'false' : 'true'}
      aria-describedby=${complaint === undefined ? nothing : `${id}-saved-error`}
    >
      ${choice.given.cards.map((card) => (card.token === choice.asked ? questionView(card, context) : rowView(card, context)))}
      <div class="choice">
        <label>
          <input type="radio" name="saved" .checked=${choice.isCardTyped} @change=${() => pick('another')} />
          ${CARD_GLYPH}<span>${words.other_card}</span>
        </label>
      </div>
      ${complaint === undefined ? nothing : html`<p part="error" class="error" id="${id}-saved-error">${complaint}</p>`}
    </div>
  `;
}

/** The class of a row, by which the styles place the fields. */
const rowClass = (card: SavedCard, { card: chosen }: SavedChoice): string =>
  chosen?.token === card.token ? 'choice chosen' : 'choice';

function rowView(card: SavedCard, context: SavedCardsContext): TemplateResult {
  const { choice, words, pick, ask } = context;
  return html`
    <div class=${rowClass(card, choice)} part="saved">
      <label>
        <input
          type="radio"
          name="saved"
          .checked=${choice.card?.token === card.token}
          ?disabled=${choice.flawOf(card) !== undefined}
          @change=${() => pick(card)}
        />
        ${cardView(card, context)}
      </label>
      ${
        choice.given.isRemovable
          ? html`<button
              part="button remove"
              type="button"
              class="quiet remove"
              aria-label=${fill(words.remove_card, { card: savedCardName(card, words) })}
              @click=${() => ask(card)}
            >${CROSS}</button>`
          : nothing
      }
    </div>
  `;
}

/** Replaces a card's row with a question, so that a slip of the finger does not remove the card. */
function questionView(card: SavedCard, { choice, words, ask, remove }: SavedCardsContext): TemplateResult {
  const question = fill(words.remove_question, { card: savedCardName(card, words) });
  return html`
    <div class="${rowClass(card, choice)} question" part="saved" role="group" aria-label=${question}>
      <span>${unbroken(question)}</span>
      <span class="answers">
        <button part="button" type="button" class="quiet keep" @click=${() => ask(undefined)}>${words.remove_no}</button>
        <button part="button" type="button" class="quiet danger" @click=${() => remove(card)}>${words.remove_yes}</button>
      </span>
    </div>
  `;
}

/** Keeps a card's dots and digits on one line. */
const unbroken = (text: string): string => text.replace('• ', '•\u00a0');

/** A sentence with a date, which is written from left to right in every language. */
function dateView(date: string, sentence: string): TemplateResult | undefined {
  const [before, after] = sentence.split('{date}');
  return date ? html`${before}<bdi dir="ltr">${date}</bdi>${after}` : undefined;
}

function cardView(card: SavedCard, { choice, words, artFor, isRecipient }: SavedCardsContext): TemplateResult {
  const art = artFor(card);
  const flaw = choice.flawOf(card);
  const facts = savedFacts(card);
  const which = savedCardText(card, words);
  const label = labelBeside(facts, which);
  // A frame may have got no sentence for it from an older page.
  const unusable = flaw === 'card_unusable' ? (words.card_unusable ?? words.choose_card) : undefined;
  // Until when another person's card is valid is not the payer's business.
  const text = unusable ?? (flaw || !isRecipient ? dateView(expiryText(card), words[flaw ?? 'card_until']) : undefined);
  // The brand's name is in the text, so screen readers skip the art.
  return html`${art ? html`<span class="glyph art" aria-hidden="true">${art}</span>` : CARD_GLYPH}<span class="which"
      >${label ? html`<span class="label"><bdi>${label}</bdi></span> ` : nothing}<span><bdi>${unbroken(which)}</bdi></span>${
        text ? html` <small class=${flaw ? 'expired' : nothing} role=${unusable ? 'alert' : nothing}>${text}</small>` : nothing
      }</span
    >`;
}
