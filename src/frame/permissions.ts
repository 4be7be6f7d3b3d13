import type { ToPage } from '../channel/to-page.js';
import { SealError } from '../checkout/errors.js';
import { type EncryptionKey, importPublicKey } from '../checkout/key.js';

type Fault = Extract<ToPage, { kind: 'fault' }>;

/** The permissions in the frame's own document. The page cannot change them by a message or an attribute. */
export interface Permissions {
  /** Origins of the pages that may embed the frame. */
  readonly parents: readonly string[];
  /** RFC 7638 thumbprints of the keys that it seals with. */
  readonly keys: readonly string[];
  /** The checkout addresses that it seals for, without a trailing slash. */
  readonly addresses: readonly string[];
  /** Whether the document requires the visibility guard, so that pages can't turn it off. */
  readonly mustGuard: boolean;
}

/** Reads the permissions that the host of the document has written into it. */
export function readPermissions(document: Document): Permissions {
  const listIn = (name: string): string[] =>
    document.querySelector<HTMLMetaElement>(`meta[name="checkout-${name}"]`)?.content.split(/\s+/).filter(Boolean) ?? [];
  return {
    parents: listIn('parents'),
    keys: listIn('keys'),
    addresses: listIn('addresses'),
    mustGuard: listIn('guard').includes('required'),
  };
}

/** The shop that the page wants to seal cards for. */
interface Shop {
  readonly publicKey: string;
  readonly checkoutUrl: string;
}

/** Returns the key to seal with, or a fault if the document does not allow the page's key or address, or the key can't be used. */
export async function admit({ publicKey, checkoutUrl }: Shop, { keys, addresses }: Permissions): Promise<EncryptionKey | Fault> {
  const fault = (code: Fault['code'], expected: string, got: string): Fault => ({
    kind: 'fault',
    code,
    expected: expected.slice(0, 500),
    got: got.slice(0, 500),
  });
  if (!addresses.includes(checkoutUrl)) return fault('address_not_allowed', addresses.join(' or '), checkoutUrl);
  try {
    const key = await importPublicKey(publicKey);
    return keys.includes(key.thumbprint) ? key : fault('key_not_allowed', keys.join(' or '), key.thumbprint);
  } catch (error) {
    if (!(error instanceof SealError) || error.code === 'section_too_long') throw error;
    return fault(error.code, 'a public key that can be used here', error.message);
  }
}
