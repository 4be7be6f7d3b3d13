const AES_256 = 32;
const { subtle } = crypto;

/**
 * Gives a decrypted key the zero bytes that it begins with: WebKitGTK leaves them out, so that the tests' gateway, which runs in
 * the browser, could not open one of 256 sealed sections. What is encrypted is whole.
 */
export function decryptWholeKeys(): void {
  const decrypt = subtle.decrypt.bind(subtle);
  subtle.decrypt = async (algorithm, ...rest) => {
    const bytes = new Uint8Array(await decrypt(algorithm, ...rest));
    const isKey = (typeof algorithm === 'string' ? algorithm : algorithm.name) === 'RSA-OAEP';
    const whole = new Uint8Array(isKey ? Math.max(AES_256, bytes.length) : bytes.length);
    whole.set(bytes, whole.length - bytes.length);
    return whole.buffer;
  };
}
