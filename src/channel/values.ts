import * as z from 'zod/mini';

// Every check is a `refine`: each of zod's own kinds of check would add bytes to the frame.

/** A text of at most `length` characters. */
export const textUpTo = (length: number) => z.string().check(z.refine((text) => text.length <= length));

/** A text that matches `form`. */
export const textLike = (form: RegExp) => z.string().check(z.refine((text) => form.test(text)));

/** A whole number, 0 or more: a revision of the cards, the number of a message, an amount in minor units. */
export const count = z.number().check(z.refine((number) => Number.isSafeInteger(number) && number >= 0));

/** A list of at most `length` items. */
export const listUpTo = <Item extends z.ZodMiniType>(length: number, item: Item) =>
  z.array(item).check(z.refine((list) => list.length <= length));

const fieldNames = listUpTo(5, z.enum(['number', 'exp_month', 'exp_year', 'holder', 'verification_value']));

/** Names of fields, by section. */
export const fieldsBySection = z.strictObject({
  credit_card: z.optional(fieldNames),
  recipient_card: z.optional(fieldNames),
});
