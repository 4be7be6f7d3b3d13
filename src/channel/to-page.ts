import * as z from 'zod/mini';
import { BRANDS } from '../card/brand.js';
import { CARD_LABEL } from '../card/saved-card.js';
import type { MessageOf } from './typed-port.js';
import { ACTS, count, fieldsBySection, flag, listUpTo, oneOf, textLike, textUpTo } from './values.js';

const facts = z.strictObject({
  brand: z.optional(oneOf(...BRANDS.map(({ id }) => id))),
  bin: z.optional(textLike(/^\d{6}$/)),
  last4: z.optional(textUpTo(4)),
  label: z.optional(textLike(CARD_LABEL)),
});

/** `seen` is the serial number of the last message whose effects this state includes. */
const state = z.strictObject({
  seen: count,
  hasFocus: flag,
  state: z.strictObject({
    /** Whether a check can be made: the numbers, and all else that it has to include, are valid. */
    checkable: flag,
    /** Whether everything in the cards that a payment needs is valid. */
    complete: flag,
    /** Changes whenever the content of a field that a check seals changes. An older quote is then void. */
    revision: count,
    source: facts,
    /** Empty for payments without a recipient's card. */
    recipient: facts,
    /** Whether both cards are the same, as far as is known: the money would go back to its source. */
    sameCard: flag,
    /** Whether any field contains text. */
    isFilled: flag,
    /** The fields that the gateway asked for and the payer has not filled in. */
    missing: fieldsBySection,
    /** The amount that the payer has typed, in minor units; absent unless it is valid. */
    typed: z.optional(count),
    /** Whether the payer has agreed that their cards are saved. */
    hasAgreed: flag,
  }),
});

/** Every message that the element accepts, by kind. */
export const toPage = {
  /** What the frame knows of the messages. */
  knows: z.strictObject({ names: listUpTo(50, textUpTo(40)) }),
  /** The frame is ready for input, and seals with this key. */
  ready: z.strictObject({ thumbprint: textLike(/^[\w-]{43}$/) }),
  /**
   * The frame refuses to work: its document does not allow the key or the address, the key can't be used, the page can read the
   * frame, or the context is not secure.
   */
  fault: z.strictObject({
    code: oneOf('key_not_allowed', 'address_not_allowed', 'not_isolated', 'key_unusable', 'insecure_context'),
    expected: textUpTo(500),
    got: textUpTo(500),
  }),
  size: z.strictObject({ height: count }),
  state,
  pong: z.strictObject({}),
  /** The payer wants to remove a saved card. */
  remove: z.strictObject({ section: oneOf('credit_card', 'recipient_card'), token: textUpTo(200) }),
  /** The payer has pressed the button, which said this. To a page that knows `pressed`, with the state that the press tells it. */
  press: z.strictObject({ act: oneOf(...ACTS), state: z.optional(state) }),
  /** A press had no effect, because the payer could not read the button: not see it, or not for long enough. */
  refused: z.strictObject({ why: z.optional(oneOf('covered', 'early')) }),
  /** The time to confirm is over, and the payer wants to start again. */
  restart: z.strictObject({}),
  /** One sealed section; `of` is the number of sections. */
  sealed: z.strictObject({ id: count, section: oneOf('credit_card', 'recipient_card'), token: textUpTo(4000), of: count }),
  /**
   * Nothing was sealed. `stale`: the cards have changed since the check or the press, or are incomplete. `other_sum`: the frame
   * shows another sum or operation. `not_pressed`: the payer has not pressed the button for this. The other reasons are errors of
   * sealing.
   */
  unsealed: z.strictObject({
    id: count,
    reason: oneOf('stale', 'other_sum', 'not_pressed', 'insecure_context', 'key_unusable', 'section_too_long'),
    message: textUpTo(500),
  }),
};

export type ToPage = MessageOf<typeof toPage>;
