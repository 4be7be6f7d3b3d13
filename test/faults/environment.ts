import { startTestBed } from './world/test-bed.js';
import { KINDS } from './kinds/kinds.js';
import type { Engine } from './live/live-browser.js';
import { startLiveTestBed } from './live/live-test-bed.js';
import { LIVE_KINDS } from './live/live-kinds.js';
import { liveRun } from './live/live-run.js';
import { run, type RunResult } from './run.js';

/** A kind of run, as far as the program needs to know it. */
export interface KindName {
  readonly name: string;
  readonly group: string;
}

/** The environment of the runs, and the kinds that it can run. */
export interface Environment {
  readonly kinds: readonly KindName[];
  begin(): Promise<{
    readonly run: (kind: KindName, seed: number, options: { readonly control: boolean }) => Promise<RunResult>;
    readonly close: () => Promise<void>;
  }>;
}

const found = <Kind extends KindName>(kinds: readonly Kind[], { name }: KindName): Kind =>
  kinds.find((kind) => kind.name === name)!;

const headless: Environment = {
  kinds: KINDS,
  async begin() {
    const testBed = await startTestBed();
    return { run: (kind, seed, options) => run(testBed, found(KINDS, kind), seed, options), close: () => testBed.close() };
  },
};

function live(engine: Engine): Environment {
  const kinds = LIVE_KINDS.filter(({ engines }) => !engines || engines.includes(engine));
  return {
    kinds,
    async begin() {
      const testBed = await startLiveTestBed(engine);
      return { run: (kind, seed, options) => liveRun(testBed, found(kinds, kind), seed, options), close: () => testBed.close() };
    },
  };
}

/** Runs in a browser, or without one. */
export const environmentFor = (engine: Engine | undefined): Environment => (engine ? live(engine) : headless);
