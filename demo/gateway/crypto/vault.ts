import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { base32 } from './identifiers.js';

/** Protects card data that the gateway keeps: hashed for comparison, encrypted for later use. */
export interface Vault {
  /** A keyed hash of 52 characters: equal for equal texts, useless without the key. */
  hash(purpose: 'stamp' | 'payment' | 'form' | 'cancel' | 'checkout', text: string): string;
  encrypt(text: string): string;
  /** @throws Error when the text was not encrypted with this vault's key. */
  decrypt(sealed: string): string;
}

/** Opens a vault; `key` is 32 random bytes, `random` gives fresh ones for each encryption. */
export function openVault(key: Uint8Array, random: (size: number) => Uint8Array): Vault {
  const derive = (purpose: string): Buffer => createHmac('sha256', key).update(purpose).digest();
  const encryptionKey = derive('encryption');
  return {
    // One key per purpose: merchants see stamps, which must not match the hashes used for anything else.
    hash: (purpose, text) => base32(createHmac('sha256', derive(purpose)).update(text).digest()),
    encrypt(text) {
      const nonce = random(12);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
