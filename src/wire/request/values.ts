import * as z from 'zod/mini';

// The receiver validates what a merchant or the widget sends, and reports each problem in the spec's words.

/** Spec 7.2: the message for a required field that is absent, null or empty. */
export const BLANK = "can't be blank";

const absent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The message for a value that is absent or of the wrong type: absence is reported first. */
export const orBlank = (otherwise: string) => ({
  error: ({ input }: { readonly input?: unknown }): string => (absent(input) ? BLANK : otherwise),
});

/** The message for what should be a whole number, or its text: an integer beyond what a number holds exactly is too large. */
export const notWhole = {
  abort: true,
  error: ({ input }: { readonly input?: unknown }): string =>
    absent(input) ? BLANK : Number.isInteger(input) ? 'is too large' : 'must be an integer',
};

/** A whole number of at least 1. */
export const count = /* @__PURE__ */ z.int(notWhole).check(z.positive('must be greater than 0'));

/** A required string, not blank. */
export const requiredText = /* @__PURE__ */ z.string(orBlank('must be a string')).check(z.regex(/\S/, BLANK));

/** An optional string; null counts as absent. */
export const text = z.nullish(z.string('must be a string'));

/** An optional boolean; null counts as absent. */
export const flag = z.nullish(z.boolean('must be true or false'));

/** An optional string of at most `length` characters. */
export const textUpTo = (length: number) =>
  z.nullish(z.string('must be a string').check(z.maxLength(length, `is too long (maximum is ${length} characters)`)));

/** Spec 2.1: a whole number of minor units, 1 or more. */
export const amount = count;

/** Spec 2.1: the form of an ISO 4217 alpha-3 code; the receiver checks whether the code exists. */
export const currency = /* @__PURE__ */ z
  .string(orBlank('is not in ISO 4217 Alpha-3 format'))
  .check(z.regex(/^[A-Z]{3}$/, orBlank('is not in ISO 4217 Alpha-3 format')));

// Spec 2.1: YYYY-MM-DDThh:mm:ssTZD. A fraction of a second is accepted, though never written.
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/;
const NOT_A_TIME = 'is not in ISO 8601 format (YYYY-MM-DDThh:mm:ssTZD)';

/** Spec 2.1: an optional ISO 8601 time with an offset. */
export const timestamp = /* @__PURE__ */ z.nullish(
  z.string(NOT_A_TIME).check(
    z.regex(TIMESTAMP, { error: NOT_A_TIME, abort: true }),
    z.refine((time) => !Number.isNaN(Date.parse(time)), NOT_A_TIME),
  ),
);

/** An optional http or https address. */
export const address = /* @__PURE__ */ z.nullish(z.url({ protocol: /^https?$/, hostname: /./, error: 'is not a URL' }));
