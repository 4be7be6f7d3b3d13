import { expect, test } from 'vitest';
import type { Reply } from '../../../demo/scripted/script.js';
import '../../../src/define.js';
import { answer, accepted, done, errorBody, possible } from '../../../demo/scripted/script.js';
import { catalogues } from '../../../src/locales/catalogues.js';
import { gateway, holdAnswers, sent } from '../gateway.js';
import { AMOUNT, OTHER_AMOUNT, RECIPIENT, mount } from '../payer.js';

test('the fee shows before paying: an estimate from the bank’s percentage, labelled as one', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await payer.sees(payer.text('Fee about 18.75 USD'));
  await payer.sees(payer.text('≈ 1,268.75 USD'));
  const [quote] = payer.events('checkout-quote');
  expect(quote).toMatchObject({
    amount: AMOUNT,
    currency: 'USD',
    fee: 1875,
    feeCurrency: 'USD',
    estimated: true,
    total: undefined,
  });
  expect(payer.events('checkout-quote')).toHaveLength(1);
  expect(payer.element.step).toBe('details');
});

test('the bank’s minimum fee counts where the percentage is below it', async () => {
  const payer = await mount({ amount: '1000' });
  await payer.fillsCards();
  await payer.sees(payer.text('Fee about 0.70 USD'));
});

test.each([
  [
    'an exact fee comes with the total',
    '4000600000000017',
    'Fee 12.50 USD, total 1,012.50 USD',
    1250,
    101_250,
    ['12.50 USD', '1,012.50 USD'],
  ],
  ['a fee of zero is called none', '4000610000000016', 'No fee', 0, 100_000, ['No fee', '1,000.00 USD']],
])('%s', async (_, number, text, fee, total, rows) => {
  const payer = await mount({ amount: '100000' });
  await payer.fillsCards({ number });
  const read = (selector: string): string[] =>
    [...payer.element.shadowRoot!.querySelectorAll(selector)].map(({ textContent }) =>
      textContent.trim().replaceAll('\u00a0', ' '),
    );
  await expect.poll(() => read('[part=price]'), { timeout: 10_000 }).toEqual([text]);
  expect(read('[part=summary] dd')).toEqual(['1,000.00 USD', ...rows]);
  expect(payer.events('checkout-quote')[0]).toMatchObject({ fee, feeCurrency: 'USD', estimated: false, total });
});

test('the rows of the fee stay while another amount is asked for, so that nothing moves', async () => {
  const payer = await mount({ amount: '100000' });
  await payer.fillsCards();
  await payer.sees(payer.text('≈ 1,015.00 USD'));
  const summary = payer.element.shadowRoot!.querySelector<HTMLElement>('[part=summary]')!;
  // The rows have opened.
  await expect.poll(() => summary.getAnimations({ subtree: true })).toEqual([]);
  const height = summary.offsetHeight;
  const rows = new Set<string>();
  new MutationObserver(() => rows.add(`${summary.children.length} rows, ${summary.offsetHeight - height} px`)).observe(summary, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  payer.element.amount = 200_000;
  await payer.sees(payer.text('≈ 2,030.00 USD'));
  expect([...rows]).toEqual(['3 rows, 0 px']);
});

test('a percentage in another currency than the transfer’s gives no total: the bank’s terms stand beside the amount', async () => {
  const payer = await mount({ amount: '100000' });
  await payer.fillsCards({ number: '4000620000000015' });
  // Screen readers hear the sentence.
  await payer.sees(payer.text('Bank fee: 1.5%, not less than 0.70 EUR'));
  expect(payer.reads()).toMatch(
    /Fee\s+1\.5%, not less than 0\.70 EUR\s+You pay\s+1,000\.00 USD \+ 1\.5%, not less than 0\.70 EUR/,
  );
  const [quote] = payer.events('checkout-quote');
  expect(quote).toMatchObject({ fee: undefined, feeCurrency: 'EUR', total: undefined });
});

test.each([
  ['an exact fee', { bank_fee: 1.4 }, 'Fee 1.40 EUR You pay 1,000.00 USD + 1.40 EUR'],
  ['an estimated fee', { minimum: 1.4 }, 'Fee ≈ 1.40 EUR You pay ≈ 1,000.00 USD + 1.40 EUR'],
  ['no fee', { bank_fee: 0 }, 'Fee No fee You pay 1,000.00 USD'],
  ['no fee in an unknown currency', { bank_fee: 0, currency: 'XYZ' }, 'Fee No fee You pay 1,000.00 USD'],
])('%s in another currency than the transfer’s stands beside the amount, without a sum', async (_, commission, rows) => {
  gateway.replies.check = [accepted('check')];
  gateway.replies.checkJob = [done(possible({ currency: 'EUR', ...commission }))];
  const payer = await mount({ amount: '100000' });
  await payer.fillsCards();
  await expect.poll(() => payer.reads().replaceAll(/\s+/g, ' '), { timeout: 10_000 }).toContain(rows);
  expect(payer.reads()).not.toContain('plus any fee');
  expect(payer.events('checkout-quote')[0]).toMatchObject({ feeCurrency: expect.stringMatching(/EUR|XYZ/), total: undefined });
});

test('an edit drops the fee at once, and a new check starts', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await payer.readsFee();
  await payer.to('Card number').click();
  await payer.types('{Backspace}');
  await expect.element(payer.text(/^Fee (about )?\d/)).not.toBeInTheDocument();
  expect(payer.element.quote?.status).toBe('none');
  await payer.types(RECIPIENT.slice(-1));
  await payer.readsFee();
  expect(payer.events('checkout-quote')).toHaveLength(2);
});

