import { afterEach, expect, inject, test } from 'vitest';
import type { CheckoutErrorEvent, LanguageError } from '../../src/index.js';
import { sandboxAttributes } from '../elements/payer.js';
import '../elements/watch-test.js';

// The built files as a merchant's page loads them: from the gateway, another origin than the page's.
const script = `${inject('gateway').checkout_url}/checkout.js`;

let frame: HTMLIFrameElement | undefined;
afterEach(() => frame?.remove());

const markup = (language: string): string =>
  `<p2p-transfer language="${language}" ${Object.entries(sandboxAttributes())
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}></p2p-transfer>`;

/** Loads a script on a page of its own. @returns the page, and the errors its elements tell. */
async function openPage(src: string, languages: readonly string[]): Promise<{ page: Document; errors: LanguageError[] }> {
  const errors: LanguageError[] = [];
  frame = document.createElement('iframe');
  document.body.append(frame);
  const page = frame.contentDocument!;
  page.addEventListener('checkout-error', (event) => errors.push((event as CheckoutErrorEvent).error as LanguageError));
  page.body.innerHTML = languages.map(markup).join('');
  const tag = Object.assign(page.createElement('script'), { type: 'module', src });
  page.body.append(tag);
  await new Promise((resolve) => tag.addEventListener('load', resolve));
  return { page, errors };
}

function said(page: Document, index: number): { legend: string | undefined; lang: string | undefined; dir: string | undefined } {
  const root = page.querySelectorAll('p2p-transfer')[index]?.shadowRoot;
  const base = root?.querySelector<HTMLElement>('[part=base]');
  return { legend: root?.querySelector('legend')?.textContent, lang: base?.lang, dir: base?.dir };
}

test('the script loads each language from beside itself, across origins, once, and only those asked for', async () => {
  const { page, errors } = await openPage(script, ['ar', 'ru', 'ar-EG', 'en']);
  await expect.poll(() => said(page, 0)).toEqual({ legend: 'من بطاقة', lang: 'ar', dir: 'rtl' });
  await expect.poll(() => said(page, 1)).toEqual({ legend: 'С карты', lang: 'ru', dir: 'ltr' });
  await expect.poll(() => said(page, 2)).toEqual({ legend: 'من بطاقة', lang: 'ar-EG', dir: 'rtl' });
  expect(said(page, 3)).toEqual({ legend: 'From card', lang: 'en', dir: 'ltr' });
  const loaded = page.defaultView!.performance.getEntriesByType('resource').map(({ name }) => name);
  const { checkout_url: origin } = inject('gateway');
  expect(loaded.filter((name) => name.includes('/locales/')).sort()).toEqual([`${origin}/locales/ar.js`, `${origin}/locales/ru.js`]);
  expect(errors).toEqual([]);
});

test('a page in English loads no language', async () => {
  const { page } = await openPage(script, ['en-GB', 'he']);
  await expect.poll(() => said(page, 1).legend).toBe('From card');
  const loaded = page.defaultView!.performance.getEntriesByType('resource').map(({ name }) => name);
  expect(loaded).toContain(script);
  expect(loaded.filter((name) => name.includes('/locales/'))).toEqual([]);
});

test('a language that can’t be loaded leaves the element at work in English, and tells the developer', async () => {
  // A merchant who serves a copy of the script without the folder beside it.
  const alone = URL.createObjectURL(new Blob([await (await fetch(script)).text()], { type: 'text/javascript' }));
  const { page, errors } = await openPage(alone, ['ar']);
  await expect.poll(() => errors.map(({ code, party, language }) => `${code} ${party} ${language}`)).toEqual([
    'language_unavailable merchant ar',
  ]);
  expect(errors[0]?.message).toContain('Serve the folder locales beside checkout.js');
  await expect.poll(() => said(page, 0)).toEqual({ legend: 'From card', lang: 'en', dir: 'ltr' });
  const root = page.querySelector('p2p-transfer')?.shadowRoot;
  expect(root?.querySelector('[part=setup-error]')).toBeNull();
  expect(root?.querySelector('button[type=submit]')?.textContent?.trim()).toMatch(/^Transfer /);
});
