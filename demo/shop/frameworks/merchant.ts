import type { ResolvedOutcome } from 'checkout-elements/merchant';

/** The settings that the shop's server wrote into the page. */
export interface Settings {
  /** The product's addresses at the gateway. */
  readonly confirmUrl: string;
  readonly payUrl: string;
  readonly publicKey: string;
  readonly notificationUrl: string;
  readonly returnUrl: string;
  /** Where the card fields are, if not in the page itself. */
  readonly fieldsUrl: string | undefined;
}

/** The place of the form in the page. */
export const place = document.querySelector<HTMLElement>('#app')!;

const { sku = '', confirmUrl = '', payUrl = '', publicKey = '', notificationUrl = '', returnUrl = '', fieldsUrl } = place.dataset;

export const settings: Settings = { confirmUrl, payUrl, publicKey, notificationUrl, returnUrl, fieldsUrl };

async function ask<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return response.json() as Promise<Answer>;
}

/** Opens an order before each attempt; the shop's server recognises the payment by its tracking id. */
export const prepare = (): Promise<{ readonly trackingId: string }> =>
  ask('/api/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sku }),
  });

/** Asks the shop's server for the result of an attempt, when the page does not get it from the gateway. */
export async function resolveStatus({
  trackingId,
  uid,
  startedAt,
  repeatedAt,
}: {
  readonly trackingId?: string | undefined;
  readonly uid?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly repeatedAt?: string | undefined;
}): Promise<ResolvedOutcome> {
  const asked = {
    ...(trackingId && { tracking_id: trackingId }),
    ...(uid && { uid }),
    ...(startedAt && { started_at: startedAt }),
    ...(repeatedAt && { repeated_at: repeatedAt }),
  };
  const response = await fetch(`/api/status?${new URLSearchParams(asked)}`);
  // No order of this session.
  if (response.status === 404) return { outcome: 'unknown' };
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return response.json() as Promise<ResolvedOutcome>;
}
