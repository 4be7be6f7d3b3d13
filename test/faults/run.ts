import type { PlantedBug } from './world/context.js';
import { payNaively } from './world/naive-page.js';
import { Dice } from './dice.js';
import type { TestBed } from './world/test-bed.js';
import { type Broken, type Evidence, judge } from './verdict/judge.js';
import type { Kind } from './kind.js';
import { habitName, habitText } from '../flow/rig/habits.js';
import { Payer } from './world/payer.js';
import { termsOf } from './world/terms.js';
import { START } from './time/virtual-time.js';
import { World } from './world/world.js';

/** The result of one run. */
export interface RunResult {
  readonly kind: string;
  readonly seed: number;
  /** What the gateway did with copies (`habitName`). */
  readonly habit: string;
  readonly broken: readonly Broken[];
  /** Whether the event that the kind is about took effect. */
  readonly tookEffect: boolean;
  /** The outcome that the payer knew in the end. */
  readonly shown: 'successful' | 'failed' | 'unknown' | 'nothing';
  /** Whether money moved. */
  readonly paid: boolean;
  readonly hasServer: boolean;
  /** Whether an outcome was unknown, at least for a while. */
  readonly everUnknown: boolean;
  /** Whether money moved twice under the naive client; undefined: it did not run. */
  readonly naive: boolean | undefined;
  readonly trace: readonly string[];
}

const MINUTE = 60_000;

/** The end of every run: the faults are over, time passes, and the payer comes back. */
async function conclude(world: World, payer: Payer, dice: Dice): Promise<void> {
  const { time, injector, testBed, terms } = world;
  world.trace.add('run', 'everything works from here on');
  injector.stop();
  await testBed.proxy.open();
  for (const browser of world.browsers) if (browser.network.offline) browser.goOffline(false);
  for (const page of world.pages) {
    page.clock.thaw();
    page.presence.hidden = false;
  }
  const allRest = (): boolean => world.pages.every(({ forms }) => forms.every(({ rests }) => rests));
  await time.until(allRest, 25 * MINUTE);
  for (const page of world.pages) {
    if (page.form.outcome === 'unknown' && page.form.flow.mayAsk && dice.chance(0.3)) {
      world.trace.add('payer', `checks again on ${page.form.name}`);
      world.unattended(page.form.flow.resume(), page.form.name);
    }
    if (page.form.outcome === 'failed' && dice.chance(0.6)) await payer.tryAgain(page);
  }
  await time.until(allRest, 25 * MINUTE);
  // A payer who keeps the page open may still learn the outcome.
  if (terms.resolveStatus) await time.pass(dice.pick([6, 50]) * MINUTE);
  else await time.pass(dice.pick([MINUTE / 2, 2 * MINUTE, 60 * MINUTE]));
  await payer.comeBack();
  await time.until(allRest, 25 * MINUTE);
}

/** The most definite outcome that a payer was shown. */
export const worstOf = (shown: Evidence['shown']): RunResult['shown'] => {
  const seen = new Set(shown.filter(({ visible }) => visible).map(({ outcome }) => outcome));
  return (['successful', 'failed', 'unknown'] as const).find((outcome) => seen.has(outcome)) ?? 'nothing';
};

/** Makes one run. The same kind and seed give the same run. */
export async function run(
  testBed: TestBed,
  kind: Kind,
  seed: number,
  { plantedBug, control }: { readonly plantedBug?: PlantedBug; readonly control: boolean },
): Promise<RunResult> {
  const text = `${kind.name} ${seed}`;
  const dice = new Dice(text);
  const terms = termsOf(dice.for('terms'), kind.terms?.(dice.for('own terms')));
  const planned = kind.faults?.(dice.for('faults')) ?? [];
  const settings = { seed: text, terms, planned, plantedBug };
  const world = await World.begin(testBed, settings);
  const { trace, injector } = world;
  const { habit, ...others } = terms;
  trace.add('run', `${kind.name}, seed ${seed}: ${JSON.stringify(others)}`);
  trace.add('run', `the gateway: ${habitText(habit)}`);
  let happened = planned.length > 0 ? () => injector.effects.size > 0 : () => false;
  const payer = new Payer(world);
  const scene = { world, payer, dice: dice.for('act'), happened: () => void (happened = () => true) };
  let evidence: Evidence;
  try {
    if (kind.act) await kind.act(scene);
    else await payer.payOnce();
    await conclude(world, payer, dice.for('end'));
  } finally {
    evidence = await world.end();
  }
  const broken = judge(evidence);
  for (const { status, trackingId, createdAt } of evidence.books) {
    trace.add('books', `${status} under ${trackingId.slice(0, 20)}, taken at ${((createdAt - START) / 1000).toFixed(3)} s`);
  }
  return {
    kind: kind.name,
    seed,
    habit: habitName(habit),
    broken,
    tookEffect: happened(),
    shown: worstOf(evidence.shown),
    paid: evidence.books.some(({ status }) => status === 'successful'),
    hasServer: terms.resolveStatus,
    everUnknown: evidence.shown.some(({ outcome }) => outcome === 'unknown'),
    naive: control ? await payNaively(testBed, kind, settings) : undefined,
    trace: trace.lines,
  };
}
