import { explore } from '../explore/explore.js';
import type { Broken } from '../explore/oracle.js';
import { Report } from '../explore/report.js';
import { type Carried, type Scene, SCENES, sceneText } from '../explore/world.js';
import { Activity } from './activity.js';
import { Server } from './server.js';
import { SocketWay } from './socket-way.js';

/** Real connections for the explorer. */
export class Sockets {
  readonly activity = new Activity();
  readonly server = new Server(this.activity);
  /** How often each fault took effect. */
  readonly effects = new Map<string, number>();

  /** How the runs of this process are carried. */
  get carried(): Carried {
    return { way: (world) => new SocketWay(world, this), drain: () => this.activity.rest() };
  }

  /** Explores a scene with at most one fault. @param until Ends it once this promise is broken. */
  async explore(scene: Scene, until?: Broken['promise']): Promise<Report> {
    const report = new Report();
    await this.server.open();
    for await (const run of explore({ scene, most: 1, carried: this.carried })) {
      report.add(run);
      if (run.broken.some(({ promise }) => promise === until)) break;
    }
    await this.server.shut();
    return report;
  }
}

/** What the first run that broke a promise was. */
export async function searchOverSockets(scenes: string, until: Broken['promise']): Promise<string> {
  const scene = SCENES.find((one) => sceneText(one).includes(scenes))!;
  return (await new Sockets().explore(scene, until)).lists;
}
