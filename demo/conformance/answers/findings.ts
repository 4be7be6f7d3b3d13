import type { Rule } from './rule.js';

/** The result of one statement. */
export interface Finding {
  /** Section of the spec: `2.3`. */
  readonly section: string;
  readonly rule: Rule;
  /** A statement that is true for a gateway that keeps the rule. */
  readonly statement: string;
  readonly result: 'passed' | 'failed' | 'not checked';
  /**
   * For a failure: what was required, what came, and the request that was sent. For a statement that was not checked,
   * `came` has the reason.
   */
  readonly expected?: string;
  readonly came?: string;
  readonly sent?: string;
}

/** Findings that fail a run: broken rules of the spec and facts; with `strict` those decided here, too. */
export const failures = (findings: readonly Finding[], strict: boolean): readonly Finding[] =>
  findings.filter(({ result, rule }) => result === 'failed' && (strict || rule.source !== 'decision'));
