import { judge, type LastView } from '../verdict/judge.js';
import { Dice } from '../dice.js';
import { habitName } from '../../flow/rig/habits.js';
import { type RunResult, worstOf } from '../run.js';
import { unseenCopies } from '../verdict/ledger.js';
import { termsOf } from '../world/terms.js';
import { START } from '../time/virtual-time.js';
import type { LiveTestBed } from './live-test-bed.js';
import type { LiveKind } from './live-kind.js';
import { payNaivelyLive } from './live-naive-page.js';
import { LivePayer } from './live-payer.js';
import { type LiveSettings, LiveWorld } from './live-world.js';

const MINUTE = 60_000;

/** The end of every run: the faults are over, time passes, and the payer comes back. */
async function conclude(world: LiveWorld, payer: LivePayer, dice: Dice): Promise<void> {
  const {
    profile,
    injector,
    testBed: {
      network: { proxy },
    },
    time,
    trace,
  } = world;
  trace.add('run', 'everything works from here on');
  injector.stop();
  await proxy.open();
  await profile.goOffline?.(false).catch(() => undefined);
  for (const page of profile.pages) {
    await page.freeze?.(false).catch(() => undefined);
    await page.run('globalThis.acts?.hide?.(false)').catch(() => undefined);
  }
  for (const page of profile.pages) {
    await payer.follow(page, 2 * MINUTE);
    const view = await payer.view(page);
    if (view?.outcome === 'unknown' && dice.chance(0.3) && (await payer.choose(page, 'Check again')))
      await payer.follow(page, 2 * MINUTE);
    if (view?.outcome === 'failed' && dice.chance(0.4)) await payer.tryAgain(page);
  }
  await time.wait(dice.pick([5000, 20_000, 40_000]));
  await payer.comeBack();
}

/** What a payer still sees, page by page. A payer who has not finished at the bank may still do so. */
async function lastViews(world: LiveWorld, payer: LivePayer): Promise<LastView[]> {
  const views: LastView[] = [];
  for (const page of world.profile.pages) {
    await world.gather(page);
    const view = await payer.view(page);
    if (!view || view.step === 'removed') continue;
    const { form, step, outcome, trackingId, offers, quote, button, ways } = view;
    const isUsable =
      step === 'loading' ? false : step === 'details' ? button !== undefined : step !== 'outcome' || outcome !== undefined;
    if (!isUsable) world.witness.wait(`${form} shows nothing that can be used (${step})`);
    const waitsForPayer = step === 'authentication' || (step === 'settling' && ways.includes('Continue to your bank'));
    views.push({
      form,
      step: (waitsForPayer ? 'unrecognized' : step) as LastView['step'],
      priceRuns: step === 'details' && quote === 'running' && button?.isFree === false,
      outcome,
      reason: undefined,
      trackingId,
      hasJob: false,
      offers,
    });
  }
  return views;
}

/** Makes one run in a real browser. The same kind and seed give the same plan, but the timing also depends on the machine. */
export async function liveRun(
  testBed: LiveTestBed,
  kind: LiveKind,
  seed: number,
  { control }: { readonly control: boolean },
): Promise<RunResult> {
  const text = `${kind.name} ${seed}`;
  const dice = new Dice(text);
  const terms = {
    ...termsOf(dice.for('terms'), kind.terms?.(dice.for('own terms'))),
    ...(testBed.engine === 'webkit' && { challenge: 'redirect' as const }),
  };
  const planned = kind.faults?.(dice.for('faults')) ?? [];
  const settings: LiveSettings = { seed: text, terms, planned, storage: kind.storage ?? { local: 'works', session: 'works' } };
  const world = await LiveWorld.begin(testBed, settings);
  const { trace, injector, witness, canary, limits } = world;
  trace.add('run', `${kind.name}, seed ${seed}: ${JSON.stringify(terms)}`);
  let happened = planned.length > 0 ? () => injector.effects.size > 0 : () => false;
  const payer = new LivePayer(world);
  try {
    if (kind.act) await kind.act({ world, payer, dice: dice.for('act'), happened: () => void (happened = () => true) });
    else await payer.payOnce();
    await conclude(world, payer, dice.for('end'));
    const last = await lastViews(world, payer);
    const books = await world.books();
    const broken = judge({
      books,
      last,
      shown: witness.shown.toSorted((one, other) => one.at - other.at),
      sent: witness.sent,
      withdrawn: witness.withdrawn,
      gone: witness.gone,
      confirmed: witness.confirmed,
      agreed: undefined,
      unseenCopies: unseenCopies(world.ledger, witness, terms),
      stuck: witness.stuck,
      leaks: canary.takeLeaks().map(({ channel, what }) => `${channel}: ${what}`),
      lastPollFault: injector.failsAllPolls ? Infinity : injector.lastPollFault,
      limits,
    });
    for (const { status, trackingId, createdAt } of books) {
      trace.add('books', `${status} under ${trackingId.slice(0, 20)}, taken at ${((createdAt - START) / 1000).toFixed(3)} s`);
    }
    await world.close();
    return {
      kind: kind.name,
      seed,
      habit: habitName(terms.habit),
      broken,
      tookEffect: happened(),
      shown: worstOf(witness.shown),
      paid: books.some(({ status }) => status === 'successful'),
      hasServer: terms.resolveStatus,
      everUnknown: witness.shown.some(({ outcome }) => outcome === 'unknown'),
      naive: control ? await payNaivelyLive(testBed, kind, settings) : undefined,
      trace: trace.lines,
    };
  } catch (error) {
    await world.close();
    throw new Error(`${kind.name}, seed ${seed}: the run itself failed.\n${trace.lines.join('\n')}`, { cause: error });
  }
}
