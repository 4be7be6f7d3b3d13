/**
 * Why something is demanded of a gateway: a row of the spec; a fact that is public of gateways of this family; or a
 * decision of this project where both are silent, which an operator is free to differ from.
 */
export interface Rule {
  readonly source: 'spec' | 'fact' | 'decision';
  /** For the spec its section and row, `2.3 commission.currency`; otherwise the matter, `duplicate check`. */
  readonly row: string;
}

export const spec = (row: string): Rule => ({ source: 'spec', row });
export const fact = (matter: string): Rule => ({ source: 'fact', row: matter });
export const decided = (matter: string): Rule => ({ source: 'decision', row: matter });

const WORDS = { spec: 'spec', fact: 'fact:', decision: 'decided here:' } as const;

/** A rule as a report names it. */
export const ruleText = ({ source, row }: Rule): string => `${WORDS[source]} ${row}`;
