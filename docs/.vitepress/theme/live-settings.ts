import sandbox from '../../samples/sale/sandbox.env?raw';

/** A setting that the reader can change. */
export interface Field {
  readonly name: string;
  /** Of the kind gateway: a path at the sandbox's address. */
  value: string;
  readonly kind?: 'gateway' | 'flag' | 'color';
  readonly options?: readonly string[];
}

const [, publicKey = ''] = /^PUBLIC_KEY=(.*)$/m.exec(sandbox) ?? [];
const KEY: Field = { name: 'public-key', value: publicKey };
const LANGUAGE: Field = { name: 'language', value: 'en', options: ['en', 'ru', 'ar'] };
const CHALLENGE: Field = { name: 'challenge', value: 'auto', options: ['redirect', 'popup', 'dialog', 'auto'] };

/** The script file, below the sandbox's address. */
export const SCRIPTS = 'checkout.js';

/** What an example starts with. The sandbox has a product and a plan for them. */
export const ATTRIBUTES: Readonly<Record<string, readonly Field[]>> = {
  'p2p-transfer': [
    { name: 'checkout-url', value: '', kind: 'gateway' },
    KEY,
    { name: 'currency', value: 'USD' },
    { name: 'description', value: 'Money to a card' },
    { name: 'amount', value: '10000' },
    CHALLENGE,
    LANGUAGE,
    { name: 'save-card', value: 'false', kind: 'flag' },
    { name: 'test', value: 'true', kind: 'flag' },
  ],
  'product-pay': [
    { name: 'src', value: '/examples/product', kind: 'gateway' },
    KEY,
    { name: 'mode', value: 'auto', options: ['auto', 'form', 'link'] },
    CHALLENGE,
    LANGUAGE,
  ],
  'plan-subscribe': [
    { name: 'base-url', value: '', kind: 'gateway' },
    { name: 'plan-id', value: 'pln_example' },
    { name: 'src', value: '/examples/plan', kind: 'gateway' },
    LANGUAGE,
  ],
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

/** The custom properties to play with, as the element has them in a light page. */
export const TOKENS: readonly Field[] = [
  { name: '--checkout-color-accent', value: '#0a4bcf', kind: 'color' },
  { name: '--checkout-color-on-accent', value: '#ffffff', kind: 'color' },
  { name: '--checkout-color-text', value: '#1a1f36', kind: 'color' },
  { name: '--checkout-color-field', value: '#ffffff', kind: 'color' },
  { name: '--checkout-color-border', value: '#7a859b', kind: 'color' },
  { name: '--checkout-radius', value: '0.5rem', options: ['0', '0.25rem', '0.5rem', '1rem', '1.5rem'] },
  { name: '--checkout-space', value: '1rem', options: ['0.75rem', '1rem', '1.25rem'] },
  {
    name: '--checkout-font',
    value: 'inherit',
    options: ['inherit', '1rem/1.5 Georgia, serif', '1.125rem/1.5 system-ui, sans-serif'],
  },
];
