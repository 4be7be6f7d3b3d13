import { afterEach, expect, inject, test } from 'vitest';
import type { LanguageError } from '../../src/index.js';
import { attributesOf } from '../elements/payer.js';

// The built files as a merchant's page loads them: from the gateway, which is another origin.
const script = `${inject('gateway').checkout_url}/checkout.js`;

let frame: HTMLIFrameElement | undefined;
afterEach(() => frame?.remove());

const markup = (language: string): string =>
  // A frame's empty document has no address of its own to come back to.
  `<p2p-transfer language="${language}" return-url="${location.origin}/" ${Object.entries(attributesOf())
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}></p2p-transfer>`;

/** Loads a script in a new page. @returns the page, and the errors that its elements report. */
async function openPage(src: string, languages: readonly string[]): Promise<{ page: Document; errors: LanguageError[] }> {
  const errors: LanguageError[] = [];
  frame = document.createElement('iframe');
  document.body.append(frame);
  const page = frame.contentDocument!;
  page.addEventListener('checkout-error', (event) => errors.push(event.error as LanguageError));
  page.body.innerHTML = languages.map(markup).join('');
  const tag = Object.assign(page.createElement('script'), { type: 'module', src });
  page.body.append(tag);
  await new Promise((resolve) => tag.addEventListener('load', resolve));
  return { page, errors };
}

function shown(page: Document, index: number): { legend: string | undefined; lang: string | undefined; dir: string | undefined } {
  const root = page.querySelectorAll('p2p-transfer')[index]?.shadowRoot;
  const base = root?.querySelector<HTMLElement>('[part=base]');
  return { legend: root?.querySelector('legend')?.textContent, lang: base?.lang, dir: base?.dir };
}

test('the script loads only the requested languages, each once, from its own folder, across origins', async () => {
  const { page, errors } = await openPage(script, ['ar', 'ru', 'ar-EG', 'en']);
  await expect.poll(() => shown(page, 0)).toEqual({ legend: 'من بطاقة', lang: 'ar', dir: 'rtl' });
  await expect.poll(() => shown(page, 1)).toEqual({ legend: 'С карты', lang: 'ru', dir: 'ltr' });
  await expect.poll(() => shown(page, 2)).toEqual({ legend: 'من بطاقة', lang: 'ar-EG', dir: 'rtl' });
  expect(shown(page, 3)).toEqual({ legend: 'From card', lang: 'en', dir: 'ltr' });
  const loaded = page.defaultView!.performance.getEntriesByType('resource').map(({ name }) => name);
  const { checkout_url: origin } = inject('gateway');
  expect(loaded.filter((name) => name.includes('/locales/')).sort()).toEqual([
    `${origin}/locales/ar.js`,
    `${origin}/locales/ru.js`,
  ]);
  expect(errors).toEqual([]);
});

test('a page in English loads no language', async () => {
  const { page } = await openPage(script, ['en-GB', 'he']);
  await expect.poll(() => shown(page, 1).legend).toBe('From card');
  const loaded = page.defaultView!.performance.getEntriesByType('resource').map(({ name }) => name);
  expect(loaded).toContain(script);
  expect(loaded.filter((name) => name.includes('/locales/'))).toEqual([]);
});

test('if a language can’t be loaded, the element works in English and reports an error to the developer', async () => {
  // A merchant serves a copy of the script without its folder of languages.
  const alone = URL.createObjectURL(new Blob([await (await fetch(script)).text()], { type: 'text/javascript' }));
  const { page, errors } = await openPage(alone, ['ar']);
  await expect
    .poll(() => errors.map(({ code, party, language }) => `${code} ${party} ${language}`))
    .toEqual(['language_unavailable merchant ar']);
  expect(errors[0]?.message).toContain('Serve the folder locales beside checkout.js');
  await expect.poll(() => shown(page, 0)).toEqual({ legend: 'From card', lang: 'en', dir: 'ltr' });
  const root = page.querySelector('p2p-transfer')?.shadowRoot;
  expect(root?.querySelector('[part=setup-error]')).toBeNull();
  expect(root?.querySelector('button[type=submit]')?.textContent?.trim()).toMatch(/^Show the fee/);
});

test('a folder of languages from another release is refused, and the element works in English', async () => {
  const text = await (await fetch(script)).text();
  const folder = new URL('locales/', new URL(script, location.href)).href;
  const { of } = (await import(/* @vite-ignore */ `${folder}ru.js`)) as { of: string };
  expect(text).toContain(of);
  const newer = text.replace(of, 'newer0').replace('./locales/', folder);
  const { page, errors } = await openPage(URL.createObjectURL(new Blob([newer], { type: 'text/javascript' })), ['ru']);
  await expect.poll(() => errors.map(({ code, language }) => `${code} ${language}`)).toEqual(['language_unavailable ru']);
  expect(String((errors[0]?.cause as Error | undefined)?.message)).toContain('locales/ru.js of this release');
  await expect.poll(() => shown(page, 0)).toEqual({ legend: 'From card', lang: 'en', dir: 'ltr' });
});
