import { expect, test } from 'vitest';
import '../../src/define.js';
import { canary } from '../elements/watch-leaks.js';
import { CODE, RECIPIENT, mount, type Payer } from '../elements/payer.js';

const base = ({ element }: Payer): HTMLElement => element.shadowRoot!.querySelector<HTMLElement>('[part=base]')!;

/** The content's language and direction attributes. */
const marks = (payer: Payer): string => `${base(payer).lang} ${base(payer).dir}`;

/** Types both cards, whatever the language of the labels. */
async function fillCards(payer: Payer, number: string): Promise<void> {
  canary.keepCode(CODE);
  const [source, expiry, code, recipient] = payer.element.shadowRoot!.querySelectorAll<HTMLInputElement>('fieldset input');
  for (const [input, text] of [
    [source, number],
    [expiry, '12/30'],
    [code, CODE],
    [recipient, RECIPIENT],
  ] as const) {
    canary.keepPan(text);
    input!.focus();
    input!.value = text;
    input!.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }
  await payer.element.updateComplete;
}

/** A countdown from 30 in Russian: 1 and 21 have one form, 2 to 4 and 22 to 24 another, the rest a third. */
const counting = (before: string, one: string, few: string, many: string, after = ''): RegExp =>
  new RegExp(`^${before} (2?1 ${one}|2?[2-4] ${few}|([5-9]|1\\d|2[05-9]|30) ${many})${after}$`);

// These two tests come first: only English is loaded yet.
test('while Arabic loads, English is shown in the layout of Arabic, marked as English', async () => {
  const [payer, hasty] = [await mount({ language: 'ar' }), await mount({ language: 'ar' })];
  expect(payer.reads()).toContain('From card');
  expect([payer, hasty].map(marks)).toEqual(['en rtl', 'en rtl']);
  // Its Arabic arrives too late.
  hasty.element.language = 'en';
  await payer.sees(payer.text('من بطاقة'));
  await hasty.element.updateComplete;
  expect([payer, hasty].map(marks)).toEqual(['ar rtl', 'en ltr']);
});

test('while Russian loads after Arabic, Arabic stays', async () => {
  const payer = await mount({ language: 'ar' });
  expect(payer.reads()).toContain('من بطاقة');
  payer.element.language = 'ru-RU';
  await payer.element.updateComplete;
  expect(payer.reads()).toContain('من بطاقة');
  expect(marks(payer)).toBe('ar ltr');
  await payer.sees(payer.text('С карты'));
  expect(marks(payer)).toBe('ru-RU ltr');
});

test('two languages on one page: each element has its own texts and direction', async () => {
  const [russian, arabic, english] = [await mount({ language: 'ru' }), await mount({ language: 'ar' }), await mount()];
  await russian.sees(russian.button(/^Показать комиссию/));
  await arabic.sees(arabic.button(/^عرض الرسوم/));
  await english.sees(english.button(/^(Send|Confirm|Show)/));
  expect([russian, arabic, english].map(marks)).toEqual(['ru ltr', 'ar rtl', 'en ltr']);
  expect(getComputedStyle(base(arabic)).direction).toBe('rtl');
});

test('an element set back to English is English at once, and so is one without the attribute', async () => {
  const payer = await mount({ language: 'ar' });
  payer.element.language = 'en-GB';
  await payer.element.updateComplete;
  expect(marks(payer)).toBe('en-GB ltr');
  payer.element.setAttribute('language', 'ar');
  await payer.element.updateComplete;
  expect(marks(payer)).toBe('ar rtl');
  payer.element.removeAttribute('language');
  await payer.element.updateComplete;
  expect(payer.element.language).toBe('en');
  expect(marks(payer)).toBe('en ltr');
});

test('the page’s own language is not used', async () => {
  document.documentElement.lang = 'ru';
  const payer = await mount();
  document.documentElement.lang = '';
  expect(marks(payer)).toBe('en ltr');
});

test('in a language without a catalogue, English is shown and marked as English, without an error', async () => {
  const payer = await mount({ language: 'ps' });
  await payer.element.updateComplete;
  expect(payer.reads()).toContain('From card');
  expect(marks(payer)).toBe('en ltr');
  expect(payer.events('checkout-error')).toEqual([]);
});

test('the merchant’s own messages are marked with the element’s language', async () => {
  const payer = await mount({ language: 'ps' }, { messages: { source_card: 'له کارته' } });
  expect(payer.reads()).toContain('له کارته');
  expect(marks(payer)).toBe('ps rtl');
});

test('numbers run left to right in Arabic too, below their label on the right, with the brand on the left', async () => {
  const payer = await mount({ language: 'ar', amount: null });
  await payer.sees(payer.text('من بطاقة'));
  await fillCards(payer, '4200000000000000');
  const inputs = [...payer.element.shadowRoot!.querySelectorAll('input')];
  expect(inputs.map((input) => getComputedStyle(input).direction)).toEqual(['ltr', 'ltr', 'ltr', 'ltr', 'ltr']);
  const box = inputs[1]!.getBoundingClientRect();
  const brand = payer.element.shadowRoot!.querySelector('.number .brand')!.getBoundingClientRect();
  expect(brand.right).toBeLessThan(box.left + box.width / 2);
  expect(getComputedStyle(inputs[1]!).textAlign).toBe('right');
});

test('the wait after a decline is in Russian, and uses the plural forms of the merchant’s own sentence', async () => {
  const payer = await mount({ language: 'ru' });
  await payer.sees(payer.text('С карты'));
  await fillCards(payer, '4005550000000019');
  await payer.sees(payer.text(/^Комиссия .*\d/));
  await payer.element.submit();
  await payer.sees(payer.heading('Перевод не прошёл'));
  await payer.button('Попробовать ещё раз').click();
  await payer.sees(payer.button(/^Повторить с этой картой можно через \d+ с\. Другая карта подойдёт сразу\.$/));
  payer.element.messages = { transfer_wait: '{seconds, plural, one {Ждём # день} few {Ждём # дня} many {Ждём # дней} other {}}' };
  await payer.sees(payer.button(counting('Ждём', 'день', 'дня', 'дней')));
});

test('errors that the developer has to fix are in English in every language', async () => {
  const payer = await mount({ language: 'ar', currency: null });
  await payer.sees(payer.text('لم يُضبط نموذج الدفع هذا بشكل صحيح.'));
  const list = payer.element.shadowRoot!.querySelector<HTMLElement>('[part=setup-error] ul')!;
  expect(`${list.lang} ${list.dir}`).toBe('en ltr');
});
