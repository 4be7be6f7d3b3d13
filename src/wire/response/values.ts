import * as z from 'zod/mini';
import { withoutPan } from './without-pan.js';

// Responses are read tolerantly: fields are null in some samples and absent in others, and an unexpected value in a field
// that only informs is dropped, so that it can't hide the result of a payment.

/** Reads a non-empty string. */
export const someText = /* @__PURE__ */ z.string().check(z.minLength(1));

/** Reads a string that may be null or absent; anything else counts as absent. */
export const textOrNone = z.catch(z.nullish(z.string()), undefined);

/** Reads a text that is shown to people, without card numbers; otherwise like `textOrNone`. */
export const messageOrNone = z.catch(z.nullish(/* @__PURE__ */ z.string().check(z.overwrite(withoutPan))), undefined);

/** Reads by a schema, and what it refuses in another way: an unexpected value in a field that decides is never dropped. */
const otherwise = <Schema extends z.ZodMiniType>(schema: Schema, read: (value: unknown) => z.output<Schema>) =>
  // Without a context, it is asked for its JSON Schema.
  z.catch(schema, (context: { readonly value: unknown } | undefined) => (context ? read(context.value) : undefined) as never);

/** A value that is not what the contract says, in a few words, so that it can be compared and reported. */
const inWords = (value: unknown): string => withoutPan(JSON.stringify(value) ?? '').slice(0, 100);

/**
 * Reads an id, a code or a time: a string that may be null or absent. Anything else is read as its JSON, and never as absent: a
 * number of the same digits is the same id, and what is there in another form is another payment's.
 */
export const namedOrNone = otherwise(z.nullish(z.string()), inWords);

/** Reads a `test`: false, null or absent is none. Anything else is a test, and is read as its JSON, so that a report names it. */
export const testOrNone = otherwise(z.nullish(z.boolean() as z.ZodMiniType<boolean | string, boolean>), inWords);

/**
 * Whether a transaction, a plan or a product is a test: anything but false, null or absent is one.
 *
 * @example
 * if (isTest(transaction)) console.warn(`${transaction.uid} is a test: nothing was paid.`);
 */
export const isTest = ({ test }: { readonly test?: unknown }): boolean => test !== false && test !== null && test !== undefined;

const DIGITS = /^\d{1,15}$/;

/** A sum that is no number: that of its digits, else one that equals no other. */
const sumOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && DIGITS.test(value) ? Number(value) : Number.NaN;

/**
 * Reads a sum in minor units that may be null or absent. A text of digits is the number. Anything else that is there stays what it
 * is, or is NaN: it equals no sum, and so is never taken for the one that was sent.
 */
export const sumOrNone = otherwise(z.nullish(z.int()), sumOf);

/** Reads a boolean that may be null or absent; anything else counts as absent. */
export const flagOrNone = z.catch(z.nullish(z.boolean()), undefined);

/** Reads a whole number of minor units that may be null or absent; anything else counts as absent. */
export const minorUnitsOrNone = z.catch(z.nullish(z.int()), undefined);

/**
 * Reads one of the spec's "float" amounts in major units (2.3), a number or its decimal text. It is kept as received: the
 * money folder computes with it exactly. An unreadable amount is an error: a fee is never dropped.
 */
export const decimalOrNone = /* @__PURE__ */ z.nullish(
  z.union([z.number().check(z.nonnegative()), z.string().check(z.regex(/^\d{1,15}(\.\d{1,15})?$/))]),
);

/** Reads a value that is text in the spec's tables and a number in its samples, or the reverse (expiry, 2.6). */
export const numeralOrNone = z.catch(z.nullish(z.union([z.number(), z.string()])), undefined);

/** Reads an object whose contents are not used here. */
export const objectOrNone = z.catch(z.nullish(z.looseObject({})), undefined);
