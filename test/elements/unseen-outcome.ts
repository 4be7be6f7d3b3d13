import { expect } from 'vitest';
import type { Buyer } from './buyer.js';
import { AMOUNT, mount, type Payer } from './payer.js';

/** Its transfer job takes 2 s. */
export const SLOW = '4000400000000012';
export const patience = { timeout: 15_000 };

export interface Stored {
  readonly phase: string;
  readonly outcome?: string;
  readonly unseen?: boolean;
  readonly tracking_id: string;
}
export const records = (): Stored[] => Object.values(localStorage).map((text) => JSON.parse(String(text)) as Stored);

/** A transfer whose element leaves the page while it runs, as a route change does, and its record. */
export async function leaveAndEnd(
  attributes: Record<string, string> = {},
  expiry = '12/30',
): Promise<{ amount: number; record: Stored }> {
  const amount = AMOUNT;
  const payer = await mount({ ...attributes, amount: String(amount) });
  await payer.pays({ number: SLOW, expiry });
  await expect.poll(() => records()[0]?.phase, patience).toBe('accepted');
  payer.element.remove();
  await expect.poll(() => records()[0]?.phase, patience).toBe('ended');
  return { amount, record: records()[0]! };
}

export const notice = (one: Payer | Buyer) => one.text(/, started .+, (went through|didn’t go through)\.$/);

/** The text of the live region for notices. */
export const announced = ({ element }: Payer | Buyer): string =>
  element.shadowRoot?.querySelector<HTMLElement>('.notices[aria-live=polite]')?.innerText.trim() ?? 'none';

/** The payer switches to another tab, or back to this one. */
export function turnAway(isAway: boolean): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (isAway ? 'hidden' : 'visible') });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
