import { explore, type Waiting } from './explore.js';
import { readList } from './choices.js';
import type { Broken } from './oracle.js';
import { runText } from './report.js';
import { SCENES, sceneText, SURROUNDINGS } from './world.js';

/** The first run that broke a promise, how many deviations it took, and how many runs were made until then. */
export interface Found {
  readonly promise: Broken['promise'];
  readonly deviations: number;
  readonly runs: number;
  readonly text: string;
}

/** Looks for a promise that is broken in some scenes: with no deviation first, and then with one more each time, or from a first one on. */
export async function search({
  scenes,
  breaks,
  first,
  most,
}: {
  readonly scenes: string;
  /** Which promise; absent: any. */
  readonly breaks?: Broken['promise'];
  readonly first?: string | undefined;
  readonly most: number;
}): Promise<Found | undefined> {
  let runs = 0;
  const list = readList(first ?? '');
  const wanted = SCENES.filter((scene) => sceneText(scene).includes(scenes));
  let level = wanted.map((scene) => ({ scene, begin: { list, alike: SURROUNDINGS } as Waiting }));
  for (let deviations = list.size; deviations <= list.size + most; deviations += 1) {
    const next: typeof level = [];
    for (const { scene, begin } of level) {
      const beyond = (one: Waiting): void => void next.push({ scene, begin: one });
      for await (const run of explore({ scene, most: deviations, begin, beyond })) {
        runs += 1;
        const broken = run.broken.find(({ promise }) => promise === (breaks ?? promise));
        if (broken) return { promise: broken.promise, deviations, runs, text: `${runText(run)}: ${broken.what}` };
      }
    }
    level = next;
  }
  return undefined;
}
