/** Hides in a text what a report must not carry. */
export type Withhold = (text: string) => string;

const LONGEST = 900;
const WITHHELD = '(withheld)';

// The values of these members are card data or stand for it. Read in text, as a body need not be JSON.
const CARD_MEMBER = /("(?:number|verification_value|exp_month|exp_year|token)"\s*:\s*)("(?:[^"\\]|\\.)*"|-?[\d.]+)/g;
const PAN = /\d(?:[\s-]?\d){11,}/g;
const SEALED = /[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+/g;

/**
 * Makes what hides card data, sealed or not, and these secrets. Test cards are published, but a report is sent around,
 * and an operator may use other cards.
 */
export function withholding(secrets: readonly string[]): Withhold {
  return (text) => {
    let hidden = text.replaceAll(CARD_MEMBER, `$1"${WITHHELD}"`);
    for (const secret of secrets) if (secret !== '') hidden = hidden.replaceAll(secret, WITHHELD);
    hidden = hidden.replaceAll(SEALED, (found) => (found.length > 80 ? WITHHELD : found)).replaceAll(PAN, WITHHELD);
    return hidden.length > LONGEST ? `${hidden.slice(0, LONGEST)}… (${hidden.length} characters)` : hidden;
  };
}
