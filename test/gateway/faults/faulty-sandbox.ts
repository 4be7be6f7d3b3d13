import { expect } from 'vitest';
import { plainCheck, Sandbox, type Answer } from '../sandbox.js';

export const switchOn = (sandbox: Sandbox, fault: unknown): Promise<Answer> =>
  sandbox.console('/sandbox/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });

export async function faulty(...faults: object[]): Promise<Sandbox> {
  const sandbox = new Sandbox();
  for (const fault of faults) expect((await switchOn(sandbox, fault)).status).toBe(201);
  return sandbox;
}

export const listed = async (sandbox: Sandbox) =>
  (await sandbox.console('/sandbox/faults')).body as unknown as Record<string, unknown>[];
export const transactions = async (sandbox: Sandbox) =>
  (await sandbox.console('/sandbox/transactions')).body as unknown as unknown[];
export const check = (sandbox: Sandbox) => sandbox.post('/ctp/api/verify-p2p', plainCheck());
