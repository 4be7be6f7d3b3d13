import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CheckoutErrorCode } from '../../src/errors.js';
import type { MerchantErrorCode } from '../../src/merchant/errors.js';
import type { NotificationErrorCode } from '../../src/merchant/notification/notification-error.js';

const page = readFileSync('docs/troubleshooting.md', 'utf8');

/** The codes of a table, and its rows that lack a cause or a cure. */
function table(name: string): { readonly codes: readonly string[]; readonly incomplete: readonly string[] } {
  const [, text = ''] = new RegExp(`<!-- ${name} -->(.*?)<!-- /${name} -->`, 's').exec(page) ?? [];
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| `') && !line.includes('`code`') && !line.includes('`error.code`'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return {
    codes: rows.map(([code = '']) => code.replaceAll('`', '')).sort(),
    incomplete: rows.filter((cells) => cells.length !== 4 || cells.includes('')).map((cells) => cells.join(' | ')),
  };
}

// Their types make these complete: a new code has to be added here, and therefore to the page.
const ELEMENTS: Readonly<Record<CheckoutErrorCode, true>> = {
  address_not_allowed: true,
  answer_off_contract: true,
  answer_too_large: true,
  busy_elsewhere: true,
  credentials_refused: true,
  fields_lost: true,
  fields_not_isolated: true,
  fields_obscured: true,
  fields_unavailable: true,
  forms_refused: true,
  gateway_unavailable: true,
  insecure_context: true,
  job_lost: true,
  job_overdue: true,
  key_not_allowed: true,
  key_unusable: true,
  language_unavailable: true,
  network_timeout: true,
  network_unreachable: true,
  not_found: true,
  prepare_failed: true,
  rate_limited: true,
  redirect_refused: true,
  request_refused: true,
  resolve_status_failed: true,
  resolve_status_mismatch: true,
  section_too_long: true,
  setting_changed: true,
  setting_invalid: true,
  settings_conflict: true,
  storage_unavailable: true,
  trusted_types_refused: true,
  window_refused: true,
};
const MERCHANT: Readonly<Record<Exclude<MerchantErrorCode, NotificationErrorCode>, true>> = {
  answer_off_contract: true,
  answer_too_large: true,
  credentials_refused: true,
  gateway_unavailable: true,
  network_timeout: true,
  network_unreachable: true,
  not_found: true,
  outcome_unknown: true,
  rate_limited: true,
  request_refused: true,
  secret_key_in_browser: true,
  total_exceeded: true,
  total_unknown: true,
};

test.each([
  ['an element', 'element errors', ELEMENTS],
  ['the merchant’s client', 'merchant errors', MERCHANT],
])('the page on troubleshooting has a cause and a cure for every error code of %s, and no other codes', (_, name, codes) => {
  expect(table(name).codes).toEqual(Object.keys(codes).sort());
  expect(table(name).incomplete).toEqual([]);
});

test('every refused notification has a cause and a cure', () => {
  expect(table('notification errors').codes.length).toBeGreaterThan(0);
  expect(table('notification errors').incomplete).toEqual([]);
});
