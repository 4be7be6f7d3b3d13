import { expect, test, vi } from 'vitest';
import { CARD_INPUTS, rowOf } from '../../src/card/card-fields.js';
import { KNOWN as KNOWN_PARTS } from '../../src/channel/handshake.js';
import { FIELD_TEXT_KEYS } from '../../src/channel/field-texts.js';

/** The sentences of the first release, in their order. A later release adds its own here, after them. */
const KNOWN = `
  number expiry verification_value holder number.empty number.characters number.too_short number.too_long
  number.luhn expiry.empty expiry.unfinished expiry.format expiry.month expiry.past expiry.too_far
  verification_value.empty verification_value.characters verification_value.too_short
  verification_value.too_long holder.empty holder.characters holder.too_long holder.card_number source_card
  recipient_card card expiry_hint recipient_holder recipient_holder.empty recipient_number.empty same_card
  undone refused wanted card_ending another_card other_card saved_cards choose_card card_until card_expired
  remove_card remove_question remove_yes remove_no card_removed amount amount.empty amount.unfinished
  amount.characters amount.currency amount.separators amount.decimals amount.zero amount.negative
  amount.too_large amount.below amount.above amount.card_number amount_between amount_from amount_up_to they_get
  goes_to fee you_pay recipient_before saves_card save_card start_again card_unusable from_message
`;

test('a sentence keeps its place: page and frame of two releases name it by that', () => {
  const known = KNOWN.trim().split(/\s+/);
  expect(FIELD_TEXT_KEYS.slice(0, known.length)).toEqual(known);
});

test('the sentences of every input are sent', () => {
  const needed = CARD_INPUTS.flatMap((input) => [input, ...rowOf(input).reasons.map((reason) => `${input}.${reason}`)]);
  expect(FIELD_TEXT_KEYS).toEqual(expect.arrayContaining(needed));
});

test('page and frame name an input that came later to each other', async () => {
  vi.resetModules();
  const { CARD_FIELDS, CARD_INPUTS: inputs } = await import('../../src/card/card-fields.js');
  Object.assign(CARD_FIELDS, { town: { ...CARD_FIELDS.holder, isLater: true } });
  (inputs as string[]).splice(1, 0, 'town');
  expect((await import('../../src/channel/handshake.js')).KNOWN).toEqual([...KNOWN_PARTS, 'town']);
});
