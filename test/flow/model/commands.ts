import fc from 'fast-check';
import { expect } from 'vitest';
import { type Browser, isHidden, LAG, type Server, SERVERS } from './browser.js';
import type { PaymentRecord } from '../../../src/flow/record/payment-record.js';
import { ENDS, JOB_CONDITIONS, type JobCondition, type NetworkCondition, NETWORK_CONDITIONS } from './gateway.js';

/** What the payer expects of the shop: never more payments than they asked for. */
export interface Model {
  /** How often they pressed; without a press nothing may be charged. */
  presses: number;
}

type Command = fc.AsyncCommand<Model, Browser>;

/** The newest attempt of each order: an earlier one with the same id may have failed before it. */
const newestOf = (records: readonly PaymentRecord[]): PaymentRecord[] =>
  records.filter((one) => records.find(({ trackingId }) => trackingId === one.trackingId) === one);

/** What must be true at every moment, of every attempt. */
export function judge(browser: Browser, { presses }: Model): void {
  const { gateway, local, sent, shown, ids } = browser;
  expect(gateway.charges.length, 'charged without a press').toBeLessThanOrEqual(presses);
  const moved = gateway.charges.filter((charge) => charge.ends === 'successful');
  const known = moved.filter((charge) => !isHidden(browser, charge));
  for (const [index, { trackingId, token }] of moved.entries()) {
    for (const { trackingId: earlier } of moved.slice(0, index).filter((charge) => known.includes(charge))) {
      const { agreed, old } = sent.get(token) ?? {};
      const isConfirmed = earlier !== trackingId && (agreed?.has(earlier) || old?.has(earlier));
      expect(isConfirmed, `${trackingId} was paid beside ${earlier}, and the payer was not asked`).toBe(true);
    }
  }
  for (const { trackingId, outcome, at, attempt } of shown) {
    const paid = moved.filter((charge) => charge.trackingId === trackingId);
    if (outcome === 'successful') expect(paid, 'shown as paid').not.toEqual([]);
    if (outcome !== 'failed') continue;
    // An earlier attempt with the same id may have failed. What the page itself sent must not have been paid, ever; and once the id
    // is paid, no page that can know of the attempt calls it failed.
    const lies = paid
      .filter((charge) => known.includes(charge))
      .filter((charge) => charge.attempt === attempt || ids === 'own' || charge.at + LAG < at);
    expect(lies, `${trackingId} was paid, and shown as failed`).toEqual([]);
  }
  const onRecord = local.records.map((one) => one.trackingId);
  // A new attempt with the same id takes the place of one that has failed.
  const kept = gateway.charges.filter(({ ends }) => ids === 'own' || ends === 'successful');
  for (const { trackingId } of kept) expect(onRecord, 'lost').toContain(trackingId);
  for (const one of newestOf(local.records)) {
    if (one.outcome === 'failed')
      expect(
        known.map((charge) => charge.trackingId),
        'on record as failed',
      ).not.toContain(one.trackingId);
  }
}

const command = (name: string, act: (browser: Browser, model: Model) => Promise<void> | void): Command => ({
  check: () => true,
  run: async (model, browser) => {
    await act(browser, model);
    await browser.clock.advance(0);
    judge(browser, model);
  },
  toString: () => name,
});

const TABS = [0, 1];
const tab = fc.constantFrom(...TABS);
const open = async (browser: Browser, index: number) => browser.pages[index] ?? browser.open(index);

/** A press of a payer who has read the price. */
async function press(browser: Browser, model: Model, index: number): Promise<void> {
  const page = await open(browser, index);
  const { state } = page.flow;
  if (state.step === 'details' && state.quote.status === 'none') {
    void page.flow.check();
    await browser.clock.advance(700);
  }
  model.presses += 1;
  page.press();
}

