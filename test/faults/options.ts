import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run faults -- [--runs N] [--kind NAME] [--only GROUP,…] [--seed N] [--resume FILE] [--no-control] [--list]
  --runs N       how many runs, over all kinds in turn (default: every kind twice)
  --kind NAME    kinds whose name is, or holds, NAME
  --only GROUPS  groups of kinds, with commas between (--list shows them)
  --seed N       the first seed (default 1): the same kind and seed make the same run
  --resume FILE  keeps results in FILE, and leaves out the runs that are in it
  --no-control   leaves out the naive client, and what depends on it
  --list         prints groups and kinds
Exit code: 0 when no promise was broken, 1 when one was, or when a fault or the control showed nothing, 2 when it could not run.
`;

/** The options of the command line. */
export interface Options {
  readonly runs: number | undefined;
  readonly kind: string | undefined;
  readonly only: readonly string[];
  readonly seed: number;
  readonly resume: string | undefined;
  readonly control: boolean;
  readonly list: boolean;
  readonly help: boolean;
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new TypeError(`--${name} takes a whole number above 0, not ${text}.`);
}

/** @throws TypeError when the arguments can't be used. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string' },
      kind: { type: 'string' },
      only: { type: 'string' },
      seed: { type: 'string' },
      resume: { type: 'string' },
      'no-control': { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    runs: wholeNumber('runs', values.runs),
    kind: values.kind,
    only: values.only?.split(',') ?? [],
    seed: wholeNumber('seed', values.seed) ?? 1,
    resume: values.resume,
    control: !values['no-control'],
    list: values.list,
    help: values.help,
  };
}
