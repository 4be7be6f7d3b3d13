import { MerchantClient, type MerchantClientOptions } from '../../../src/merchant/index.js';
import { API, Sandbox } from '../../gateway/sandbox.js';

/** A sandbox, and a merchant client of its certified shop, which may send plain card data. */
export async function openClient(
  options: Partial<MerchantClientOptions> = {},
): Promise<{ readonly sandbox: Sandbox; readonly client: MerchantClient }> {
  const sandbox = new Sandbox();
  const { shop_id, secret_key } = await sandbox.shop('plain');
  const client = new MerchantClient({
    shopId: String(shop_id),
    secretKey: secret_key,
    gatewayUrl: API,
    baseUrl: API,
    fetch: (url, init) => sandbox.fetch(url.slice(API.length), init),
    ...options,
  });
  return { sandbox, client };
}

/** The error that a promise rejects with; throws when it does not reject. */
export async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    (value) => {
      throw new Error(`Expected a failure; got ${JSON.stringify(value)}.`);
    },
    (error: unknown) => error,
  );
}
