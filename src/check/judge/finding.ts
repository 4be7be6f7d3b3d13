/** How serious a finding is: a problem makes the command fail, advice does not. */
export type Severity = 'problem' | 'advice';

/** Every kind of finding; the meaning of a code never changes. */
export const SEVERITIES = {
  element_missing: 'problem',
  element_undefined: 'problem',
  element_error: 'problem',
  not_for_sale: 'problem',
  fields_missing: 'problem',
  fields_headers_wrong: 'problem',
  fields_parent_missing: 'problem',
  fields_key_missing: 'problem',
  fields_address_missing: 'problem',
  fields_unknown: 'problem',
  test_mode: 'problem',
  sandbox_key: 'problem',
  secret_key_in_page: 'problem',
  key_unusable: 'problem',
  key_refused: 'problem',
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
  script_src_open: 'problem',
  base_uri_open: 'advice',
  policy_would_block: 'advice',
  frame_src_limited: 'advice',
  integrity_missing: 'problem',
  integrity_mismatch: 'problem',
  script_unknown: 'problem',
  integrity_advised: 'advice',
  script_version: 'advice',
  fields_version: 'advice',
  foreign_script: 'advice',
  server_code_in_page: 'problem',
  request_failed: 'advice',
  console_error: 'advice',
} as const satisfies Record<string, Severity>;

/** The code of a finding. */
export type FindingCode = keyof typeof SEVERITIES;

/** Something that would cause trouble in production. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** What was found, and where. */
  readonly what: string;
  /** How it would affect a payer or a merchant. */
  readonly why: string;
  /** How to fix it. */
  readonly cure: string;
}

/** Creates a finding with the severity of its code. */
export const finding = (code: FindingCode, what: string, why: string, cure: string): Finding => ({
  code,
  severity: SEVERITIES[code],
  what,
  why,
  cure,
});
