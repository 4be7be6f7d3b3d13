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

// WHATWG Fetch, "bad port": clients connect to none of these.
const BLOCKED_PORTS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 ' +
    '161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 ' +
    '4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

/** An optional address that the gateway posts to: one that a client can post to, and no place for a password, which would be shown. */
export const postedAddress = /* @__PURE__ */ z.nullish(
  z.url({ protocol: /^https?$/, hostname: /./, error: 'is not a URL', abort: true }).check(
    z.refine((url) => {
      const { username, password } = new URL(url);
      return username === '' && password === '';
    }, 'must not contain a user name or a password'),
    z.refine((url) => !BLOCKED_PORTS.has(new URL(url).port), 'has a port that no client connects to'),
  ),
);
