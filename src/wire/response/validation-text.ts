import { refusedNames } from '../../card/card-fields.js';

// What gateways of the family write about a value that is wrong by itself: the spec's texts (7.1, 7.2) and the usual ones of the
// same kind. None of them can be about a limit, a balance or an earlier request.
const TEXTS = [
  "can't be blank",
  'is required',
  'is missing',
  'is invalid',
  'address is invalid',
  'is not a card number',
  'is not a number',
  'must be an integer',
  'must be greater than 0',
  'must be positive',
  'is not in ISO 4217 Alpha-3 format',
  'is unknown ISO 4217 Alpha-3 code',
  'is not a known ISO 4217 alpha-3 code',
  'is empty',
  'must be a string',
  'is too short',
  'is too long',
  'has the wrong length',
].map((text) => text.toLowerCase());

/** The names of fields that a text may begin with, instead of a path. */
const FIELD = /* @__PURE__ */ new RegExp(
  `^(?:(?:(?:credit|recipient) card )?(?:${/* @__PURE__ */ refusedNames().join('|').replaceAll('_', ' ')})|amount|currency|description)$`,
);

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[_.\s]+/g, ' ')
    .replace(/ \((?:maximum|minimum) is \d+ characters?\)/, '')
    .trim();

/** Whether a message about a field whose path is known says that its value is wrong by itself, in known words. */
export function isValidationText(message: string): boolean {
  const text = plain(message);
  // An order's price is the gateway's own: that it is another one by now can't be used up either.
  if (/^has changed\b/.test(text)) return true;
  return TEXTS.some((known) => text === known || (text.endsWith(` ${known}`) && FIELD.test(text.slice(0, -known.length - 1))));
}

/** The same for a text without a path, which has to name its field: "Credit card number is not a card number". */
export function namesWrongField(message: string): boolean {
  const text = plain(message);
  return TEXTS.some((known) => text.endsWith(` ${known}`) && FIELD.test(text.slice(0, -known.length - 1)));
}
