import { explore } from './explore.js';
import { Report } from './report.js';
import type { Scene } from './world.js';

/** Explores every list of some scenes with at most so many deviations. */
export async function exploreAll(scenes: readonly Scene[], most: number): Promise<Report> {
  const report = new Report();
  for (const scene of scenes) for await (const run of explore({ scene, most })) report.add(run);
  return report;
}
