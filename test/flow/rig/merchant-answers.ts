import { vi } from 'vitest';
import type { TransferFlowOptions } from '../../../src/flow/transfer-flow.js';

type ResolveStatus = NonNullable<TransferFlowOptions['resolveStatus']>;

/** The answer of `resolveStatus`. */
export type Answer = Awaited<ReturnType<ResolveStatus>>;

/** The amount of the rig's page: 100.00 USD. */
export const SUM = { amount: 10_000, currency: 'USD' };
export const PAID = { outcome: 'successful', ...SUM } as const;

export const answering = (answer: Answer) => vi.fn<ResolveStatus>(() => Promise.resolve(answer));
export const never = () => vi.fn<ResolveStatus>(() => new Promise(() => undefined));

/** Answers when the test decides. */
export function onDemand() {
  let give!: (answer: Answer) => void;
  const resolveStatus = vi.fn<ResolveStatus>(() => new Promise((resolve) => (give = resolve)));
  return { resolveStatus, answer: (answer: Answer) => give(answer) };
}
