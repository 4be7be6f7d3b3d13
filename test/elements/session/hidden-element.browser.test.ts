// @module-tag long
// An unseen outcome is shown only by an element in view, and counts as seen once it has been in view for a moment.
import { expect, test } from 'vitest';
import '../../../src/define.js';
import { announced, leaveAndEnd, notice, patience, records, turnAway } from '../unseen-outcome.js';
import '../watch-leaks.js';
import { holdJobs } from '../gateway.js';
import { OTHER_AMOUNT, mount, type Payer } from '../payer.js';

/** Puts an element into a place where the payer can't see it; the returned function shows that place. */
type Hide = (element: HTMLElement) => () => void;

const HIDDEN: readonly (readonly [place: string, Hide])[] = [
  [
    'a closed dialog',
    (element) => {
      const dialog = document.createElement('dialog');
      document.body.append(dialog);
      dialog.append(element);
      return () => dialog.showModal();
    },
  ],
  [
    'a hidden panel',
    (element) => {
      const panel = document.createElement('div');
      panel.hidden = true;
      document.body.append(panel);
      panel.append(element);
      return () => void (panel.hidden = false);
    },
  ],
  [
    'a place without visibility',
    (element) => {
      element.style.visibility = 'hidden';
      return () => {
        element.style.visibility = '';
        element.focus();
      };
    },
  ],
];

/** Mounts an element, and hides it before it has looked for anything. */
async function mountIn(hide: Hide): Promise<{ payer: Payer; show: () => void }> {
  const mounted = mount();
  const element = [...document.querySelectorAll('p2p-transfer')].at(-1)!;
  const show = hide(element);
  const payer = await mounted;
  await payer.waitForEvents('checkout-ready');
  // It looks for outcomes right after this event, so by now it would have taken them.
  await new Promise((resolve) => void setTimeout(resolve, 300));
  return { payer, show };
}

test.each(HIDDEN)('an element in %s takes no unseen outcome until it is shown', async (_, hide) => {
  await leaveAndEnd();
  const { payer, show } = await mountIn(hide);
  expect(records()[0]).toMatchObject({ unseen: true });
  show();
  await payer.sees(notice(payer));
  expect(records()[0]).not.toHaveProperty('unseen');
});

test('while one element is hidden, another one shows it', async () => {
  await leaveAndEnd();
  await mountIn(HIDDEN[0]![1]);
  const other = await mount();
  await other.sees(notice(other));
});

test('an outcome that comes while the element is in a closed dialog counts as seen when the dialog opens', async () => {
  const { payer, show } = await mountIn(HIDDEN[0]![1]);
  const release = holdJobs();
  show();
  const dialog = document.querySelector('dialog')!;
  await payer.pays();
  await expect.poll(() => records()[0]?.phase, patience).toBe('accepted');
  dialog.close();
  release();
  await expect.poll(() => records()[0], patience).toMatchObject({ phase: 'ended', unseen: true });
  dialog.showModal();
  await payer.learns('successful');
  await expect.poll(() => records()[0]).not.toHaveProperty('unseen');
});

test.each<[string, (payer: Payer) => unknown]>([
  ['is removed at once', ({ element }) => element.remove()],
  ['is hidden at once', ({ element }) => (element.hidden = true)],
  ['is on a page that is left at once', () => window.dispatchEvent(new PageTransitionEvent('pagehide'))],
])('a notice whose element %s is shown by the next element', async (_, end) => {
  await leaveAndEnd();
  const brief = await mount();
  await expect.poll(() => announced(brief), { ...patience, interval: 20 }).not.toBe('');
  end(brief);
  await expect.poll(() => records()[0]).toMatchObject({ unseen: true });
  const next = await mount();
  await next.sees(notice(next));
});

test('a notice that the payer closes at once, or that is in view for a second, is shown once', async () => {
  await leaveAndEnd();
  const closed = await mount();
  await closed.button('Close').click();
  closed.element.remove();
  expect(records()[0]).not.toHaveProperty('unseen');

  localStorage.clear();
  await leaveAndEnd({ amount: String(OTHER_AMOUNT) });
  const read = await mount();
  await read.sees(notice(read));
  await new Promise((resolve) => void setTimeout(resolve, 1100));
  read.element.remove();
  const next = await mount();
  await next.element.resume();
  expect(announced(next)).toBe('');
  expect(records()[0]).not.toHaveProperty('unseen');
});

test('a notice is shown again if the payer switches tabs at once and returns', async () => {
  await leaveAndEnd();
  const payer = await mount();
  await expect.poll(() => announced(payer), { ...patience, interval: 20 }).not.toBe('');
  turnAway(true);
  try {
    await expect.poll(() => records()[0]).toMatchObject({ unseen: true });
    await payer.element.updateComplete;
    expect(announced(payer)).toBe('');
  } finally {
    turnAway(false);
  }
  await payer.sees(notice(payer));
});
