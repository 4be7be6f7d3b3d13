import { expect, test } from 'vitest';
import '../../../src/define.js';
import '../watch-test.js';
import { freshAmount, Line, mount, shown, TRANSFER } from '../payer.js';

const DECLINED = '4005550000000019';
const DOUBLE = 'The bank took this for a repeat';

/** Answers that let a transfer leave and never tell what became of it. */
function silentLine(): Line {
  const line = new Line();
  line.answer(TRANSFER, () => Promise.resolve(new Response('<html>', { status: 200 })));
  return line;
}

test('the same card and sum, paid a moment ago in another browser: the payer reads that the bank took it for a repeat', async () => {
  const amount = freshAmount();
  const first = await mount({ amount: String(amount) });
  await first.pays();
  await first.learns('successful');
  first.element.remove();
  // Another browser knows nothing of it.
  localStorage.clear();
  sessionStorage.clear();

  const second = await mount({ amount: String(amount) });
  await second.pays();
  await second.learns('unknown');
  expect(second.reads()).toContain(DOUBLE);
  expect(second.reads()).toContain(`a transfer of ${shown(amount)} that it already has, and made no second one`);
  expect(second.reads()).not.toMatch(/not made|declined|failed/i);
  expect(second.events('checkout-outcome')).toMatchObject([{ outcome: 'unknown', final: false }]);
});

test('any other unknown is not called a repeat', async () => {
  const payer = await mount({}, { fetch: silentLine().fetch });
  await payer.pays();
  await payer.learns('unknown');
  expect(payer.reads()).not.toContain(DOUBLE);
});

test('“Ask again” is not offered where nobody could answer; with resolveStatus it is, and “Asked at” says when', async () => {
  const payer = await mount({}, { fetch: silentLine().fetch });
  await payer.pays();
  await payer.learns('unknown');
  expect(payer.button('Ask again').elements()).toEqual([]);
  expect(payer.reads()).not.toContain('Asked at');

  payer.element.resolveStatus = () => Promise.resolve({ outcome: 'unknown' });
  await payer.sees(payer.button('Ask again'));
  expect(payer.reads()).not.toContain('Asked at');
  await payer.button('Ask again').click();
  await payer.sees(payer.text(/^Asked at \d\d?:\d\d.*: still not known\.$/));
});

test('a surrounding form’s reset leaves an unknown outcome to be read', async () => {
  const payer = await mount({}, { fetch: silentLine().fetch });
  const form = document.createElement('form');
  document.body.append(form);
  form.append(payer.element);
  await payer.pays();
  await payer.learns('unknown');
  form.reset();
  await payer.element.updateComplete;
  expect(payer.element.outcome).toBe('unknown');
  await payer.learns('unknown');
});

test('a decline under a tracking-id that stays: nothing to press, and the way back to the shop is said', async () => {
  const payer = await mount({ 'tracking-id': `fixed-${crypto.randomUUID()}` });
  await payer.pays({ number: DECLINED });
  await payer.learns('failed');
  expect(payer.reads()).toContain('This payment can’t be tried again here.');
  expect(payer.button(/./).elements()).toEqual([]);
});

test('a decline that can be tried again says nothing of going back', async () => {
  const payer = await mount();
  await payer.pays({ number: DECLINED });
  await payer.learns('failed');
  expect(payer.reads()).not.toContain('can’t be tried again');
});

test('what it cost stands with the outcome: sum, fee and total', async () => {
  const payer = await mount({ amount: '123400' });
  await payer.pays({ number: '4000600000000017' });
  await payer.learns('successful');
  const facts = [...(payer.element.shadowRoot?.querySelectorAll('dl > div') ?? [])]
    .map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]);
  // The bank's tariff for this card: 1.25 %, half up.
  expect(facts.slice(0, 3)).toEqual([
    ['Amount', '1,234.00 USD'], ['Fee', '15.43 USD'], ['Total', '1,249.43 USD'],
  ]);
});
