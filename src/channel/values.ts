import * as z from 'zod/mini';

// One kind of check for everything: each kind of zod's own is further bytes of the frame.

/** A text of at most so many characters. */
export const textUpTo = (length: number) => z.string().check(z.refine((text) => text.length <= length));

/** A text of a form. */
export const textLike = (form: RegExp) => z.string().check(z.refine((text) => form.test(text)));

/** A whole number from 0 on: a revision of the cards, the number of a message, an amount in minor units. */
export const count = z.number().check(z.refine((number) => Number.isSafeInteger(number) && number >= 0));

/** A list of at most so many. */
export const listUpTo = <Item extends z.ZodMiniType>(length: number, item: Item) =>
  z.array(item).check(z.refine((list) => list.length <= length));

const fieldNames = listUpTo(5, z.enum(['number', 'exp_month', 'exp_year', 'holder', 'verification_value']));

/** Fields by section. */
export const fieldsBySection = z.strictObject({
  credit_card: z.optional(fieldNames),
  recipient_card: z.optional(fieldNames),
});
