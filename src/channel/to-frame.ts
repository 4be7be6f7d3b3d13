import * as z from 'zod/mini';
import { CARD_LABEL } from '../card/saved-card.js';
import type { MessageOf } from './typed-port.js';
import { isThemeValue, THEME_TOKENS } from './theme-tokens.js';
import { ACTS, CARDS_AT_ONCE, count, fieldsBySection, flag, listUpTo, oneOf, textLike, textUpTo, time } from './values.js';
import { FIELD_TEXT_KEYS } from './field-texts.js';

const savedCard = z.strictObject({
  token: textUpTo(200),
  brand: z.optional(textUpTo(40)),
  last_4: z.optional(textUpTo(4)),
  exp_month: z.optional(textUpTo(4)),
  exp_year: z.optional(textUpTo(4)),
  label: z.optional(textLike(CARD_LABEL)),
});

const currency = textLike(/^[A-Z]{3}$/);

/** What the payer pays for, as the page has set it. The frame shows it, and seals cards for nothing else. */
const subject = z.strictObject({
  operation: oneOf('transfer', 'order'),
  currency,
  /** Minor units. Absent: the payer types it, or the page does not know it yet. */
  amount: z.optional(count),
  /** Whether the payer types the amount. */
  isTyped: z.optional(flag),
  /** Whether they type it before the cards. */
  isFirst: z.optional(flag),
  /** The least and the greatest amount that the payer may type, in minor units. */
  least: z.optional(count),
  most: z.optional(count),
  /** `asked`: the payer decides whether their cards are saved; `agreed`: they have agreed already. */
  saves: z.optional(oneOf('asked', 'agreed')),
});

const line = textUpTo(300);

/** The price as the form shows it. Its sentences and sums are ready to be read. */
const price = z.strictObject({
  status: oneOf('none', 'running', 'given', 'impossible', 'fields', 'unavailable'),
  /** The sentence about it. */
  text: line,
  /** Whether that sentence is only for screen readers, because the summary shows the same. */
  isSpoken: z.optional(flag),
  /** Absent while it is unknown. */
  fee: z.optional(line),
  /** The total that the payer's card is charged, as far as it is known. */
  pays: z.optional(line),
});

/** What the payment adds to the form: the page's own sentences around the button. */
const status = z.strictObject({
  act: oneOf(...ACTS),
  /** Absent for an order: its price stands above the form. */
  price: z.optional(price),
  /** An error that belongs to no input. */
  problem: z.optional(line),
  /** A question, which another press answers. */
  question: z.optional(line),
  /** The recipient's card of the previous attempt, masked. */
  before: z.optional(line),
  /** The time by which the payer has to confirm, and whether it is over, or almost. */
  deadline: z.optional(z.strictObject({ text: line, isOver: flag, isSoon: z.optional(flag) })),
  /** The button's text while it stays locked for a time. */
  wait: z.optional(line),
  /** Whether a press waits to be carried out. */
  isBusy: flag,
  /** Whether the button is disabled. */
  isLocked: flag,
  /** Whether the page has disabled the element. There its fieldset disables the form; in a frame, one of its own does. */
  isDisabled: z.optional(flag),
  /** Whether a question appeared too recently for the payer to have read it. */
  isUnread: z.optional(flag),
});

/** Every message that the frame accepts, by kind. */
export const toFrame = {
  /** What the page knows of the messages. The frame answers with the same. */
  knows: z.strictObject({ names: listUpTo(50, textUpTo(40)) }),
  /** The shop that the page wants to seal for. The frame compares it with what its own document allows. */
  shop: z.strictObject({ publicKey: textUpTo(3000), checkoutUrl: textUpTo(500) }),
  /** Some of the sentences: those for `FIELD_TEXT_KEYS` from index `first`. */
  words: z.strictObject({ first: count, words: listUpTo(FIELD_TEXT_KEYS.length, textUpTo(300)) }),
  /** The values of all tokens, in the order of `THEME_TOKENS`; an empty value leaves its token unset. */
  theme: z.strictObject({
    values: listUpTo(
      THEME_TOKENS.length,
      z.custom<string>((value) => typeof value === 'string' && isThemeValue(value)),
    ),
  }),
  set: z.strictObject({
    serial: count,
    language: textUpTo(35),
    sections: listUpTo(2, oneOf('source_card', 'recipient_card', 'card')),
    autoAdvance: flag,
    /**
     * Whether the page wants the visibility guard: a press counts only if the payer sees the button. The document may require it.
     */
    guards: flag,
    collect: fieldsBySection,
    subject: z.optional(subject),
  }),
  status: z.strictObject({ status }),
  /** Some of a section's saved cards, from index `first`. They are shown once all `count` of them have arrived. */
  saved: z.strictObject({
    serial: count,
    section: oneOf('credit_card', 'recipient_card'),
    chosen: z.optional(textUpTo(200)),
    isRemovable: z.optional(flag),
    first: count,
    count,
    cards: listUpTo(CARDS_AT_ONCE, savedCard),
  }),
  require: z.strictObject({ serial: count, fields: fieldsBySection }),
  refuse: z.strictObject({
    serial: count,
    errors: listUpTo(8, z.strictObject({ path: listUpTo(6, textUpTo(60)), messages: listUpTo(4, textUpTo(300)) })),
  }),
  clear: z.strictObject({ serial: count, what: oneOf('verification_value', 'all') }),
  refresh: z.strictObject({ serial: count }),
  /** An amount to begin with, where the payer has typed none. */
  refill: z.strictObject({ serial: count, amount: z.optional(count) }),
  /** Asks whether the frame is still alive. */
  ping: z.strictObject({}),
  /** The payer could not see the button when they pressed it: only the page knows of outlines around the frame. */
  unseen: z.strictObject({}),
  /** Moves the focus to a field; no message moves it to the button. */
  focus: z.strictObject({ where: oneOf('first', 'unfinished') }),
  seal: z.strictObject({
    id: count,
    revision: count,
    binding: z.strictObject({
      operation: oneOf('check', 'transfer', 'order'),
      amount: count,
      currency,
      trackingId: z.optional(textUpTo(300)),
      productId: z.optional(textUpTo(300)),
      /** Sealed only if the frame shows that the cards will be saved, or the payer has agreed there. */
      contract: z.optional(listUpTo(1, oneOf('oneclick'))),
      issuedAt: time,
    }),
  }),
};

export type ToFrame = MessageOf<typeof toFrame>;
