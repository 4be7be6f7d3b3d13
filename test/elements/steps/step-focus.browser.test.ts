import { expect, test } from 'vitest';
import '../../../src/define.js';
import '../watch-leaks.js';
import { listen } from '../transcript.js';
import { gateway } from '../gateway.js';
import { mount, type Payer } from '../payer.js';

/** Presses a button by keyboard alone, with the focus on it, as after tabbing to it. */
async function presses(payer: Payer, name: RegExp | string): Promise<void> {
  (payer.button(name).first().element() as HTMLElement).focus();
  await payer.types('{Enter}');
}

test('unknown, still unknown after another check, then known: the focus is on the heading each time', async () => {
  gateway.replies.transfer = [new Response('<html>')];
  const payer = await mount({}, { resolveStatus: () => Promise.resolve({ outcome: 'unknown' }) });
  await payer.fillsCards();
  await payer.readsFee();
  await presses(payer, /^Transfer/);
  await payer.learns('unknown');
  await expect.poll(() => payer.focused()).toMatch(/^We don’t know yet/);
  await presses(payer, 'Check again');
  await payer.sees(payer.text(/^Checked at/));
  await expect.poll(() => payer.focused()).toMatch(/^We don’t know yet/);
  payer.element.resolveStatus = () => Promise.resolve({ outcome: 'successful' });
  await presses(payer, 'Check again');
  await payer.learns('successful');
  await expect.poll(() => payer.focused()).toBe('Transfer complete');
  await presses(payer, 'New transfer');
  await expect.poll(() => payer.focused()).toBe('Card number');
  await payer.fillsCards();
  await payer.sees(payer.button(/^Next payment in (2\d|30) s \(this prevents paying twice\)$/));
});

test('resuming an unfinished transfer moves the focus to the next step', async () => {
  const one = await mount();
  await one.pays({ number: '4000400000000012' });
  await expect.poll(() => Object.values(localStorage).join()).toContain('"accepted"');
  one.element.remove();
  one.element.cancel();
  sessionStorage.clear();
  const payer = await mount();
  await payer.sees(payer.button('Check status'));
  await presses(payer, 'Check status');
  await payer.learns('successful');
  await expect.poll(() => payer.focused()).toBe('Transfer complete');
});

test('a payer whose focus is elsewhere on the page keeps it there, whatever the element shows', async () => {
  const other = document.createElement('input');
  document.body.append(other);
  const payer = await mount();
  await payer.fillsCards();
  await payer.readsFee();
  other.focus();
  void payer.element.submit();
  await payer.learns('successful');
  expect(document.activeElement).toBe(other);
});

test('a field’s error is tied to the field and not announced separately; with the focus it is read once', async () => {
  const payer = await mount();
  const announced = listen(payer.element);
  await payer.element.submit();
  await expect.poll(() => payer.focused()).toBe('Card number');
  expect(announced).toEqual(['→ Card number, Enter the card number.']);
  const complaints = [...(payer.element.shadowRoot?.querySelectorAll('[part=error]') ?? [])];
  expect(complaints.length).toBe(4);
  for (const complaint of complaints) {
    expect(complaint.closest('[role=alert], [role=status], [aria-live]')).toBeNull();
    expect(payer.element.shadowRoot?.querySelectorAll(`[aria-describedby~="${complaint.id}"]`)).toHaveLength(1);
  }
});

test('the countdown before another try is not announced every second', async () => {
  const payer = await mount();
  await payer.pays({ number: '4005550000000019' });
  await payer.learns('failed');
  await payer.button('Try again').click();
  await payer.sees(payer.button(/^Try again in/));
  await payer.readsFee();
  const announced = listen(payer.element);
  const before = payer.button(/^Try again in/).element().textContent;
  await expect.poll(() => payer.button(/^Try again in/).element().textContent, { timeout: 5000 }).not.toBe(before);
  expect(announced).toEqual([]);
});
