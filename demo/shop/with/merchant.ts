/** What the shop's server has written into the page for its form. */
export interface Settings {
  /** The shop's own address that tells what is sold. */
  readonly src: string;
  readonly publicKey: string;
  readonly notificationUrl: string;
  readonly returnUrl: string;
}

/** Where the form goes in the page. */
export const place = document.querySelector<HTMLElement>('#app')!;

const { sku = '', src = '', publicKey = '', notificationUrl = '', returnUrl = '' } = place.dataset;

export const settings: Settings = { src, publicKey, notificationUrl, returnUrl };

async function ask<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return response.json() as Promise<Answer>;
}

/** Opens an order for an attempt, before anything is paid; its tracking id is how the shop's server knows it again. */
export const prepare = (): Promise<{ readonly trackingId: string }> =>
  ask('/api/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sku }),
  });

/** Asks the shop's server how an attempt ended, for when the gateway does not tell the page. */
export async function resolveStatus({ trackingId, uid, startedAt }: {
  readonly trackingId?: string | undefined;
  readonly uid?: string | undefined;
  readonly startedAt?: string | undefined;
}): Promise<{ readonly outcome: 'successful' | 'failed' | 'unknown' }> {
  const asked = { ...(trackingId && { tracking_id: trackingId }), ...(uid && { uid }), ...(startedAt && { started_at: startedAt }) };
  const response = await fetch(`/api/status?${new URLSearchParams(asked)}`);
  // No order of this session: somebody else's, or none at all.
  if (response.status === 404) return { outcome: 'unknown' };
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return response.json() as Promise<{ readonly outcome: 'successful' | 'failed' | 'unknown' }>;
}
