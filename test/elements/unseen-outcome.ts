import { expect } from 'vitest';
import type { PaymentRecord } from '../../src/flow/record/payment-record.js';
import type { P2pTransferElement } from '../../src/index.js';
import type { Buyer } from './buyer.js';
import { holdJobs } from './gateway.js';
import { mount, type Payer } from './payer.js';
import { records } from './stored-records.js';

export const patience = { timeout: 15_000 };

/** A transfer whose element leaves the page while it runs, as a route change does. @returns its record. */
export async function leaveAndEnd(
  attributes: Record<string, string> = {},
  expiry = '12/30',
  properties: Partial<P2pTransferElement> = {},
): Promise<PaymentRecord> {
  const release = holdJobs();
  const payer = await mount(attributes, properties);
  await payer.pays({ expiry });
  await expect.poll(() => records()[0]?.phase, patience).toBe('accepted');
  payer.element.remove();
  release();
  await expect.poll(() => records()[0]?.phase, patience).toBe('ended');
  return records()[0]!;
}

/** Waits until an element has looked for outcomes, which it does right after it is ready. */
export async function looked(one: Payer | Buyer): Promise<void> {
  await one.waitForEvents('checkout-ready');
  await new Promise((resolve) => void setTimeout(resolve, 300));
}

export const notice = (one: Payer | Buyer) => one.text(/, started .+, (went through|didn’t go through)\.$/);

/** The text of the live region for notices. */
export const announced = ({ element }: Payer | Buyer): string =>
  element.shadowRoot?.querySelector<HTMLElement>('.notices[aria-live=polite]')?.innerText.trim().replaceAll('\u00a0', ' ') ??
  'none';
