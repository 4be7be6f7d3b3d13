const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const SMALLEST_MODULUS = 2048;
const CURE = "Paste the shop's public key as the gateway shows it: one line of base64, no BEGIN and END lines.";

/** The bytes of a base64 text, or undefined when it is not base64. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.codePointAt(0)!);
  } catch {
    return undefined;
  }
}

/**
 * The key that signatures of a shop's notifications are verified by.
 *
 * @param publicKey bare base64 of an RSA key's DER SubjectPublicKeyInfo.
 * @throws TypeError when it is anything else, or too weak: under 2048 bits, or with another exponent than 65537.
 */
export async function importSigningKey(publicKey: string): Promise<CryptoKey> {
  const der = bytesOfBase64(publicKey);
  if (!der) throw new TypeError(`publicKey: expected base64; came a text that is not. ${CURE}`);
  const key = await crypto.subtle.importKey('spki', der, ALGORITHM, false, ['verify']).catch((cause: unknown) => {
    throw new TypeError(`publicKey: expected an RSA public key (DER SubjectPublicKeyInfo); came something else. ${CURE}`, {
      cause,
    });
  });
  const { modulusLength, publicExponent } = key.algorithm as RsaHashedKeyAlgorithm;
  const exponent = publicExponent.reduce((value, byte) => value * 256 + byte, 0);
  // Anybody can forge a signature for a key with exponent 1, and libraries import such keys.
  if (modulusLength < SMALLEST_MODULUS || exponent !== 65537) {
    throw new TypeError(
      `publicKey: expected RSA of ${SMALLEST_MODULUS} bits or more with exponent 65537; came ${modulusLength} bits ` +
        `with exponent ${exponent}. ${CURE}`,
    );
  }
  return key;
}

/** Whether `signature` is the RSA-SHA256 (PKCS#1 v1.5) signature of `data` by the private half of `key`. */
export const isSignedBy = (
  key: CryptoKey,
  signature: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<boolean> => crypto.subtle.verify(ALGORITHM, key, signature, data);
