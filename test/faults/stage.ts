import { layGround } from './world/ground.js';
import { KINDS } from './kinds/kinds.js';
import type { Engine } from './live/live-browser.js';
import { layLiveGround } from './live/live-ground.js';
import { LIVE_KINDS } from './live/live-kinds.js';
import { liveRun } from './live/live-run.js';
import { run, type RunResult } from './run.js';

/** A kind of run, as far as the program needs to know it. */
export interface StageKind {
  readonly name: string;
  readonly group: string;
}

/** The environment of the runs, and the kinds that it can run. */
export interface Stage {
  readonly kinds: readonly StageKind[];
  begin(): Promise<{
    readonly run: (kind: StageKind, seed: number, options: { readonly control: boolean }) => Promise<RunResult>;
    readonly close: () => Promise<void>;
  }>;
}

const found = <Kind extends StageKind>(kinds: readonly Kind[], { name }: StageKind): Kind =>
  kinds.find((kind) => kind.name === name)!;

const headless: Stage = {
  kinds: KINDS,
  async begin() {
    const ground = await layGround();
    return { run: (kind, seed, options) => run(ground, found(KINDS, kind), seed, options), close: () => ground.close() };
  },
};

function live(engine: Engine): Stage {
  const kinds = LIVE_KINDS.filter(({ engines }) => !engines || engines.includes(engine));
  return {
    kinds,
    async begin() {
      const ground = await layLiveGround(engine);
      return { run: (kind, seed, options) => liveRun(ground, found(kinds, kind), seed, options), close: () => ground.close() };
    },
  };
}

/** Runs in a browser, or without one. */
export const stageOf = (engine: Engine | undefined): Stage => (engine ? live(engine) : headless);
