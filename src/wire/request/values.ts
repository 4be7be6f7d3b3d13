import * as z from 'zod/mini';

// The receiver validates what a merchant or the widget sends, and reports each problem in the spec's words.

/** Spec 7.2: the message for a required field that is absent, null or empty. */
export const BLANK = "can't be blank";

const absent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The message for a value that is absent or of the wrong type: absence is reported first. */
export const orBlank = (otherwise: string) => ({
  error: ({ input }: { readonly input?: unknown }): string => (absent(input) ? BLANK : otherwise),
});

/** A required string, not blank. */
export const requiredText = /* @__PURE__ */ z
  .string(orBlank('must be a string'))
  .check(z.refine((text) => text.trim() !== '', BLANK));

/** An optional string; null counts as absent. */
export const text = z.nullish(z.string('must be a string'));

/** An optional boolean; null counts as absent. */
export const flag = z.nullish(z.boolean('must be true or false'));

/** An optional string of at most `length` characters. */
export const textUpTo = (length: number) =>
  z.nullish(z.string('must be a string').check(z.maxLength(length, `is too long (maximum is ${length} characters)`)));

/** Spec 2.1: a whole number of minor units, 1 or more. */
export const amount = /* @__PURE__ */ z.number(orBlank('must be an integer')).check(
  z.refine((value) => Number.isInteger(value), { error: 'must be an integer', abort: true }),
  z.refine((value) => Number.isSafeInteger(value), { error: 'is too large', abort: true }),
  z.refine((value) => value > 0, 'must be greater than 0'),
);

/** Spec 2.1: the form of an ISO 4217 alpha-3 code; the receiver checks whether the code exists. */
export const currency = /* @__PURE__ */ z.string(orBlank('is not in ISO 4217 Alpha-3 format')).check(
  z.refine((code) => code !== '', { error: BLANK, abort: true }),
  z.refine((code) => /^[A-Z]{3}$/.test(code), 'is not in ISO 4217 Alpha-3 format'),
);

// Spec 2.1: YYYY-MM-DDThh:mm:ssTZD. A fraction of a second is accepted, though never written.
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/;

/** Spec 2.1: an optional ISO 8601 time with an offset. */
export const timestamp = /* @__PURE__ */ z.nullish(
  z
    .string('is not in ISO 8601 format (YYYY-MM-DDThh:mm:ssTZD)')
    .check(
      z.refine(
        (time) => TIMESTAMP.test(time) && !Number.isNaN(Date.parse(time)),
        'is not in ISO 8601 format (YYYY-MM-DDThh:mm:ssTZD)',
      ),
    ),
);

/** An optional http or https address. */
export const address = /* @__PURE__ */ z.nullish(
  z.string('is not a URL').check(
    z.refine((value) => {
      // Node 20's `URL.canParse`, once optimized, rejects addresses with letters such as ü.
      try {
        const { protocol, hostname } = new URL(value);
        return (protocol === 'https:' || protocol === 'http:') && hostname !== '';
      } catch {
        return false;
      }
    }, 'is not a URL'),
  ),
);
