// The part of jose that a seal uses, with nothing but WebCrypto. jose itself supports every algorithm, and would be a quarter
// of the frame. The build of the frame replaces `jose` with this file; a test decrypts its output with jose.
import { base64url } from '../checkout/base64url.js';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** RFC 7516, 5.1 with the compact serialization of 7.1, for `RSA-OAEP-256` and `A256GCM`. */
export class CompactEncrypt {
  readonly #plaintext: Uint8Array<ArrayBuffer>;
  #header: object = {};

  constructor(plaintext: Uint8Array<ArrayBuffer>) {
    this.#plaintext = plaintext;
  }

  setProtectedHeader(header: { readonly alg: 'RSA-OAEP-256'; readonly enc: 'A256GCM' } & Readonly<Record<string, string>>): this {
    this.#header = header;
    return this;
  }

  async encrypt(key: CryptoKey): Promise<string> {
    const { subtle } = crypto;
    const header = base64url(encode(JSON.stringify(this.#header)));
    // RFC 7516, 5.1 and RFC 7518, 5.3: a key and an initialization vector for this text only.
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const contentKey = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
    const rawKey = await subtle.exportKey('raw', contentKey);
    const sealedKey = new Uint8Array(await subtle.encrypt('RSA-OAEP', key, rawKey));
    const algorithm = { name: 'AES-GCM', iv, additionalData: encode(header), tagLength: 128 };
    const sealed = new Uint8Array(await subtle.encrypt(algorithm, contentKey, this.#plaintext));
    const [text, tag] = [sealed.subarray(0, -16), sealed.subarray(-16)];
    return [header, ...[sealedKey, iv, text, tag].map((bytes) => base64url(bytes))].join('.');
  }
}
