/** Where a rule can come from. */
export const RULE_SOURCES = ['spec', 'fact', 'decision'] as const;

/**
 * Why a gateway is required to do something: a row of the spec, a public fact about gateways of this family, or a
 * decision of this project where both are silent. An operator may decide the last kind differently.
 */
export interface Rule {
  readonly source: (typeof RULE_SOURCES)[number];
  /** For the spec its section and row, `2.3 commission.currency`; otherwise the subject, `duplicate check`. */
  readonly row: string;
}

export const spec = (row: string): Rule => ({ source: 'spec', row });
export const fact = (matter: string): Rule => ({ source: 'fact', row: matter });
export const decided = (matter: string): Rule => ({ source: 'decision', row: matter });

const WORDS = { spec: 'spec', fact: 'fact:', decision: 'decided here:' } as const;

/** A rule as a report names it. */
export const ruleText = ({ source, row }: Rule): string => `${WORDS[source]} ${row}`;
