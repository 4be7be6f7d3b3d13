/** Where a rule can come from. */
export const RULE_SOURCES = ['spec', 'fact', 'page', 'decision'] as const;

/**
 * Why a gateway is required to do something: a row of the spec, a public fact about gateways of this family, what a
 * browser demands before any page can pay, or a decision of this project where all of these are silent. An operator may decide the last
 * kind differently.
 */
export interface Rule {
  readonly source: (typeof RULE_SOURCES)[number];
  /** For the spec its section and row, `2.3 commission.currency`; otherwise the subject, `duplicate check`. */
  readonly row: string;
}

export const spec = (row: string): Rule => ({ source: 'spec', row });
export const fact = (matter: string): Rule => ({ source: 'fact', row: matter });
export const pages = (matter: string): Rule => ({ source: 'page', row: matter });
export const decided = (matter: string): Rule => ({ source: 'decision', row: matter });

const WORDS = { spec: 'spec', fact: 'fact:', page: 'pages need:', decision: 'decided here:' } as const;

/** A rule as a report names it. */
export const ruleText = ({ source, row }: Rule): string => `${WORDS[source]} ${row}`;
