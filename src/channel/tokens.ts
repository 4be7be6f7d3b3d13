/** What the page decides about the looks of the fields: custom properties of the elements, and what they inherit. */
export const TOKENS = [
  '--checkout-color-accent',
  '--checkout-color-on-accent',
  '--checkout-color-text',
  '--checkout-color-muted',
  '--checkout-color-field',
  '--checkout-color-border',
  '--checkout-color-danger',
  '--checkout-color-warning',
  '--checkout-radius',
  '--checkout-space',
  'color-scheme',
  'font-family',
  'font-size',
  'font-weight',
  'letter-spacing',
  'root-font-size',
] as const;

const MOST = 200;

/**
 * Whether a value may be set as a token: colours, lengths, fonts, and arithmetic over them. Nothing that loads (`url()`,
 * `image-set()`), and nothing that ends the declaration.
 */
export const isTokenValue = (value: string): boolean =>
  value.length <= MOST &&
  /^[\w\s#%.,()'"+*/-]*$/.test(value) &&
  !/(url|image|src|element|attr|env|var|expression)[\w-]*\s*\(/i.test(value);
