/** Hides parts of a text that a report must not contain. */
export type Redact = (text: string) => string;

const MAX_LENGTH = 900;
const REDACTED = '(redacted)';

// The values of these members are card data, or can be used in place of it. They are found in the text, because a body
// may not be JSON.
const CARD_MEMBER = /("(?:number|verification_value|exp_month|exp_year|token)"\s*:\s*)("(?:[^"\\]|\\.)*"|-?[\d.]+)/g;
const PAN = /\d(?:[\s-]?\d){11,}/g;
// It begins at the beginning of a word: else each letter of a long one would be tried in turn.
const SEALED = /(?<![\w-])[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+/g;

/**
 * Creates the function that hides card data, sealed or not, and these secrets. Test cards are public, but a report is
 * passed on, and an operator may use other cards.
 */
export function redactor(secrets: readonly string[]): Redact {
  return (text) => {
    let hidden = text.replaceAll(CARD_MEMBER, `$1"${REDACTED}"`);
    for (const secret of secrets) if (secret !== '') hidden = hidden.replaceAll(secret, REDACTED);
    hidden = hidden.replaceAll(SEALED, (found) => (found.length > 80 ? REDACTED : found)).replaceAll(PAN, REDACTED);
    return hidden.length > MAX_LENGTH ? `${hidden.slice(0, MAX_LENGTH)}… (${hidden.length} characters)` : hidden;
  };
}
