import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { States } from './explore.js';
import { Dice } from '../dice.js';
import { drawRuns, exploreShard } from './explore-all.js';
import { replay, Report, runText } from './report.js';
import { SCENES, sceneText } from './world.js';

const NOT_COVERED = 'Not covered: src/elements and src/frame (the page here is a stand-in), real cryptography, sockets.';

interface Output {
  readonly out: (text: string) => void;
}

/** `npm run explore`. @returns the exit code. */
export async function main(args: string[], { out }: Output): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      deviations: { type: 'string', default: '1' },
      /** Only scenes whose text has this in it. */
      scene: { type: 'string', default: '' },
      shard: { type: 'string', default: '1/1' },
      resume: { type: 'string' },
      replay: { type: 'string' },
      /** Draws that many runs at random instead, with a seed. */
      draw: { type: 'string' },
      seed: { type: 'string', default: '1' },
      /** Only with the usual habits of a gateway, a server to ask and the gateway's time: what every list costs least. */
      usual: { type: 'boolean', default: false },
      /** Prints how many payers read "unknown" or were asked, by habit. */
      table: { type: 'boolean', default: false },
    },
  });
  if (values.replay !== undefined) return again(values.replay, out);
  const most = Number(values.deviations);
  const [shard = 1, shards = 1] = values.shard.split('/').map(Number);
  const finished = new Set(values.resume && existsSync(values.resume) ? readFileSync(values.resume, 'utf8').split('\n') : []);
  const report = new Report();
  const states = new States();
  out(`${NOT_COVERED}\n`);
  const scenes = SCENES.filter((one) => sceneText(one).includes(values.scene));
  if (values.draw !== undefined) {
    let whole = 0;
    for await (const run of drawRuns(scenes, most, Number(values.draw), new Dice(values.seed))) {
      report.add(run);
      if (run.deviations === most) whole += 1;
    }
    out(`drew ${whole} lists of ${most} deviations\n`);
  }
  for (const scene of values.draw === undefined ? scenes : []) {
    const [runs, began] = [report.runs, process.cpuUsage().user];
    let next = 0;
    const part = {
      shard,
      shards,
      states,
      isUsual: values.usual,
      beyond: () => void (next += 1),
      isFinished: (text: string) => finished.has(text),
      finished: (text: string) => values.resume && appendFileSync(values.resume, `${text}\n`),
    };
    for await (const run of exploreShard(scene, most, part)) {
      // Said at once: the whole takes hours.
      if (report.isKept) for (const { promise, what } of run.broken) out(`${promise}: ${runText(run)}: ${what}\n`);
      report.add(run);
    }
    const seconds = (process.cpuUsage().user - began) / 1e6;
    const made = report.runs - runs;
    out(
      `${sceneText(scene)}: ${made} runs in ${seconds.toFixed(1)} s; one deviation more: ${next} lists${report.isKept ? '' : '; a promise is broken'}\n`,
    );
  }
  if (values.table) out(report.cautionTable);
  out(report.lists);
  out(`${report.line(states.size, most)}\n`);
  return report.isKept ? 0 : 1;
}

async function again(text: string, out: Output['out']): Promise<number> {
  const { points, unreached, world, broken } = await replay(text);
  for (const { name, taken } of points) out(`${name}: ${taken}\n`);
  for (const name of unreached) out(`${name}: not reached\n`);
  for (const { at, page, outcome, rule, trackingId } of world.oracle.words)
    out(`${(at / 1000).toFixed(1)} s: page ${page.number} showed ${outcome} for ${trackingId ?? 'a uid'}, by ${rule}\n`);
  for (const { trackingId, mark, at, ends, endsAt } of world.gateway.charges)
    out(`${(at / 1000).toFixed(1)} s: charged ${trackingId} (${mark}), ${ends} at ${(endsAt / 1000).toFixed(1)} s\n`);
  for (const { promise, what } of broken) out(`${promise}: ${what}\n`);
  return broken.length > 0 ? 1 : 0;
}
