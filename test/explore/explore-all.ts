import type { Dice } from '../dice.js';
import type { List } from './choices.js';
import { explore, type Run, runList, type States, type Waiting } from './explore.js';
import { Report, runText } from './report.js';
import { type Scene, SCENES, SURROUNDINGS } from './world.js';

/** Which lists of a scene to explore, and whom to tell about them. */
interface Part {
  /** Of the first deviations, those that are the shard's when they are dealt out in turn: so each shard has its share of every habit. */
  readonly shard?: number;
  readonly shards?: number;
  readonly states?: States;
  readonly isUsual?: boolean;
  /** Called with each list that would have one deviation too many. */
  readonly beyond?: (next: Waiting) => void;
  /** Whether the lists from a first deviation on were explored before, by its text. */
  readonly isFinished?: (text: string) => boolean;
  readonly finished?: (text: string) => void;
}

/** Explores a scene's lists with at most so many deviations, or a shard of them. */
export async function* exploreShard(scene: Scene, most: number, part: Part = {}): AsyncGenerator<Run> {
  const { shard = 1, shards = 1, states, isUsual, beyond, isFinished, finished } = part;
  const first: Waiting[] = [];
  for await (const run of explore({ scene, most: 0, states, isUsual, beyond: (one) => void first.push(one) }))
    if (shard === 1) yield run;
  if (most === 0) {
    for (const one of first) beyond?.(one);
    return;
  }
  for (const [index, begin] of first.entries()) {
    const text = runText({ scene, surroundings: begin.alike[0]!, list: begin.list });
    if (index % shards !== shard - 1 || isFinished?.(text)) continue;
    yield* explore({ scene, most, begin, states, isUsual, ...(beyond && { beyond }) });
    finished?.(text);
  }
}

/** Explores every list with at most so many deviations, or a shard of them, of all scenes or of some. */
export async function exploreAll(most: number, part: Part = {}, scenes: readonly Scene[] = SCENES): Promise<Report> {
  const report = new Report();
  for (const scene of scenes) for await (const run of exploreShard(scene, most, part)) report.add(run);
  return report;
}

/**
 * Makes runs at random, with up to so many deviations each: there are too many lists to make them one by one. A deviation is drawn from
 * all points of a run, also from those before another one, so that late points are not drawn too often.
 */
export async function* drawRuns(scenes: readonly Scene[], deviations: number, runs: number, dice: Dice): AsyncGenerator<Run> {
  for (let made = 0; made < runs;) {
    const [scene, surroundings] = [dice.pick(scenes), dice.pick(SURROUNDINGS)];
    let list: List = new Map();
    for (let run = await runList(scene, surroundings, list); ; run = await runList(scene, surroundings, list)) {
      made += 1;
      // An earlier choice can lead away from a later one.
      const reached = new Map([...list].filter(([name]) => !run.unreached.includes(name)));
      yield { ...run, list: reached };
      const open = run.points.filter(({ isListed, others }) => !isListed && others.length > 0);
      if (run.deviations >= deviations || open.length === 0) break;
      const { name, others } = dice.pick(open);
      list = new Map([...reached, [name, dice.pick(others)]]);
    }
  }
}
