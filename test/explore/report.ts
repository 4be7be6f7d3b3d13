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

/** Sums up what runs have shown. The shortest list is kept of each way in which a promise was broken. */
export class Report {
  runs = 0;
  readonly #times = new Map<string, number>();
  readonly #shortest = new Map<string, { readonly run: Run; readonly broken: Broken }>();

  add(run: Run): void {
    this.runs += 1;
    for (const promise of new Set(run.broken.map((one) => one.promise)))
      this.#times.set(promise, (this.#times.get(promise) ?? 0) + 1);
    for (const broken of run.broken) {
      // The same way of another attempt, order or page.
      const way = `${broken.promise} ${broken.what.replaceAll(/(attempt|page|id|order|cart)[- ][\w-]+/g, '$1')}`;
      const known = this.#shortest.get(way);
      if (!known || run.list.size < known.run.list.size) this.#shortest.set(way, { run, broken });
    }
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
