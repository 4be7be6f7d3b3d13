import { createHash, timingSafeEqual } from 'node:crypto';
import { API_VERSION } from '../../../src/wire/endpoint.js';
import type { Shop } from '../shop/shops.js';
import { unauthorized, wrongVersion } from './error-response.js';

/** Finds the shop that sent a request (spec 5). */
export interface Authenticator {
  /** @throws Refusal 401: no, malformed or wrong shop id and secret key. */
  basic(authorization: string | undefined): Shop;
  /** @throws Refusal 401 for a wrong public key, 400 for a wrong X-Api-Version (spec 9). */
  bearer(authorization: string | undefined, version: string | undefined): Shop;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Creates the authenticator of a set of shops. */
export function createAuthenticator(shops: readonly Shop[]): Authenticator {
  const byId = new Map(shops.map((shop) => [String(shop.id), shop]));
  const byPublicKey = new Map(shops.map((shop) => [shop.publicKey, shop]));
  return {
    basic(authorization) {
      const encoded = /^basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization ?? '')?.[1] ?? '';
      const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
      const shop = byId.get(id);
      // Compared even for an unknown shop, so that the time taken reveals nothing.
      const matches = timingSafeEqual(digest(secret), digest(shop?.secretKey ?? ''));
      if (!shop || !matches) throw unauthorized('Basic');
      return shop;
    },
    bearer(authorization, version) {
      const shop = byPublicKey.get(/^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '');
      if (!shop) throw unauthorized('Bearer');
      if (version?.trim() !== API_VERSION) throw wrongVersion(version);
      return shop;
    },
  };
}
