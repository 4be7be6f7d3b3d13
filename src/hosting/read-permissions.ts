import { base64url, calculateJwkThumbprint } from 'jose';
import { judgeUrl } from '../url/safe-url.js';
import { judgeRsaKey, readSpki, type RsaKey } from '../wire/rsa-key.js';
import type { FieldsPermissions } from './fields-page.js';

/** Permissions of the isolated fields as a person writes them. */
export interface GivenPermissions {
  readonly checkoutUrl: readonly string[];
  /** Public keys in bare base64, or their RFC 7638 thumbprints. */
  readonly publicKey: readonly string[];
  readonly parents: readonly string[];
  readonly sameHost: boolean;
  readonly guard: string;
  /** Addresses of fonts by their names. */
  readonly fonts: Readonly<Record<string, string>>;
}

/** What each of them is called where the person wrote it: an option, or a flag. */
export type PermissionNames = Readonly<Record<'checkoutUrl' | 'publicKey' | 'parents' | 'guard' | 'fonts', string>>;

function required(name: string, given: readonly string[]): readonly string[] {
  if (given.length > 0) return given;
  throw new TypeError(`${name}: expected at least one; got none.`);
}

function readAddress(name: string, text: string): URL {
  const verdict = judgeUrl(text);
  if ('url' in verdict) return verdict.url;
  throw new TypeError(`${name}: expected an https address; got "${text}", but ${verdict.problem}.`);
}

function readParent(name: string, text: string): string {
  const url = readAddress(name, text);
  if (url.href === `${url.origin}/`) return url.origin;
  throw new TypeError(`${name}: expected an origin such as https://shop.example; got "${text}".`);
}

function readFont(name: string, [family, text]: readonly [string, string]): [string, string] {
  if (!/^[A-Za-z][\w -]*$/.test(family))
    throw new TypeError(`${name}: expected the name of a font in Latin letters, digits, spaces and hyphens; got "${family}".`);
  const { href } = readAddress(name, text);
  if (/^[\w.:/[\]~%-]+$/.test(href)) return [family, href];
  throw new TypeError(`${name}: expected an address without a query; got "${text}".`);
}

/** The key, or its thumbprint if that was given. */
function readKey(name: string, text: string): RsaKey | string {
  const bare = text.replaceAll(/\s/g, '');
  if (/^[\w-]{43}$/.test(bare)) return bare;
  let key: RsaKey | undefined;
  try {
    key = readSpki(Uint8Array.from(atob(bare), (char) => char.charCodeAt(0)));
  } catch {
    // Not base64.
  }
  if (key && !judgeRsaKey(key)) return key;
  throw new TypeError(
    `${name}: expected an RSA public key in bare base64 (MIIBIjANBg…), or its thumbprint; got "${bare.slice(0, 20)}".`,
  );
}

const thumbprintOf = async (key: RsaKey | string): Promise<string> =>
  typeof key === 'string' ? key : calculateJwkThumbprint({ kty: 'RSA', n: base64url.encode(key.n), e: base64url.encode(key.e) });

/**
 * Reads permissions. Only the keys' thumbprints take time.
 *
 * @throws TypeError, at once, that states what was expected under which name.
 */
export function readPermissions(
  { checkoutUrl, publicKey, parents, sameHost, guard, fonts }: GivenPermissions,
  names: PermissionNames,
): Promise<FieldsPermissions> {
  if (guard !== 'required' && guard !== 'optional')
    throw new TypeError(`${names.guard}: expected required or optional; got "${guard}".`);
  const permissions = {
    host: sameHost ? ('merchant' as const) : ('gateway' as const),
    addresses: required(names.checkoutUrl, checkoutUrl).map((text) =>
      readAddress(names.checkoutUrl, text).href.replace(/\/+$/, ''),
    ),
    parents: required(names.parents, parents).map((text) => readParent(names.parents, text)),
    guard,
    ...(Object.keys(fonts).length > 0 && {
      fonts: Object.fromEntries(Object.entries(fonts).map((font) => readFont(names.fonts, font))),
    }),
  } as const;
  const keys = required(names.publicKey, publicKey).map((text) => readKey(names.publicKey, text));
  return Promise.all(keys.map(thumbprintOf)).then((prints) => ({ ...permissions, keys: prints }));
}
