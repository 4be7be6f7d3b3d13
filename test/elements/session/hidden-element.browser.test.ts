// @module-tag long
// Only an element that the payer can see shows the notice of an unseen outcome. The outcome stays unseen until they close the notice.
import { expect, test, vi } from 'vitest';
import '../../../src/define.js';
import { records } from '../stored-records.js';
import { announced, leaveAndEnd, looked, notice, patience } from '../unseen-outcome.js';
import { gateway, holdJobs } from '../gateway.js';
import { mount, OTHER_AMOUNT, type Payer } from '../payer.js';

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
  await looked(payer);
  return { payer, show };
}

test.each(HIDDEN)('an element in %s tells of no unseen outcome until it is shown', async (_, hide) => {
  await leaveAndEnd();
  const { payer, show } = await mountIn(hide);
  expect(announced(payer)).toBe('');
  show();
  await payer.sees(notice(payer));
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
  await expect.poll(() => records()[0], patience).toMatchObject({ phase: 'ended', isUnseen: true });
  dialog.showModal();
  await payer.learns('successful');
  await expect.poll(() => records()[0]).not.toHaveProperty('unseen');
});

test.each<[string, (payer: Payer) => unknown]>([
  ['is removed', ({ element }) => element.remove()],
  ['is hidden', ({ element }) => (element.hidden = true)],
])('when the element with a notice %s, another element of the page shows the notice', async (_, end) => {
  await leaveAndEnd();
  const brief = await mount();
  await expect.poll(() => announced(brief), patience).not.toBe('');
  const other = await mount();
  await looked(other);
  expect(announced(other)).toBe('');
  end(brief);
  await other.sees(notice(other));
});

test('a visible element shows the outcome that a hidden one has asked for', { timeout: 40_000 }, async () => {
  gateway.replies.transfer = [new Response('<html>')];
  const first = await mount();
  await first.pays();
  await first.learns('unknown');
  first.element.remove();
  sessionStorage.clear();
  let outcome: 'unknown' | 'successful' = 'unknown';
  const resolveStatus = vi.fn(() => Promise.resolve({ outcome }));
  const hidden = await mount({}, { resolveStatus });
  await expect.poll(() => resolveStatus.mock.calls.length, patience).toBeGreaterThan(0);
  hidden.element.hidden = true;
  const other = await mount({}, { resolveStatus });
  await other.sees(other.text(/^Unfinished transfer of /));
  outcome = 'successful';
  await expect.poll(() => announced(other), patience).toContain('went through');
  expect(other.reads()).not.toContain('Unfinished');
});

test('another element shows the outcome that a hidden one leaves before the payer sees it', async () => {
  const release = holdJobs();
  const payer = await mount();
  await payer.pays();
  await expect.poll(() => records()[0]?.phase, patience).toBe('accepted');
  payer.element.hidden = true;
  release();
  await expect.poll(() => records()[0], patience).toMatchObject({ phase: 'ended', isUnseen: true });
  const other = await mount();
  await looked(other);
  expect(announced(other)).toBe('');
  payer.element.reset();
  await other.sees(notice(other));
});

test('another element shows a notice while its first element shows the outcome of another payment', async () => {
  await leaveAndEnd();
  const payer = await mount({ amount: String(OTHER_AMOUNT) });
  await payer.sees(notice(payer));
  const other = await mount();
  await looked(other);
  expect(announced(other)).toBe('');
  await payer.pays();
  await payer.learns('successful');
  await other.sees(notice(other));
});
