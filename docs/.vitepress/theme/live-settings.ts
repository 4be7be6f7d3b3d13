/** A setting that the reader can change. */
export interface Field {
  readonly name: string;
  value: string;
  readonly kind?: 'flag' | 'color';
  readonly options?: readonly string[];
}

const LANGUAGE: Field = { name: 'language', value: 'en', options: ['en', 'de', 'es', 'fr', 'ja', 'ru', 'ar', 'fa'] };
// A redirect would leave the page, and with it the gateway in it.
const CHALLENGE: Field = { name: 'challenge', value: 'auto', options: ['auto', 'popup'] };

/** What an example starts with. */
export const ATTRIBUTES: Readonly<Record<string, readonly Field[]>> = {
  'p2p-transfer': [
    { name: 'currency', value: 'USD' },
    { name: 'description', value: 'Money to a card' },
    { name: 'amount', value: '10000' },
    { name: 'theme', value: 'own', options: ['own', 'flat', 'dark', 'contrast'] },
    { name: 'order', value: 'amount-first', options: ['amount-first', 'cards-first'] },
    { name: 'label-position', value: 'inside', options: ['inside', 'above'] },
    CHALLENGE,
    LANGUAGE,
    { name: 'save-card', value: 'false', kind: 'flag' },
    { name: 'test', value: 'true', kind: 'flag' },
  ],
  'product-pay': [{ name: 'mode', value: 'auto', options: ['auto', 'form', 'link'] }, CHALLENGE, LANGUAGE],
  'plan-subscribe': [LANGUAGE],
};

/** The addresses and keys of the reader's own sandbox, for the markup to copy. The element here has those of the gateway in the page. */
export const SANDBOX: Readonly<Record<string, readonly (readonly [name: string, value: string])[]>> = {
  'p2p-transfer': [
    ['checkout-url', 'http://127.0.0.1:4010'],
    ['public-key', '…'],
  ],
  'product-pay': [['public-key', '…']],
  'plan-subscribe': [
    ['base-url', 'http://127.0.0.1:4010'],
    ['plan-id', 'pln_example'],
  ],
};

/** The property that the page sets, and the sandbox's address for it. */
export const OFFERS: Readonly<Record<string, readonly [property: string, url: string]>> = {
  'product-pay': ['product', 'http://127.0.0.1:4010/examples/product'],
  'plan-subscribe': ['plan', 'http://127.0.0.1:4010/examples/plan'],
};

export const EVENTS = [
  'checkout-ready',
  'checkout-change',
  'checkout-quote',
  'checkout-submit',
  'checkout-redirect',
  'checkout-outcome',
  'checkout-error',
  'checkout-cancel',
  'checkout-unavailable',
];

const color = (name: string, value: string): Field => ({ name: `--checkout-color-${name}`, value, kind: 'color' });
const lengths = (name: string, value: string, options: string): Field => ({
  name: `--checkout-${name}`,
  value,
  options: options.split(' '),
});

/** The custom properties to play with, as the element has them in a light page. */
export const TOKENS: readonly Field[] = [
  { name: 'color-scheme', value: 'light', options: ['light', 'dark'] },
  color('accent', '#0a4bcf'),
  color('on-accent', '#ffffff'),
  color('text', '#1a1f36'),
  color('muted', '#4f566b'),
  color('surface', '#ffffff'),
  color('field', '#ffffff'),
  color('border', '#7a859b'),
  color('danger', '#b3141f'),
  color('success', '#0a6b3d'),
  color('warning', '#8a4b00'),
  lengths('radius', '0.5rem', '0 0.25rem 0.5rem 1rem 1.5rem'),
  lengths('space', '1rem', '0.75rem 1rem 1.25rem'),
  lengths('inline-size', '34rem', '24rem 34rem 44rem'),
  lengths('border-width', '1px', '1px 2px'),
  { name: '--checkout-gap', value: '', options: ['', '0.5rem', '1.25rem', '1.5rem'] },
  { name: '--checkout-shadow', value: '', options: ['', 'none', '0 4px 16px rgb(0 0 0 / 20%)'] },
  {
    name: '--checkout-font',
    value: 'inherit',
    options: ['inherit', '1rem/1.5 Georgia, serif', '1.125rem/1.5 system-ui, sans-serif'],
  },
];

/** The colours of a dark page, which the reader sees and changes with `color-scheme: dark`. */
export const DARK: Readonly<Record<string, string>> = {
  '--checkout-color-accent': '#8ab4ff',
  '--checkout-color-on-accent': '#0a1730',
  '--checkout-color-text': '#e8ecf4',
  '--checkout-color-muted': '#a9b3c5',
  '--checkout-color-surface': '#10151e',
  '--checkout-color-field': '#10151e',
  '--checkout-color-border': '#77849b',
  '--checkout-color-danger': '#ff9aa0',
  '--checkout-color-success': '#6fdba6',
  '--checkout-color-warning': '#ffc46b',
};
