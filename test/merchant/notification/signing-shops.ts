import { expect } from 'vitest';
import { NotificationError, verifyNotification } from '../../../src/merchant/index.js';
import { makeShop, transfer } from './notification.js';

export const shop = makeShop();

export const text = (changes?: Readonly<Record<string, unknown>>): string => JSON.stringify({ transaction: transfer(changes) });

export async function refusal(request: Request, options: Partial<Parameters<typeof verifyNotification>[1]> = {}) {
  const error: unknown = await verifyNotification(request, { ...shop, ...options }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NotificationError);
  // Each says what was expected, what came, and what to do.
  expect((error as NotificationError).message).toMatch(/^Expected .{15,}; (?:got|the connection) .{4,}[.:] .{30,}\.$/);
  return error as NotificationError;
}
