import { constants, createDecipheriv, createPrivateKey, privateDecrypt, type JsonWebKey } from 'node:crypto';

/** Decrypts a compact JWE (RFC 7516) only with node:crypto, as an operator would in another language. */
export function openJwe(jwe: string, privateKey: JsonWebKey): { header: Record<string, unknown>; text: string } {
  const [header = '', encryptedKey = '', iv = '', ciphertext = '', tag = ''] = jwe.split('.');
  const bytes = (part: string): Buffer => Buffer.from(part, 'base64url');
  const contentKey = privateDecrypt(
    {
      key: createPrivateKey({ key: privateKey, format: 'jwk' }),
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
    },
    bytes(encryptedKey),
  );
  const decipher = createDecipheriv('aes-256-gcm', contentKey, bytes(iv)).setAAD(Buffer.from(header)).setAuthTag(bytes(tag));
  const text = Buffer.concat([decipher.update(bytes(ciphertext)), decipher.final()]).toString('utf8');
  return { header: JSON.parse(bytes(header).toString()) as Record<string, unknown>, text };
}
