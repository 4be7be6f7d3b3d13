import { expect, test } from 'vitest';
import '../../src/define.js';
import { en } from '../../src/locales/en.js';
import { canary } from '../elements/watch-leaks.js';
import { gateway } from '../elements/gateway.js';
import { AMOUNT, CODE, PAYS, RECIPIENT, mount, type Payer } from '../elements/payer.js';

// The texts that the payer reads come from a language that nobody knows. Nothing that happens to the money depends on them.

const messages = Object.fromEntries(Object.keys(en).map((name, index) => [name, `zxqv wrrbl ${index}`]));

const DECLINED = '4005550000000019';

/** Types both cards and pays, without reading anything. */
async function pays({ element, allEvents }: Payer, number: string): Promise<void> {
  canary.keepCode(CODE);
  const inputs = element.shadowRoot!.querySelectorAll('input');
  for (const [index, text] of [number, '12/30', CODE, RECIPIENT].entries()) {
    canary.keepPan(text);
    inputs[index]!.focus();
    inputs[index]!.value = text;
    inputs[index]!.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }
  await expect.poll(() => allEvents.some(({ type }) => type === 'checkout-quote'), { timeout: 10_000 }).toBe(true);
  await element.submit();
}

/** The gateway takes the payment; then this page gets an answer that it can't read. */
const unreadable = async (url: string, init: RequestInit): Promise<Response> => {
  const response = await gateway.fetch(url, init);
  return url.endsWith('/async/p2p') ? new Response('zxqv', { status: 200 }) : response;
};

test.each([
  ['successful', PAYS, undefined],
  ['failed', DECLINED, undefined],
  ['unknown', PAYS, unreadable],
] as const)('in a language of nonsense a payment that is %s is reported so', async (outcome, number, fetch) => {
  const payer = await mount({ amount: String(AMOUNT) }, { messages, ...(fetch && { fetch }) });
  expect(payer.reads()).toContain('zxqv');
  await pays(payer, number);
  await payer.waitForEvents('checkout-outcome');
  expect(payer.events('checkout-outcome')).toMatchObject([{ outcome, final: outcome !== 'unknown' }]);
  expect(payer.element.outcome).toBe(outcome);
});
