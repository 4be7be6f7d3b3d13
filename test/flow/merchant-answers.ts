import { vi } from 'vitest';
import type { TransferFlowOptions } from '../../src/flow/transfer-flow.js';

/** What `resolveStatus` answers. */
export type Answer = Awaited<ReturnType<NonNullable<TransferFlowOptions['resolveStatus']>>>;

/** What the rig's page asks for: 100.00 USD. */
export const SUM = { amount: 10_000, currency: 'USD' };
export const PAID = { outcome: 'successful', ...SUM } as const;

export const answering = (answer: Answer) => vi.fn((_: unknown) => Promise.resolve(answer));
export const never = () => vi.fn((_: unknown) => new Promise<Answer>(() => undefined));

/** Answers when the test says so. */
export function onDemand() {
  let give!: (answer: Answer) => void;
  const resolveStatus = vi.fn((_: unknown) => new Promise<Answer>((resolve) => (give = resolve)));
  return { resolveStatus, answer: (answer: Answer) => give(answer) };
}
