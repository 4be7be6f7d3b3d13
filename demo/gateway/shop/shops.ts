import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { CERTIFIED_TEST_KEY, STOREFRONT_TEST_KEY } from './test-keys.js';

/** The settings of a sandbox shop. All of them are published: these are test credentials. */
export interface ShopSettings {
  readonly id: number;
  readonly name: string;
  readonly secretKey: string;
  /** RSA private key, PKCS #8 in PEM: reads sealed card sections, signs notifications. */
  readonly privateKey: string;
  /** Whether the shop may send plain card data (spec 5). */
  readonly pciCertified: boolean;
  /** Receives notifications of payments that name no notification_url. */
  readonly notificationUrl?: string;
  /** Other origins that may receive its notifications. The sandbox delivers to any origin, and warns about the rest. */
  readonly notificationOrigins?: readonly string[];
  /** Where payers go after the payment of a product that has no return_url, or of a plan (spec 2.7). */
  readonly shopUrl?: string;
  /** Whether a wallet's card may pay without a verification value, which spec 2.5 requires. No gateway has confirmed that. */
  readonly walletsWithoutCode?: boolean;
  /** Whether payers get e-mails about their payments (spec 6.3). */
  readonly emails?: boolean;
}

/** A merchant as the gateway knows it. */
export interface Shop extends Omit<ShopSettings, 'privateKey'> {
  /** Bare base64 of the DER SubjectPublicKeyInfo: Bearer credential and encryption key at once. */
  readonly publicKey: string;
  /** RFC 7638 thumbprint of the public key: the `kid` of sealed sections. */
  readonly thumbprint: string;
  readonly privateKey: KeyObject;
}

/** The shops of every sandbox: one without and one with a PCI DSS certificate. */
export const SANDBOX_SHOPS: readonly ShopSettings[] = [
  {
    id: 1001,
    name: 'Corner Store',
    secretKey: 'sandbox-secret-1001-7f3c0f4e9a5d4b7c8e21',
    privateKey: STOREFRONT_TEST_KEY,
    pciCertified: false,
    emails: true,
  },
  {
    id: 1002,
    name: 'Certified Market',
    secretKey: 'sandbox-secret-1002-b96d25a1c04e4f12a7d8',
    privateKey: CERTIFIED_TEST_KEY,
    pciCertified: true,
    emails: true,
  },
];

// RFC 7638, section 3: the required members of an RSA key in lexicographic order, without white space.
function thumbprintOf(publicKey: KeyObject): string {
  const { e, kty, n } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
}

const opened = new WeakMap<ShopSettings, Shop>();

/** Derives a shop's public key and thumbprint from its private key, once for each: reading a key takes milliseconds. */
export function openShop(settings: ShopSettings): Shop {
  const known = opened.get(settings);
  if (known) return known;
  const privateKey = createPrivateKey(settings.privateKey);
  const publicKey = createPublicKey(privateKey);
  const shop = {
    ...settings,
    privateKey,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    thumbprint: thumbprintOf(publicKey),
  };
  opened.set(settings, shop);
  return shop;
}
