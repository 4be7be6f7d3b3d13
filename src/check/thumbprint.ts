import { createHash, createPublicKey } from 'node:crypto';

/** RFC 7638 thumbprint of an RSA public key in bare base64; undefined when the text is not such a key. */
export function thumbprintOf(publicKey: string): string | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const { e, kty, n } = key.export({ format: 'jwk' });
    return kty === 'RSA' ? createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url') : undefined;
  } catch {
    return undefined;
  }
}
