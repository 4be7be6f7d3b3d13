import { type CARD_FIELDS, type CardInputName, rowOf } from '../card/card-fields.js';

/** The sentences about what a check of a card's input refuses. */
type ReasonKey = { [Input in CardInputName]: `${Input}.${(typeof CARD_FIELDS)[Input]['reasons'][number]}` }[CardInputName];

const sentencesOf = (...inputs: CardInputName[]): readonly (CardInputName | ReasonKey)[] => [
  ...inputs,
  ...inputs.flatMap((input) => rowOf(input).reasons.map((reason) => `${input}.${reason}` as ReasonKey)),
];

/**
 * The catalogue keys of the sentences that the page sends, because the frame has only those of its button. Two releases name a sentence by
 * its place: a later one, and those of an input that comes later (`...sentencesOf('phone')`), stand at the end.
 */
export const FIELD_TEXT_KEYS = [
  ...sentencesOf('number', 'expiry', 'verification_value', 'holder'),
  'source_card',
  'recipient_card',
  'card',
  'expiry_hint',
  'recipient_holder',
  'recipient_holder.empty',
  'recipient_number.empty',
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
  'amount',
  'amount.empty',
  'amount.unfinished',
  'amount.characters',
  'amount.currency',
  'amount.separators',
  'amount.decimals',
  'amount.zero',
  'amount.negative',
  'amount.too_large',
  'amount.below',
  'amount.above',
  'amount.card_number',
  'amount_between',
  'amount_from',
  'amount_up_to',
  'they_get',
  'goes_to',
  'fee',
  'you_pay',
  'recipient_before',
  'saves_card',
  'save_card',
  'start_again',
  'card_unusable',
  'from_message',
] as const;

export type FieldTextKey = (typeof FIELD_TEXT_KEYS)[number];

/** How many sentences fit into one message, whatever the language. */
export const TEXTS_AT_ONCE = 12;
