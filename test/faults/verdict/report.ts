import { LIMITS, type Limit, PROMISES, type Promised } from './limits.js';
import type { RunResult } from '../run.js';

/** The record of a run: everything but its trace. */
export type Kept = Omit<RunResult, 'trace'> & { readonly group: string };

const countOf = <Item>(items: readonly Item[], isCounted: (item: Item) => boolean): number => items.filter(isCounted).length;

/** Runs in which this promise was broken without an excuse. */
export const brokenIn = (runs: readonly Kept[], promise: Promised): readonly Kept[] =>
  runs.filter(({ broken }) => broken.some((each) => each.promise === promise && !each.limit));

export const isBroken = ({ broken }: Pick<RunResult, 'broken'>): boolean => broken.some(({ limit }) => !limit);

/** Runs in which every broken promise is excused. */
const acceptedIn = (runs: readonly Kept[]): readonly Kept[] => runs.filter((run) => run.broken.length > 0 && !isBroken(run));

const HEAD = ['', 'runs', 'successful', 'failed', 'unknown', ...PROMISES, 'accepted', 'control'] as const;

function rowOf(name: string, runs: readonly Kept[]): readonly (string | number)[] {
  const shown = (what: RunResult['shown']): number => countOf(runs, (run) => run.shown === what);
  return [
    name,
    runs.length,
    shown('successful'),
    shown('failed'),
    shown('unknown'),
    ...PROMISES.map((promise) => brokenIn(runs, promise).length),
    acceptedIn(runs).length,
    countOf(runs, ({ naive }) => naive === true),
  ];
}

function tableOf(rows: readonly (readonly (string | number)[])[]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? String(cell).padEnd(widths[0]!) : String(cell).padStart(widths[column]!)))
        .join('  '),
    )
    .join('\n');
}

const groupsOf = (runs: readonly Kept[], by: 'kind' | 'group' | 'habit'): Map<string, Kept[]> => {
  const groups = new Map<string, Kept[]>();
  for (const run of runs) groups.set(run[by], [...(groups.get(run[by]) ?? []), run]);
  return groups;
};

/** A table with a row for each kind, for each group of kinds, or for each habit of a gateway. */
export const table = (runs: readonly Kept[], by: 'kind' | 'group' | 'habit'): string =>
  tableOf([HEAD, ...[...groupsOf(runs, by)].map(([name, each]) => rowOf(name, each))]);

/** The accepted runs, and why their promises can't be kept. */
export function acceptedText(runs: readonly Kept[]): string {
  const accepted = acceptedIn(runs);
  return (Object.keys(LIMITS) as Limit[])
    .map((limit) => [limit, countOf(accepted, ({ broken }) => broken.some((each) => each.limit === limit))] as const)
    .filter(([, count]) => count > 0)
    .map(([limit, count]) => `${String(count).padStart(5)}  ${limit}: ${LIMITS[limit].why}`)
    .join('\n');
}

/** How often the payer got no answer although there was one. */
export function unknownText(runs: readonly Kept[]): string {
  const share = (hasServer: boolean): string => {
    const open = runs.filter((run) => run.hasServer === hasServer && run.everUnknown);
    return `${countOf(open, ({ shown, paid }) => paid && shown === 'unknown')} of ${open.length}`;
  };
  return `Unknown outcomes that stayed unknown though paid: ${share(true)} with resolveStatus, ${share(false)} without.`;
}

/** Kinds whose fault never took effect: they prove nothing. */
export const idleKinds = (runs: readonly Kept[]): string[] =>
  [...groupsOf(runs, 'kind')].filter(([, each]) => !each.some(({ tookEffect }) => tookEffect)).map(([name]) => name);

/** The last line. */
export const summary = (runs: readonly Kept[]): string =>
  `${PROMISES.map((promise) => `${promise} ${brokenIn(runs, promise).length}`).join(', ')} in ${runs.length} runs; ` +
  `accepted ${acceptedIn(runs).length}; control duplicated ${countOf(runs, ({ naive }) => naive === true)}`;
