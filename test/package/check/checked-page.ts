import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { FieldsFiles } from '../../../src/hosting/fields-page.js';
import type { Published } from '../../../src/check/judge/row.js';

export const KEY =
  // A key that no shop uses: created for this test, its private key was never stored.
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAg8vC1xQkvZXUJZyVW34kbH/uGm4zXMjs8SzppgCo6MD4cftqxAkepejJp67FP0DdmD1oH43jL79k/PTQt1eeG15y71vFtOtQzYs/eTAHa3U4FFpiBXe4/mQ+q73MZi3WFY5w2U/FIfn7SCK5EnVG4Ak+9KPV4q+TIbghNpnIG511ssub1TlUMVjuwzmB8qtDtGpaH0Xf6BpiJjFJemXaqVAaTq3UAie03wWjN8A9isUVy+N1W7iNQjW4JKbWVN+8ZbjxJrGG1SabUg6LvcCCEmN+n4Ziai+c+HtpIWWfi0uWAD4T3RmxYClS/jExhpAm2xB9XLzXA4QCLxrNJAJfIwIDAQAB';

export const script = (): string => readFileSync(join(inject('packed').folder, 'dist/cdn/checkout.js'), 'utf8');

/** A transfer's tag with all the settings that the check asks for, but for `changes`. */
export const element = (changes: Readonly<Record<string, string | undefined>> = {}): string => {
  const attributes = Object.entries({
    'checkout-url': 'https://checkout.example',
    'public-key': KEY,
    currency: 'USD',
    description: 'Money to a card',
    'return-url': 'https://shop.example/paid',
    'notification-url': 'https://shop.example/notifications',
    ...changes,
  });
  const text = attributes.flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`])).join(' ');
  return `<p2p-transfer ${text}></p2p-transfer>`;
};

export const document = (body: string, head = ''): string =>
  `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pay</title>${head}${body}`;
export const CALLS_SERVER = '<script src="/page.js" defer></script>';

const packed = (path: string): string => readFileSync(join(inject('packed').folder, 'dist', path), 'utf8');

/** The published script files, and the isolated fields. */
export const published = (): Published & { readonly fields: FieldsFiles } => ({
  ...(JSON.parse(packed('script-inventory.json')) as Published),
  fields: { html: packed('fields/fields.html'), script: packed('fields/fields.js'), style: packed('fields/fields.css') },
});

/** The script's tag with the hash of its file. */
export const PINNED_TAG = `<script type="module" src="/checkout.js" crossorigin="anonymous" integrity="${
  published().scripts.find(({ file }) => file === 'checkout.js')?.integrity
}"></script>`;
export const OWN_SCRIPT = PINNED_TAG + CALLS_SERVER;
/** The page's own script. A tag names its product in `data-product`. */
export const PAGE_SCRIPT = `for (const element of document.querySelectorAll('p2p-transfer, product-pay')) {
  element.prepare = async () => ({ trackingId: 'order-1' });
  element.resolveStatus = async () => ({ outcome: 'unknown' });
  if (element.dataset.product) element.product = JSON.parse(element.dataset.product);
}`;
export const POLICY = "default-src 'self'; connect-src 'self' https://checkout.example; base-uri 'none'";
