import { afterEach, expect, test, vi } from 'vitest';
import { server } from 'vitest/browser';
import '../../../../src/define.js';
import { canary } from '../../watch-leaks.js';
import { gateway } from '../../gateway.js';
import { AMOUNT, mount, type Payer, RECIPIENT, shown } from '../../payer.js';

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

const DECLINED = '4005550000000019';

/** What the device is asked to share; each call answers as `answer` does. Without it, a browser on Linux shares nothing. */
function shares(answer: () => Promise<void>): (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  const share = ({ text }: ShareData): Promise<void> => {
    texts.push(text);
    canary.see('log', String(text));
    return answer();
  };
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  return texts;
}

function copies(answer: () => Promise<void>): string[] {
  const texts: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => (texts.push(text), answer()));
  return texts;
}

const refuse = (name: string) => () => Promise.reject(new DOMException('Refused', name));
const done = (): Promise<void> => Promise.resolve();

async function succeed(attributes: Readonly<Record<string, string | null>> = {}): Promise<Payer> {
  const payer = await mount(attributes);
  await payer.pays();
  await payer.learns('successful');
  return payer;
}

const inRoot = (payer: Payer, selector: string): HTMLElement | null =>
  payer.element.shadowRoot!.querySelector<HTMLElement>(selector);
const status = (payer: Payer): string | null | undefined => inRoot(payer, '.actions [role=status]')?.textContent;

test('the proof has the sum, the masked card, the time with its zone, the reference and the receipt, and says that it is a test', async () => {
  const texts = shares(done);
  const copied = copies(done);
  const payer = await succeed();
  const { transaction, trackingId } = payer.events('checkout-outcome')[0]!;
  await payer.button('Share proof').click();
  await expect.poll(() => texts).toHaveLength(1);
  const time = inRoot(payer, '[part=time]')!.textContent.replaceAll('\u00a0', ' ');
  expect(time).toMatch(/GMT|UTC/);
  expect(texts[0]!.replaceAll('\u00a0', ' ').split('\n')).toEqual([
    'Test mode: no money moves',
    'Transfer complete',
    shown(AMOUNT),
    'To Visa •••• 1111',
    time,
    `Reference: ${trackingId}`,
    `Receipt: ${transaction!.receipt_url}`,
  ]);
  expect(copied).toEqual([]);
  expect(status(payer)).toBe('');
});

test('the proof does not name the recipient by the payer’s own label', async () => {
  const texts = shares(done);
  const recipientCard = { token: gateway.ledger.save({ pan: RECIPIENT }), brand: 'visa', last_4: '1111', label: 'Mum' };
  const payer = await mount({}, { recipientCard });
  await payer.pays();
  await payer.learns('successful');
  expect(payer.reads()).toContain('Mum');
  await payer.button('Share proof').click();
  await expect.poll(() => texts).toHaveLength(1);
  expect(texts[0]).toContain('•••• 1111');
  expect(texts[0]).not.toContain('Mum');
});

test.each(['AbortError', 'InvalidStateError'])('a share that ends with %s says and copies nothing', async (name) => {
  const texts = shares(refuse(name));
  const copied = copies(done);
  const payer = await succeed();
  await payer.button('Share proof').click();
  await expect.poll(() => texts).toHaveLength(1);
  await payer.element.updateComplete;
  expect(copied).toEqual([]);
  expect(status(payer)).toBe('');
});

test('where the device shares nothing, the proof is copied, and a live region says so', async () => {
  Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
  const copied = copies(done);
  const payer = await succeed();
  await payer.button('Share proof').click();
  await expect.poll(() => status(payer)).toBe('Copied');
  expect(copied[0]).toContain('Transfer complete');
});

test('where neither works, the proof is shown and selected', async () => {
  shares(refuse('NotAllowedError'));
  copies(refuse('NotAllowedError'));
  const payer = await succeed();
  await payer.button('Share proof').click();
  await expect.poll(() => status(payer)).toContain('Transfer complete');
  const shownProof = inRoot(payer, '.actions [role=status]')!;
  expect(shownProof.textContent.trim().split('\n').length).toBeGreaterThan(4);
  expect(getComputedStyle(shownProof).whiteSpace).toMatch(/pre-line|preserve-breaks/);
  // WebKit tells a page nothing of what is selected in a shadow root.
  if (server.browser === 'webkit') return;
  expect(getSelection()!.toString().replaceAll(/\s+/g, ' ').trim()).toBe(shownProof.innerText.replaceAll(/\s+/g, ' ').trim());
});

test('nothing is shared but a success that the gateway itself reports', async () => {
  const declined = await mount();
  await declined.pays({ number: DECLINED });
  await declined.learns('failed');
  expect(declined.button('Share proof').elements()).toEqual([]);
  expect(declined.button('Receipt').elements()).toEqual([]);
  declined.element.remove();

  gateway.replies.transfer = [new Response('<html>')];
  const payer = await mount({}, { resolveStatus: () => Promise.resolve({ outcome: 'unknown' }) });
  await payer.pays();
  await payer.learns('unknown');
  expect(payer.button('Share proof').elements()).toEqual([]);
  payer.element.resolveStatus = () => Promise.resolve({ outcome: 'successful' });
  await payer.button('Check again').click();
  await payer.learns('successful');
  expect(payer.button('Share proof').elements()).toEqual([]);
});
