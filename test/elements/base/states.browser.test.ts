import { expect, test } from 'vitest';
import '../../../src/define.js';
import '../watch-leaks.js';
import { answer } from '../../../demo/scripted/script.js';
import { gateway, holdJobs } from '../gateway.js';
import { mount, type Payer } from '../payer.js';

const NAMES = ['details', 'transferring', 'authentication', 'settling', 'outcome', 'successful', 'failed', 'unknown'];

/** The custom states that a page's style sheet can match. */
const states = ({ element }: Payer): string[] => NAMES.filter((name) => element.matches(`:state(${name})`));

test.each([
  ['successful', '4200000000000000'],
  ['failed', '4005550000000019'],
  ['unknown', '4000400000000046'],
] as const)('a page can style every step on the way to %s, and only the step that is shown', async (outcome, number) => {
  const release = holdJobs();
  const payer = await mount();
  await expect.poll(() => states(payer)).toEqual(['details']);
  await payer.pays({ number });
  await payer.sees(payer.heading(/^Sending/));
  expect(states(payer)).toEqual(['transferring']);
  release();
  await payer.learns(outcome);
  expect(states(payer)).toEqual(['outcome', outcome]);
});

test('the redirect to the bank, the waiting after it, and the new empty form have states too', async () => {
  const payer = await mount();
  await payer.pays({ number: '4012000000001097' });
  await payer.sees(payer.heading('Confirm with your bank'));
  expect(states(payer)).toEqual(['authentication']);
  payer.element.cancel();
  await payer.learns('unknown');
  let ask = (): void => undefined;
  payer.element.fetch = () => new Promise(() => undefined);
  payer.element.resolveStatus = () =>
    new Promise((resolve) => {
      ask = () => resolve({ outcome: 'failed' });
    });
  void payer.element.resume();
  await expect.poll(() => states(payer)).toEqual(['settling']);
  payer.element.cancel();
  ask();
  await expect.poll(() => states(payer)).toEqual(['outcome', 'unknown']);
  payer.element.reset();
  await expect.poll(() => states(payer)).toEqual(['details']);
});

test('a page’s style sheet can style a part by the step', async () => {
  const style = document.createElement('style');
  style.textContent = 'p2p-transfer:state(failed)::part(heading) { letter-spacing: 7px }';
  document.body.append(style);
  gateway.replies.transfer = [answer(422, { error_code: 'closed', message: 'Closed', errors: { description: ['is empty'] } })];
  const payer = await mount();
  await payer.pays();
  await payer.learns('failed');
  expect(getComputedStyle(payer.heading('Transfer didn’t go through').element()).letterSpacing).toBe('7px');
});
