const encoder = /* @__PURE__ */ new TextEncoder();

/** The value of an `Authorization` header for HTTP Basic (spec 5): shop id as user name, secret key as password. */
export function basicAuthorization(shopId: string, secretKey: string): string {
  const bytes = encoder.encode(`${shopId}:${secretKey}`);
  return `Basic ${btoa(String.fromCodePoint(...bytes))}`;
}

/**
 * Compares two secrets in constant time: their digests have the same length, and every byte is compared.
 */
export async function sameSecret(one: string, other: string): Promise<boolean> {
  const [left, right] = await Promise.all([one, other].map(digest));
  let difference = 0;
  for (const [index, byte] of left!.entries()) difference |= byte ^ right![index]!;
  return difference === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
}
