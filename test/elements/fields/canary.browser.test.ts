import { expect, test } from 'vitest';
import '../../../src/define.js';
import type { Channel } from '../../canary/canary.js';
import { canary, takeLeaks } from '../watch-leaks.js';
import { CODE, PAYS, mount, type Payer } from '../payer.js';

type Plant = (payer: Payer) => unknown;

const LEAKS: readonly (readonly [where: string, channel: Channel, plant: Plant])[] = [
  ['a request’s address', 'request', () => fetch(`/?n=${PAYS}`)],
  ['a request’s header', 'request', () => fetch('/', { headers: { 'x-code': CODE } })],
  ['a request’s body', 'request', () => fetch('/', { method: 'POST', body: `{"verification_value":"${CODE}"}` })],
  ['a section that is not sealed', 'request', () => fetch('/', { method: 'POST', body: '{"credit_card":{"exp_month":"12"}}' })],
  ['a beacon', 'request', () => navigator.sendBeacon('/', `n=${PAYS}`)],
  ['the page’s address', 'address', () => history.replaceState(history.state, '', `#${PAYS}`)],
  ['history.state', 'history', () => history.replaceState({ number: '4200 0000 0000 0000' }, '')],
  [
    'localStorage, for a moment only',
    'storage',
    () => {
      localStorage.setItem('draft', PAYS);
      localStorage.clear();
    },
  ],
  ['sessionStorage', 'storage', () => sessionStorage.setItem('code', CODE)],
  ['a cookie', 'cookie', () => (document.cookie = `n=${PAYS}`)],
  ['the console', 'console', () => console.debug('typed', { number: [PAYS] })],
  [
    'an event’s field',
    'event',
    ({ element }) => element.dispatchEvent(Object.assign(new Event('checkout-change'), { code: CODE })),
  ],
  [
    'an error’s cause in an event',
    'event',
    ({ element }) =>
      element.dispatchEvent(Object.assign(new Event('checkout-error'), { error: new Error('no', { cause: { pan: PAYS } }) })),
  ],
  [
    'an attribute in the shadow root',
    'dom',
    ({ element }) => element.shadowRoot?.querySelector('input')?.setAttribute('value', PAYS),
  ],
  [
    'the digits so far, for a moment only',
    'dom',
    ({ element }) => {
      element.dataset['so_far'] = PAYS.slice(0, 13);
      queueMicrotask(() => delete element.dataset['so_far']);
    },
  ],
];

test.each(LEAKS)('the canary finds card data in %s', async (_, channel, plant) => {
  const payer = await mount();
  canary.keepPan(PAYS);
  canary.keepCode(CODE);
  const address = location.href;
  expect(await takeLeaks()).toEqual([]);
  await plant(payer);
  // A beacon leaves a moment later.
  const found: string[] = [];
  await expect
    .poll(async () => {
      found.push(...(await takeLeaks()).map((leak) => leak.channel));
      return found;
    })
    .toContain(channel);

  // The planted leak is gone before the canary looks for the last time.
  history.replaceState(null, '', address);
  document.cookie = 'n=; max-age=0';
  localStorage.clear();
  sessionStorage.clear();
  payer.element.remove();
  payer.element.shadowRoot?.querySelector('input')?.removeAttribute('value');
  await takeLeaks();
});

test('text typed into inputs is not a leak', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
  expect(await takeLeaks()).toEqual([]);
});
