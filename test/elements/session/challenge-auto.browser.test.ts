import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/define.js';
import { gateway } from '../gateway.js';
import { mount, type Payer, RECIPIENT } from '../payer.js';

// This page is in a frame, as that of a site builder is: a window opens where a page of its own would be left. The journeys leave one.

/** A card that its bank asks about. */
const CHALLENGED = '4012000000001097';
const NOTHING_HERE = 'Nothing here? Open your bank’s page';

afterEach(() => vi.restoreAllMocks());

/** The bank's window, as the browser would open it after a press. */
function openWindows(): string[] {
  const opened: string[] = [];
  const replace = (url: string): void => void opened.push(url);
  const bank = { closed: false, opener: window, location: { replace }, focus: () => undefined, close: () => undefined };
  vi.spyOn(window, 'open').mockReturnValue(bank as unknown as Window);
  return opened;
}

const dialogOf = ({ element }: Payer): HTMLDialogElement | null | undefined => element.shadowRoot?.querySelector('dialog');

async function challenged(): Promise<Payer> {
  const payer = await mount({ challenge: 'auto' });
  await payer.pays({ number: CHALLENGED });
  // Tests leave their page only on a press.
  await payer.button('Continue to your bank').click();
  await expect.poll(() => dialogOf(payer)?.open, { timeout: 10_000 }).toBe(true);
  return payer;
}

test('auto: from the start, the dialog has a button that opens the bank’s page in a window instead, which the page then names', async () => {
  const opened = openWindows();
  const payer = await challenged();
  const address = dialogOf(payer)?.querySelector('iframe')?.src;
  await payer.button(NOTHING_HERE).click();
  expect(opened).toEqual([address]);
  await expect.poll(() => dialogOf(payer)).toBeNull();
  await payer.sees(payer.text(/^Your bank’s window is open\./));
  await gateway.confirm(String(gateway.transactions[0]?.['uid']));
  await payer.learns('successful');
});

test('on a phone the bank’s page has the whole screen', async () => {
  const payer = await challenged();
  // Only now: WebKit goes by the size that the window had for the page's first element when it draws a new one.
  await page.viewport(390, 844);
  const size = () => {
    const { width, height } = dialogOf(payer)!.getBoundingClientRect();
    // WebKit rounds the height to less than a pixel.
    return [Math.round(width), Math.round(height)];
  };
  await expect.poll(size, { timeout: 5000 }).toEqual([window.innerWidth, window.innerHeight]);
  const frame = dialogOf(payer)!.querySelector('iframe')!.getBoundingClientRect();
  expect(frame.height).toBeGreaterThan(0.84 * window.innerHeight);
  expect(frame.width).toBe(window.innerWidth);
  payer.element.cancel();
});

test('auto: a challenge that fails keeps both cards, and empties the code alone', async () => {
  const payer = await challenged();
  await gateway.confirm(String(gateway.transactions[0]?.['uid']), 'wrong code');
  await payer.learns('failed');
  await payer.button(/^Try again/).click();
  const digits = (input: Element): string => (input as HTMLInputElement).value.replaceAll(/\D/g, '');
  await expect.poll(() => digits(payer.from('Card number').element())).toBe(CHALLENGED);
  expect(digits(payer.to('Card number').element())).toBe(RECIPIENT);
  expect(digits(payer.from('Expiry date').element())).toBe('1230');
  await expect.element(payer.from('Security code')).toHaveValue('');
});

test.each([
  ['the page’s policy blocks the frame', 'frame-src', 'enforce', undefined, true],
  ['the default of the policy blocks it', 'default-src', 'enforce', undefined, true],
  ['a policy that only reports would block it', 'frame-src', 'report', undefined, false],
  ['the policy blocks another frame', 'frame-src', 'enforce', 'https://ads.example/', false],
  ['the policy blocks a script of that origin', 'script-src', 'enforce', undefined, false],
] as const)('auto: %s', async (_, effectiveDirective, disposition, other, isLeft) => {
  const opened = openWindows();
  const payer = await challenged();
  const address = dialogOf(payer)?.querySelector('iframe')?.src ?? '';
  const blockedURI = other ?? new URL(address).origin;
  const seen = { effectiveDirective, violatedDirective: effectiveDirective, disposition, blockedURI };
  document.dispatchEvent(
    new SecurityPolicyViolationEvent('securitypolicyviolation', { documentURI: '', originalPolicy: '', statusCode: 0, ...seen }),
  );
  expect(opened).toEqual(isLeft ? [address] : []);
  await payer.element.updateComplete;
  expect(dialogOf(payer)?.open ?? false).toBe(!isLeft);
  payer.element.cancel();
});

test('auto: it opens with the focus on the dialog, so that Enter does not close the bank’s page', async () => {
  const payer = await challenged();
  expect(payer.element.shadowRoot?.activeElement).toBe(dialogOf(payer));
  await payer.types('{Enter}');
  expect(dialogOf(payer)?.open).toBe(true);
  await payer.types('{Escape}');
  await expect.poll(() => dialogOf(payer)).toBeNull();
  payer.element.cancel();
});
