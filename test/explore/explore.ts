import { createHash } from 'node:crypto';
import { Choices, type List, listText, nextLists, type Point } from './choices.js';
import type { Broken } from './oracle.js';
import { type Carried, type Scene, type Surroundings, SURROUNDINGS, World } from './world.js';

/** A list that waits to be run, in surroundings that have made no difference so far. The first ones are those of the run. */
export interface Waiting {
  readonly list: List;
  readonly alike: readonly Surroundings[];
}

/** One run, by its scene, its surroundings and the list of its choices. */
export interface Run {
  readonly scene: Scene;
  readonly surroundings: Surroundings;
  readonly list: List;
  readonly points: readonly Point[];
  /** The points of the list that it did not reach. */
  readonly unreached: readonly string[];
  readonly broken: readonly Broken[];
  readonly world: World;
  /** How many deviations the list has. */
  readonly deviations: number;
}

/** Counts the states that runs have met. */
export class States {
  readonly #met = new Set<string>();

  get size(): number {
    return this.#met.size;
  }

  add(fingerprint: string): void {
    this.#met.add(createHash('md5').update(fingerprint).digest('base64').slice(0, 12));
  }
}

/** Makes the run of a list. */
export async function runList(
  scene: Scene,
  surroundings: Surroundings,
  list: List,
  states?: States,
  carried?: Carried,
): Promise<Run> {
  const choices: Choices = new Choices(list, () => states?.add(world.fingerprint));
  const world = new World(scene, surroundings, choices, carried);
  const broken = await world.run();
  const { unreached, points } = choices;
  const deviations = points.filter(({ isListed, cost }) => isListed && cost === 1).length;
  return { scene, surroundings, list, points, unreached, broken, world, deviations };
}

/** What to explore. */
export interface Exploration {
  readonly scene: Scene;
  /** How many deviations a list may have. */
  readonly most: number;
  /** Where to begin instead of at the scene's beginning. */
  readonly begin?: Waiting;
  readonly states?: States | undefined;
  readonly carried?: Carried;
  /** Only a world as most are: with the usual habits, in the first surroundings. */
  readonly isUsual?: boolean | undefined;
  /** Called with each list that would have one deviation too many. */
  readonly beyond?: (next: Waiting) => void;
}

/** Explores every list of a scene with at most so many deviations, each once in every surroundings in which it is another run. */
export async function* explore(exploration: Exploration): AsyncGenerator<Run> {
  const { scene, most, begin, states, carried, isUsual, beyond } = exploration;
  const waiting: Waiting[] = [begin ?? { list: new Map(), alike: isUsual ? SURROUNDINGS.slice(0, 1) : SURROUNDINGS }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { list, alike } = next;
    const run = await runList(scene, alike[0]!, list, states, carried);
    if (run.unreached.length > 0) throw new RangeError(`A run did not reach ${run.unreached.join(', ')}: ${listText(list)}.`);
    yield run;
    const others = alike.filter((one) => run.world.dependsOn(one));
    for (const other of others) waiting.push({ list, alike: [other] });
    const same = alike.filter((one) => !others.includes(one));
    for (const { list: longer, point } of nextLists(list, run.points)) {
      if (isUsual && point.cost === 0) continue;
      if (run.deviations + point.cost <= most) waiting.push({ list: longer, alike: same });
      else beyond?.({ list: longer, alike: same });
    }
  }
}
