import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type Options, readOptions, USAGE } from './options.js';
import { acceptedText, idleKinds, isBroken, type Kept, summary, table, unknownText } from './verdict/report.js';
import { KINDS } from './kinds/kinds.js';
import type { Kind } from './kind.js';
import { run, type RunResult } from './run.js';
import { startTestBed } from './world/test-bed.js';

/** Where the program writes to. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** How many traces of each kind are shown, because traces are long. */
const TRACES_PER_KIND = 1;

interface Wanted {
  readonly kind: Kind;
  readonly seed: number;
}

function chosenKinds({ kind, only }: Options): readonly Kind[] {
  const exact = KINDS.filter(({ name }) => name === kind);
  const chosen = exact.length > 0 ? exact : KINDS.filter(({ name }) => kind === undefined || name.includes(kind));
  return chosen.filter(({ group }) => only.length === 0 || only.includes(group));
}

/** The runs in order: all kinds with the first seed, then all kinds with the next. */
function wantedRuns(options: Options): readonly Wanted[] {
  const kinds = chosenKinds(options);
  if (kinds.length === 0) throw new TypeError('No kind is called so; --list shows all of them.');
  return Array.from({ length: options.runs ?? 2 * kinds.length }, (_, index) => ({
    kind: kinds[index % kinds.length]!,
    seed: options.seed + Math.floor(index / kinds.length),
  }));
}

const readKept = (file: string | undefined): Kept[] =>
  file !== undefined && existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Kept)
    : [];

function failureText({ kind, seed, broken, trace }: RunResult, withTrace: boolean): string {
  const what = broken.filter(({ limit }) => !limit).map(({ promise, what: words }) => `  ${promise}: ${words}`);
  const repeat = `  npm run faults -- --kind '${kind.replaceAll("'", String.raw`'\''`)}' --seed ${seed} --runs 1`;
  return [`BROKEN  ${kind}, seed ${seed}`, ...what, repeat, ...(withTrace ? trace : []), ''].join('\n');
}

async function makeRuns(wanted: readonly Wanted[], options: Options, { out, err }: Streams): Promise<Kept[]> {
  const kept = readKept(options.resume);
  const done = new Set(kept.map(({ kind, seed }) => `${kind} ${seed}`));
  const asked = new Set(wanted.map(({ kind, seed }) => `${kind.name} ${seed}`));
  const results = kept.filter(({ kind, seed }) => asked.has(`${kind} ${seed}`));
  const traces = new Map<string, number>();
  const testBed = await startTestBed();
  const began = performance.now();
  let made = 0;
  try {
    for (const { kind, seed } of wanted) {
      if (done.has(`${kind.name} ${seed}`)) continue;
      const result = await run(testBed, kind, seed, { control: options.control });
      if (isBroken(result)) {
        const shown = traces.get(kind.name) ?? 0;
        out(failureText(result, shown < TRACES_PER_KIND));
        traces.set(kind.name, shown + 1);
      }
      const { trace: _, ...rest } = result;
      const one: Kept = { ...rest, group: kind.group };
      results.push(one);
      if (options.resume !== undefined) appendFileSync(options.resume, `${JSON.stringify(one)}\n`);
      made += 1;
      if (made % 100 === 0) err(`${made} runs, ${((performance.now() - began) / made).toFixed(0)} ms each\n`);
    }
  } finally {
    await testBed.close();
  }
  return results;
}

/** The program behind `npm run faults`; returns its exit code. */
export async function main(args: readonly string[], streams: Streams): Promise<number> {
  const { out, err } = streams;
  try {
    const options = readOptions(args);
    if (options.help || options.list) {
      out(
        options.help
          ? USAGE
          : chosenKinds(options)
              .map(({ group, name }) => `${group.padEnd(16)} ${name}\n`)
              .join(''),
      );
      return 0;
    }
    const results = await makeRuns(wantedRuns(options), options, streams);
    const idle = idleKinds(results);
    const accepted = acceptedText(results);
    out(`${table(results, 'kind')}\n\n${table(results, 'group')}\n\n${table(results, 'habit')}\n\n`);
    if (accepted) out(`Accepted:\n${accepted}\n\n`);
    out(`${unknownText(results)}\n`);
    for (const name of idle) out(`NO EFFECT  ${name}\n`);
    const showsNothing = options.control && results.length >= 20 && !results.some(({ naive }) => naive);
    if (showsNothing) out('NO EFFECT  the naive client paid nothing twice: these faults are harmless\n');
    out(`${summary(results)}\n`);
    return results.some(isBroken) || idle.length > 0 || showsNothing ? 1 : 0;
  } catch (error) {
    err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    if (error instanceof Error && error.cause !== undefined)
      err(
        `Because of ${error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : JSON.stringify(error.cause)}\n`,
      );
    if (error instanceof TypeError) err(`\n${USAGE}`);
    return 2;
  }
}
