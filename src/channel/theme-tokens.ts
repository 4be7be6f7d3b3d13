/**
 * What the page styles the fields in the frame by: the elements' custom properties, inherited properties, and the attribute
 * `label-position`.
 */
export const THEME_TOKENS = [
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
  '--checkout-border-width',
  '--checkout-shadow',
  '--checkout-gap',
  'color-scheme',
  'font-family',
  'font-size',
  'font-weight',
  'letter-spacing',
  'root-font-size',
  'label-position',
] as const;

const MAX_LENGTH = 200;

/**
 * Whether a token may have a value: colours, lengths, fonts, and arithmetic over them. Refuses anything that loads a resource
 * (`url()`, `image-set()`) or ends the declaration.
 */
export const isThemeValue = (value: string): boolean =>
  value.length <= MAX_LENGTH &&
  /^[\w\s#%.,()'"+*/-]*$/.test(value) &&
  !/(url|image|src|element|attr|env|var|expression)[\w-]*\s*\(/i.test(value);