test('an edit of a value that a check does not seal keeps the fee', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await payer.readsFee();
  await payer.fills(payer.from('Expiry date'), '11/31');
  expect(payer.element.quote?.status).toBe('given');
});

test('a press before the fee was seen asks for it and sends nothing; the next press pays', async () => {
  const release = holdAnswers('check');
  const payer = await mount();
  await payer.fillsCards();
  await payer.transferButton.click();
  release();
  await payer.sees(payer.text(/Press again to send/));
  expect(gateway.of('transfer')).toEqual([]);
  await payer.pressesAgain();
  await payer.learns('successful');
});

test.each(['the button', 'submit()'])(
  'a fee that was read before is only shown by a press that asks for it: %s',
  async (what) => {
    const payer = await mount();
    await payer.fillsCards();
    await payer.readsFee();
    const release = holdAnswers('check');
    await payer.to('Card number').click();
    await payer.types(`{Backspace}${RECIPIENT.slice(-1)}`);
    await payer.sees(payer.button('Show the fee'));
    if (what === 'the button') await payer.transferButton.click();
    else void payer.element.submit();
    await expect.poll(() => gateway.of('check').length).toBeGreaterThan(1);
    release();
    await payer.sees(payer.text(/Press again to send/));
    expect(gateway.of('transfer')).toEqual([]);
    await payer.pressesAgain();
    await payer.learns('successful');
  },
);

test.each([
  ['the holder of the source card', '4000100000000018', RECIPIENT, true, false],
  ['the holders of both cards', '4000100000000083', RECIPIENT, true, true],
  ['the holder of the recipient’s card', '4200000000000000', '4000200000000016', false, true],
])(
  'asked for %s, it opens the field, shows why, and quotes once it is filled in',
  async (_, number, recipient, fromHolder, toHolder) => {
    const payer = await mount();
    await payer.fillsCards({ number, recipient });
    await payer.sees(payer.text(/^To see the fee, add/));
    expect(payer.from('Name on card').elements()).toHaveLength(fromHolder ? 1 : 0);
    expect(payer.to('Recipient’s name').elements()).toHaveLength(toHolder ? 1 : 0);
    expect(payer.events('checkout-quote')).toEqual([]);
    if (fromHolder) await payer.from('Name on card').fill('ANN LEE');
    if (toHolder) await payer.to('Recipient’s name').fill('BOB RAY');
    await payer.readsFee();
  },
);

test('asked for a security code and expiry that are already typed, it seals them with the check and quotes', async () => {
  const payer = await mount();
  await payer.fillsCards({ number: '4000100000000067' });
  await payer.readsFee();
});

test('a card number typed as the name is refused before anything is sealed', async () => {
  const payer = await mount();
  await payer.fillsCards({ number: '4000100000000018' });
  await payer.sees(payer.from('Name on card'));
  await payer.fills(payer.from('Name on card'), '4000100000000018');
  await expect.element(payer.from('Name on card')).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(payer.from('Name on card'))).toBe('Enter the name here, not the card number.');
});

test('an impossible transfer shows the bank’s reason, and a press sends nothing', async () => {
  const payer = await mount();
  await payer.fillsCards({ number: '4000300000000014' });
  await payer.sees(payer.text('This transfer isn’t possible. Transfers from this card are not supported.'));
  // The button offers nothing that is impossible.
  expect(payer.transferButton.elements()).toEqual([]);
  const again = payer.button('Check again');
  // Nearly transparent, under the pointer too.
  await expect.poll(() => getComputedStyle(again.element()).backgroundColor).toMatch(/[ /] ?0(\.0\d+)?\)$/);
  await again.click();
  await expect.poll(() => gateway.posts.length).toBe(2);
  await payer.sees(payer.text(/^This transfer isn’t possible/));
  await payer.button('Use another card').click();
  await expect.poll(() => payer.from('Card number').element().matches(':focus')).toBe(true);
  await payer.fills(payer.from('Card number'), '4200000000000000');
  await payer.readsFee();
  expect(getComputedStyle(payer.transferButton.element()).backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
  expect(payer.button('Use another card').elements()).toEqual([]);
  expect(gateway.of('transfer')).toEqual([]);
  expect(payer.events('checkout-outcome')).toEqual([]);
});

