/**
 * The catalogue keys of the sentences that the fields show. The page sends the sentences, because the frame contains no
 * catalogue.
 */
export const FIELD_TEXT_KEYS = [
  'source_card',
  'recipient_card',
  'card',
  'number',
  'expiry',
  'expiry_hint',
  'verification_value',
  'holder',
  'recipient_holder',
  'number.empty',
  'number.characters',
  'number.too_short',
  'number.too_long',
  'number.luhn',
  'expiry.empty',
  'expiry.unfinished',
  'expiry.format',
  'expiry.month',
  'expiry.past',
  'expiry.too_far',
  'verification_value.empty',
  'verification_value.characters',
  'verification_value.too_short',
  'verification_value.too_long',
  'holder.empty',
  'recipient_holder.empty',
  'holder.characters',
  'holder.too_long',
  'holder.card_number',
  'same_card',
  'undone',
  'refused',
  'wanted',
  'card_ending',
  'another_card',
  'other_card',
  'saved_cards',
  'choose_card',
  'card_until',
  'card_expired',
  'remove_card',
  'remove_question',
  'remove_yes',
  'remove_no',
  'card_removed',
  'to_pay',
] as const;

export type FieldTextKey = (typeof FIELD_TEXT_KEYS)[number];

/** How many sentences fit into one message, whatever the language. */
export const TEXTS_AT_ONCE = 12;
