/** How bad: a problem makes the command fail, advice does not. */
export type Severity = 'problem' | 'advice';

/** Every kind of finding; the name never changes its meaning. */
export const SEVERITIES = {
  element_missing: 'problem',
  element_undefined: 'problem',
  element_error: 'problem',
  not_for_sale: 'problem',
  test_mode: 'problem',
  sandbox_key: 'problem',
  loopback_address: 'problem',
  plain_http: 'problem',
  insecure_context: 'problem',
  mixed_content: 'problem',
  notification_url_missing: 'problem',
  registered_address_needed: 'advice',
  return_url_missing: 'advice',
  resolve_status_missing: 'advice',
  policy_blocks: 'problem',
  policy_missing: 'problem',
  connect_src_open: 'problem',
  policy_would_block: 'advice',
  integrity_missing: 'problem',
  foreign_script: 'advice',
  server_code_in_page: 'problem',
  request_failed: 'advice',
  console_error: 'advice',
} as const satisfies Record<string, Severity>;

/** What kind of finding it is. */
export type FindingCode = keyof typeof SEVERITIES;

/** One thing that would hurt in production. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** What was seen, and where. */
  readonly what: string;
  /** What it would do to a payer or a merchant. */
  readonly why: string;
  /** How to mend it. */
  readonly cure: string;
}

/** A finding, with the severity that its code has. */
export const finding = (code: FindingCode, what: string, why: string, cure: string): Finding => ({
  code, severity: SEVERITIES[code], what, why, cure,
});
