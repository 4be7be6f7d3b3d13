import * as z from 'zod/mini';
import type { Transaction } from '../../src/merchant/index.js';
import { fillPath, type Endpoint } from '../../src/wire/endpoint.js';
import { transactionByUid, transactionsByTrackingId } from '../../src/wire/transfer.js';

/** What became of a transfer, as far as anybody can know. */
export type Outcome = 'successful' | 'failed' | 'unknown';

/**
 * What the transactions of one tracking id say together: successful when one of them is; failed only when there is one
 * and all of them are, because a list that is still empty proves nothing about a request on its way.
 */
export function outcomeOf(transactions: readonly Pick<Transaction, 'status'>[]): Outcome {
  if (transactions.some(({ status }) => status === 'successful')) return 'successful';
  return transactions.length > 0 && transactions.every(({ status }) => status === 'failed') ? 'failed' : 'unknown';
}

export interface GatewayStatusOptions {
  readonly gatewayUrl: string;
  readonly shopId: string;
  readonly secretKey: string;
  readonly fetch: typeof fetch;
}

const PATIENCE_MS = 10_000;

/** Asks the gateway with the shop's secret key how a transfer stands (spec 8). */
export class GatewayStatus {
  readonly #options: GatewayStatusOptions;

  constructor(options: GatewayStatusOptions) {
    this.#options = options;
  }

  /** Transactions with this tracking id, newest first; none when the gateway knows of none. */
  async byTrackingId(trackingId: string): Promise<readonly Transaction[]> {
    const list = await this.#ask(transactionsByTrackingId, { tracking_id: trackingId });
    return (list?.transactions ?? []).filter(({ tracking_id }) => tracking_id === trackingId);
  }

  /** The transaction with this uid, as a list; empty when the gateway knows of none. */
  async byUid(uid: string): Promise<readonly Transaction[]> {
    const answer = await this.#ask(transactionByUid, { uid });
    return answer?.transaction.uid === uid ? [answer.transaction] : [];
  }

  async #ask<Response>(
    endpoint: Endpoint<Response>,
    parameters: Readonly<Record<string, string>>,
  ): Promise<Response | undefined> {
    const { gatewayUrl, shopId, secretKey, fetch } = this.#options;
    const response = await fetch(gatewayUrl + fillPath(endpoint.path, parameters), {
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`,
      },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`The gateway answered a status query with ${response.status}; expected 200 or 404.`);
    return z.parse(endpoint.response, await response.json());
  }
}
