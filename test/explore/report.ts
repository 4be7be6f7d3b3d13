import { listText, readList } from './choices.js';
import { type Run, runList } from './explore.js';
import { type Broken, PROMISES } from './oracle.js';
import { SCENES, sceneText, SURROUNDINGS, surroundingsText } from './world.js';

const BETWEEN = ' / ';

/** The text by which a run can be made again: its scene, its surroundings and its list. */
export const runText = ({ scene, surroundings, list }: Pick<Run, 'scene' | 'surroundings' | 'list'>): string =>
  [sceneText(scene), surroundingsText(surroundings), listText(list)].filter(Boolean).join(BETWEEN);

/**
 * Makes a run again.
 *
 * @throws TypeError for a text that names no scene or no surroundings.
 */
export function replay(text: string): Promise<Run> {
  const [first, second, list = ''] = text.split(BETWEEN);
  const scene = SCENES.find((one) => sceneText(one) === first);
  const surroundings = SURROUNDINGS.find((one) => surroundingsText(one) === second);
  if (!scene || !surroundings) throw new TypeError(`There is no such scene: ${first}${BETWEEN}${second}.`);
  return runList(scene, surroundings, readList(list));
}

/** How many payers read "unknown" in the end, and how many were asked whether to pay although they may have paid. */
interface Caution {
  readonly deviations: number;
  readonly habit: string;
  runs: number;
  unknown: number;
  asked: number;
}

/** The habits of a run that are not the usual ones. */
function habitsOf({ points, surroundings: { server, date } }: Run): string[] {
  const habits = points.filter(({ cost, isListed, name }) => cost === 0 && isListed && !name.startsWith('other tabs'));
  return [
    ...habits.map(({ name, taken }) => `${name} ${taken}`),
    ...(server === 'absent' ? ['no server to ask'] : []),
    ...(date === 'hidden' ? ['the gateway hides its time'] : []),
  ];
}

/** Sums up what runs have shown. The shortest list is kept of each way in which a promise was broken. */
export class Report {
  runs = 0;
  readonly #caution = new Map<string, Caution>();
  readonly #times = new Map<string, number>();
  readonly #shortest = new Map<string, { readonly run: Run; readonly broken: Broken }>();

  add(run: Run): void {
    this.runs += 1;
    this.#addCaution(run);
    for (const promise of new Set(run.broken.map((one) => one.promise)))
      this.#times.set(promise, (this.#times.get(promise) ?? 0) + 1);
    for (const broken of run.broken) {
      // The same way of another attempt, order or page.
      const way = `${broken.promise} ${broken.what.replaceAll(/(attempt|page|id|order|cart)[- ][\w-]+/g, '$1')}`;
      const known = this.#shortest.get(way);
      if (!known || run.list.size < known.run.list.size) this.#shortest.set(way, { run, broken });
    }
  }

  #addCaution(run: Run): void {
    const { world, deviations } = run;
    const habits = habitsOf(run);
    // Those with several habits at once are counted with none of them.
    if (habits.length > 1) return;
    const [habit = 'the usual habits'] = habits;
    const row = this.#caution.get(`${deviations} ${habit}`) ?? { deviations, habit, runs: 0, unknown: 0, asked: 0 };
    this.#caution.set(`${deviations} ${habit}`, row);
    row.runs += 1;
    const read = new Set(world.oracle.words.map(({ outcome }) => outcome));
    if (read.has('unknown') && !read.has('successful') && !read.has('failed')) row.unknown += 1;
    if (world.oracle.questions > 0) row.asked += 1;
  }

  /** How careful the pages were, by the number of deviations and by the habit that was not the usual one. */
  get caution(): readonly Caution[] {
    return [...this.#caution.values()].toSorted((one, other) => one.deviations - other.deviations);
  }

  /** Habits with which more payers read "unknown" in the end than the rules need. */
  get tooCareful(): readonly Caution[] {
    const ceiling = ({ deviations, habit }: Caution): number =>
      deviations === 0 ? 0 : habit === 'no server to ask' ? 0.25 : habit === 'the gateway hides its time' ? 0.15 : 0.09;
    return this.caution.filter((row) => row.unknown / row.runs > ceiling(row));
  }

  get cautionTable(): string {
    const share = (part: number, runs: number): string => `${((100 * part) / runs).toFixed(1)} %`;
    return this.caution
      .map(
        ({ deviations, habit, runs, unknown, asked }) =>
          `| ${[deviations, habit, runs, share(unknown, runs), share(asked, runs)].join(' | ')} |\n`,
      )
      .join('');
  }

  get isKept(): boolean {
    return this.#times.size === 0;
  }

  /** The shortest list of each broken promise, as a row for test/explore/lists.test.ts. */
  get lists(): string {
    return [...this.#shortest.values()]
      .map(({ run, broken }) => `// ${broken.promise}: ${broken.what}\n'${runText(run)}',\n`)
      .join('');
  }

  line(states: number, deviations: number): string {
    const broken = PROMISES.map((promise) => `${promise} ${this.#times.get(promise) ?? 0}`).join(', ');
    return `explored ${this.runs} runs, ${states} states, ${deviations} deviations: ${broken}`;
  }
}
