import * as z from 'zod/mini';
import { CARD_INPUTS, rowOf } from '../card/card-fields.js';

// Each of zod's own types and checks would add bytes to the frame. These all share `custom`.

/** A text of at most `length` characters. */
export const textUpTo = (length: number) => z.custom<string>((value) => typeof value === 'string' && value.length <= length);

/** A text that matches `form`. */
export const textLike = (form: RegExp) => z.custom<string>((value) => typeof value === 'string' && form.test(value));

/** One of these texts. */
export const oneOf = <const Text extends string>(...texts: readonly Text[]) => z.custom<Text>((value) => texts.includes(value));

/** Yes or no. */
export const flag = z.custom<boolean>((value) => typeof value === 'boolean');

/** A time in milliseconds since 1970. */
export const time = z.custom<number>(Number.isFinite);

/** A whole number, 0 or more: a revision of the cards, the number of a message, an amount in minor units. */
export const count = z.custom<number>((value) => Number.isSafeInteger(value) && value >= 0);

/** A list of at most `length` items. */
export const listUpTo = <Item extends z.ZodMiniType>(length: number, item: Item) =>
  z.custom<z.infer<Item>[]>(
    (value) => Array.isArray(value) && value.length <= length && value.every((each) => item.safeParse(each).success),
  );

const FIELDS = CARD_INPUTS.flatMap((input) => rowOf(input).fields);
const fieldNames = listUpTo(FIELDS.length, oneOf(...FIELDS));

/** Names of fields, by section. */
export const fieldsBySection = z.strictObject({
  credit_card: z.optional(fieldNames),
  recipient_card: z.optional(fieldNames),
});

/** What a press of the form's button can do. */
export const ACTS = [
  'show_fee',
  'check_again',
  'send',
  'send_confirm',
  'send_same_card',
  'pay',
  'subscribe_and_pay',
  'subscribe_free',
] as const;

/** How many saved cards fit into one message, however long their tokens are. */
export const CARDS_AT_ONCE = 5;
