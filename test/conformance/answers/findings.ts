import type { Rule } from './rule.js';

/** What the run found out about one statement. */
export interface Finding {
  /** Section of the spec: `2.3`. */
  readonly section: string;
  readonly rule: Rule;
  /** What holds of a gateway that keeps the rule. */
  readonly statement: string;
  readonly result: 'passed' | 'failed' | 'not checked';
  /** Of a failure: what was demanded, what came, and what it came to. Of what was not checked `came` says why. */
  readonly expected?: string;
  readonly came?: string;
  readonly sent?: string;
}

/** Findings that fail a run: broken rules of the spec and facts; with `strict` those decided here, too. */
export const failures = (findings: readonly Finding[], strict: boolean): readonly Finding[] =>
  findings.filter(({ result, rule }) => result === 'failed' && (strict || rule.source !== 'decision'));
