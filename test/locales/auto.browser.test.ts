import { expect, test } from 'vitest';
import '../../src/define.js';
import { mount } from '../elements/payer.js';

/** Sets what the browser asks for, and the page's own language, until the test ends. */
function speak(lang: string, ...languages: readonly string[]): () => void {
  const before = document.documentElement.lang;
  document.documentElement.lang = lang;
  Object.defineProperty(navigator, 'languages', { value: languages, configurable: true });
  return () => {
    document.documentElement.lang = before;
    Reflect.deleteProperty(navigator, 'languages');
  };
}

test.each([
  ['ru-RU', ['de'], 'ru-RU', 'Тестовый режим'],
  ['', ['xx', 'ar-EG'], 'ar-EG', 'وضع تجريبي'],
  ['tlh', ['en-GB'], 'en-GB', 'Test mode'],
  ['tlh', ['xx'], 'en', 'Test mode'],
])('language="auto" on a page in "%s", in a browser that asks for %o: %s', async (lang, asked, shown, badge) => {
  const restore = speak(lang, ...asked);
  try {
    const payer = await mount({ language: 'auto' });
    await expect.poll(() => payer.element.shadowRoot?.textContent).toContain(badge);
    expect(payer.element.shadowRoot?.querySelector('.base')?.getAttribute('lang')).toBe(shown);
    expect(payer.element.language).toBe('auto');
    // The badge stands above an error as well.
    await expect.poll(() => payer.within.getByRole('textbox').elements().length).toBeGreaterThan(3);
    expect(payer.events('checkout-error')).toEqual([]);
  } finally {
    restore();
  }
});