/** Everything that payers, pages, gateways and time do. */
export const commands = fc.commands<Model, Browser, false>(
  [
    tab.map((index) => command(`press in tab ${index}`, (browser, model) => press(browser, model, index))),
    fc.integer({ min: 0, max: 150 }).map((offset) =>
      command(`press in both tabs, ${offset} ms apart`, async (browser, model) => {
        for (const index of TABS) {
          const page = await open(browser, index);
          if (page.flow.state.step === 'details') void page.flow.check();
        }
        await browser.clock.advance(700);
        model.presses += 2;
        browser.pages[0]?.press();
        await browser.clock.advance(offset);
        browser.pages[1]?.press();
      }),
    ),
    // As people do: read the question, press again, wait for the answer.
    tab.map((index) =>
      command(`pay in tab ${index}, and confirm whatever is asked`, async (browser, model) => {
        for (let presses = 0; presses < 3; presses += 1) {
          await press(browser, model, index);
          await browser.clock.advance(1600);
        }
      }),
    ),
    tab.map((index) =>
      command(`press in tab ${index}, and wait 8 s`, async (browser, model) => {
        await press(browser, model, index);
        await browser.clock.advance(8000);
      }),
    ),
    fc
      .constantFrom(100, 2000, 12_000, 31_000, 300_000)
      .map((time) => command(`${time} ms pass`, ({ clock }) => clock.advance(time))),
    fc
      .constantFrom<NetworkCondition>(...NETWORK_CONDITIONS)
      .map((condition) => command(`network: ${condition}`, ({ gateway }) => void (gateway.network = condition))),
    fc
      .constantFrom<JobCondition>(...JOB_CONDITIONS)
      .map((condition) => command(`polls: ${condition}`, ({ gateway }) => void (gateway.jobs = condition))),
    fc
      .constantFrom(...ENDS)
      .map((end) => command(`payments end ${end[0]} after ${end[1]} ms`, ({ gateway }) => void (gateway.end = end))),
    fc
      .constantFrom<Server>(...SERVERS)
      .map((server) => command(`merchant’s server: ${server}`, (browser) => void (browser.server = server))),
    tab.map((index) => command(`reload tab ${index}`, async (browser) => void (await browser.open(index)))),
    tab.map((index) => command(`close tab ${index} and open another`, async (browser) => void (await browser.reopen(index)))),
    tab.map((index) => command(`go on in tab ${index}`, (browser) => browser.pages[index]?.goOn())),
    tab.map((index) => command(`cancel in tab ${index}`, (browser) => browser.pages[index]?.flow.cancel())),
    tab.map((index) => command(`ask again in tab ${index}`, (browser) => void browser.pages[index]?.flow.resume())),
    fc.constantFrom(-700, -40_000).map((by) => command(`the wall clock is set by ${by} ms`, ({ clock }) => clock.setWall(by))),
  ],
  { maxCommands: 30, size: '+1' },
);

/** The faults are over: every attempt has to end, with its true outcome. */
export async function settle(browser: Browser, model: Model): Promise<void> {
  const { gateway, clock } = browser;
  Object.assign(gateway, { network: 'clear', jobs: 'clear' });
  browser.server = 'truth';
  await clock.advance(20 * 60_000);
  judge(browser, model);
  for (const page of browser.pages) expect(['details', 'outcome'], 'stuck').toContain(page?.flow.state.step ?? 'details');
  const last = await browser.reopen(0);
  last.goOn();
  await clock.advance(10 * 60_000);
  judge(browser, model);
  for (const one of newestOf(browser.local.records)) {
    const truth = gateway.truth(one.trackingId);
    // The last attempt may have been lost, and the truth is about one before it.
    if (truth === 'failed' && browser.ids !== 'own') continue;
    if (gateway.charges.some((charge) => charge.trackingId === one.trackingId && isHidden(browser, charge))) continue;
    if (truth !== 'nothing') expect([one.trackingId, one.outcome], 'not found out').toEqual([one.trackingId, truth]);
  }
  for (const page of browser.pages) page?.die();
}
