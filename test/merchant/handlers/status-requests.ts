import { createStatusHandler, type MerchantClient, type StatusHandlerOptions } from '../../../src/merchant/index.js';

export const ask = (query: string, init?: RequestInit): Request => new Request(`https://shop.example/status${query}`, init);

export function handlerOf(client: MerchantClient, options: Partial<StatusHandlerOptions> = {}) {
  return createStatusHandler({ client, authorize: () => true, allowTest: true, ...options });
}
