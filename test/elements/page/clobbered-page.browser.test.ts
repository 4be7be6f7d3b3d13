// @module-tag long
import { afterEach, expect, test } from 'vitest';
import { server } from 'vitest/browser';
import '../../../src/define.js';
import { attributesOf, mount } from '../payer.js';

// Markup that an attacker got into the page: forms whose names shadow parts of the document.

afterEach(() => {
  for (const form of Document.prototype.querySelectorAll.call(document, 'form[data-foreign]')) form.remove();
});

function clobber(name: string): void {
  const form = document.createElement('form');
  form.dataset['foreign'] = '';
  form.setAttribute('name', name);
  document.body.append(form);
  expect(Reflect.get(document, name)).toBe(form);
}

// Firefox is typed into at document.activeElement, so with such a form nothing gets typed.
const NAMES = ['hidden', 'readyState', 'body', 'addEventListener', 'removeEventListener'];

test.each(server.browser === 'firefox' ? NAMES : [...NAMES, 'activeElement'])(
  'a form named after document.%s does not keep a payment from its outcome',
  async (name) => {
    clobber(name);
    const payer = await mount();
    await payer.pays();
    await payer.learns('successful');
    payer.element.remove();
  },
);

test('forms named after document.readyState and document.querySelectorAll do not keep an element in the page’s markup from its form', async () => {
  for (const name of ['readyState', 'querySelectorAll']) clobber(name);
  const box = document.createElement('div');
  document.body.append(box);
  const attributes = Object.entries(attributesOf()).map(([name, value]) => `${name}="${value}"`);
  box.innerHTML = `<p2p-transfer ${attributes.join(' ')}></p2p-transfer>`;
  await expect.poll(() => box.firstElementChild?.shadowRoot?.querySelector('.submit')).not.toBeFalsy();
});
