import { expect, test } from 'vitest';
import { readDocuments } from '../../build/manifest/documents.mjs';
import { NotificationError, type NotificationErrorCode } from '../../src/merchant/notification/notification-error.js';
import { SUBSCRIPTION_STATES } from '../../src/wire/response/subscription.js';

const documentation = [...readDocuments().values()].join('\n');

// Its type makes it complete: a new code has to be added here, and therefore to the documentation.
const CODES: Readonly<Record<NotificationErrorCode, number>> = {
  notification_unauthorized: 401,
  notification_unsigned: 401,
  notification_signature_mismatch: 401,
  notification_is_test: 403,
  notification_unknown: 200,
  notification_malformed: 400,
  notification_interrupted: 400,
  notification_too_large: 413,
};

test('the documentation lists every code of a refused notification with its status, and no others', () => {
  const [, table = ''] = /<!-- notification errors -->(.*?)<!-- \/notification errors -->/s.exec(documentation) ?? [];
  const documented = [...table.matchAll(/^\| `(notification_\w+)` \| (\d+) \|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);
  expect(Object.fromEntries(documented)).toEqual(CODES);
});

test.each(Object.entries(CODES))('%s is answered with %i', (code, status) => {
  expect(new NotificationError(code as NotificationErrorCode, 'x').status).toBe(status);
});

test('the documentation explains every state of a subscription', () => {
  const [, table = ''] = /\| `subscription\.state` \|(.*?)\n\n/s.exec(documentation) ?? [];
  const documented = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, state]) => state),
  );
  expect(new Set(documented)).toEqual(new Set(SUBSCRIPTION_STATES));
});
