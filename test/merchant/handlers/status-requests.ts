import {
  createStatusHandler,
  type MerchantClient,
  type NewTransfer,
  type StatusHandlerOptions,
} from '../../../src/merchant/index.js';
import { plainTransfer } from '../../gateway/sandbox.js';
import { openClient } from '../client/open-client.js';

export const ask = (query: string, init?: RequestInit): Request => new Request(`https://shop.example/status${query}`, init);

export function handlerOf(client: MerchantClient, options: Partial<StatusHandlerOptions> = {}) {
  return createStatusHandler({ client, authorize: () => true, allowTest: true, ...options });
}

export async function transferred(changes: Record<string, unknown> = {}) {
  const { client, sandbox } = await openClient();
  const request = plainTransfer({ tracking_id: 'order-1', ...changes }) as unknown as NewTransfer;
  return { client, sandbox, transaction: await client.createTransfer(request) };
}