test('a reason that the gateway has only in English stands on a line of its own, with its language', async () => {
  const payer = await mount();
  await payer.fillsCards({ number: '4000300000000014' });
  await payer.sees(payer.text(/^This transfer isn’t possible/));
  const price = payer.element.shadowRoot!.querySelector<HTMLElement>('[part=price]')!;
  expect(price.querySelector('[lang]')).toBeNull();
  await catalogues.load('nl');
  payer.element.language = 'nl';
  await expect
    .poll(() => price.innerText.trim())
    .toBe('Deze overboeking is niet mogelijk.\nTransfers from this card are not supported.');
  expect(price.querySelector('bdi')?.lang).toBe('en');
});

test.each<[string, Reply, string]>([
  ['429', answer(429, errorBody({}, 'busy', 'slow down')), 'rate_limited'],
  ['503', answer(503, ''), 'gateway_unavailable'],
  ['no answer', new TypeError('failed'), 'network_unreachable'],
  ['a page instead of JSON', new Response('<html>'), 'answer_off_contract'],
])('%s at the check leaves the form usable and reports an error to the page', async (_, reply, code) => {
  gateway.replies.check = [reply];
  const payer = await mount();
  await payer.fillsCards();
  await expect.poll(() => payer.events('checkout-error').map(({ error }) => Reflect.get(error, 'code'))).toEqual([code]);
  expect(payer.element.quote?.status).toBe('unavailable');
  await expect.element(payer.transferButton).toBeEnabled();

  gateway.replies.check = [];
  await payer.transferButton.click();
  await payer.sees(payer.text(/Press again to send/));
});

test.each<[string, Reply, Reply, string]>([
  ['polls that answer a page', accepted('check'), new Response('<html>'), 'answer_off_contract'],
  ['a state that the contract does not have', accepted('check'), { status: 'queued', job_id: 'check' }, 'answer_off_contract'],
  ['404', accepted('check'), answer(404, errorBody({}, 'not_found', 'No such job')), 'job_lost'],
  ['the job id “..”', accepted('..'), {}, 'answer_off_contract'],
  ['a job id that no address can contain', accepted('a\ud800'), {}, 'answer_off_contract'],
])('a check that is answered with %s ends with a message, and can be made again', async (_, reply, poll, code) => {
  gateway.replies.check = [reply];
  gateway.replies.checkJob = [poll];
  const payer = await mount();
  await payer.fillsCards();
  await payer.sees(payer.text(/^We couldn’t get the fee\. .*Nothing was sent\.$/));
  expect(payer.reads()).not.toContain('Checking the fee');
  expect(payer.events('checkout-error').map(({ error }) => Reflect.get(error, 'code'))).toEqual([code]);
  await expect.element(payer.transferButton).toBeEnabled();

  gateway.replies.check = gateway.replies.checkJob = [];
  await payer.transferButton.click();
  await payer.sees(payer.text(/Press again to send/));
  expect(gateway.of('transfer')).toEqual([]);
});

test('the answer to an earlier check is dropped', async () => {
  const release = holdAnswers('check');
  const payer = await mount();
  await payer.fillsCards({ number: '4000300000000014' });
  await expect.poll(() => gateway.of('check').length).toBe(1);
  gateway.replies.check = [];
  await payer.fills(payer.from('Card number'), '4200000000000000');
  release();
  await payer.readsFee();
  expect(payer.reads()).not.toContain('isn’t possible');
});

test('a press that began on another sum pays nothing, and says so; the next one pays', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await payer.readsFee();
  const button = payer.transferButton.element() as HTMLButtonElement;
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
  payer.element.amount = OTHER_AMOUNT;
  await payer.sees(payer.button(/^Send 2,500.00 USD/));
  // Longer than it takes to read a higher fee.
  await new Promise((resolve) => setTimeout(resolve, 1800));
  button.click();
  await payer.sees(payer.text('Nothing was sent. Wait a moment, then press again.'));
  expect(sent('transfer')).toEqual([]);
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
  button.click();
  await payer.learns('successful');
  expect(sent('transfer')).toMatchObject([{ request: { amount: OTHER_AMOUNT } }]);
});
