/** The sentences that the fields show, by their keys in the catalogue. The page sends them: the frame contains no catalogue. */
export const FIELD_WORDS = [
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
  'holder.characters',
  'holder.too_long',
  'holder.card_number',
  'same_card',
  'undone',
  'refused',
  'wanted',
  'card_ending',
  'another_card',
  'transferring',
] as const;

export type FieldWord = (typeof FIELD_WORDS)[number];

/** How many sentences fit into one message, whatever the language. */
export const WORDS_AT_ONCE = 12;
