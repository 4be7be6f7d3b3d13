import { expect, inject, test, vi } from 'vitest';
import '../../../src/define.js';
import { mount, type Payer, strangeKey } from '../payer.js';
import '../watch-leaks.js';

/** Counts the requests for jobs, and may answer them; every other request goes to the gateway. */
function watchJobs(answer?: () => Promise<Response>) {
  const asked: string[] = [];
  return {
    asked,
    fetch: (url: string, init: RequestInit): Promise<Response> => {
      asked.push(`${init.method ?? 'GET'} ${new URL(url).pathname}`);
      return answer && asked.length === 1 ? answer() : fetch(url, init);
    },
  };
}

const QUESTION = /^GET \/ctp\/api\/async\/jobs\/[0-9a-f]{24}$/;

const reportsRefusal = (payer: Payer) =>
  expect.poll(() => payer.events('checkout-error').map(({ error }) => error), { timeout: 10_000 });

test('a key that the gateway does not know is found at the first focus, before anything is typed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const payer = await mount({ 'public-key': await strangeKey(), amount: null, test: null });
  expect(payer.events('checkout-error')).toEqual([]);
  await payer.from('Card number').click();
  await reportsRefusal(payer).toMatchObject([{ code: 'credentials_refused', party: 'merchant', status: 401 }]);
  await payer.sees(payer.text(/problem with this page/));
  // The message stays while the payer types, and so does the input.
  await payer.types('4200');
  await expect.element(payer.from('Card number')).toHaveValue('4200');
  await payer.sees(payer.text(/problem with this page/));
  await payer.to('Card number').click();
  expect(payer.events('checkout-error')).toHaveLength(1);
});

test('the right key replaces a refused one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const payer = await mount({ 'public-key': await strangeKey() });
  await payer.from('Card number').click();
  await reportsRefusal(payer).toHaveLength(1);
  payer.element.publicKey = inject('shops').find(({ pci_certified }) => !pci_certified)?.public_key ?? '';
  await payer.element.updateComplete;
  expect(payer.reads()).not.toContain('problem with this page');
  await payer.fillsCards();
  await payer.sees(payer.text(/Fee/));
});

test('the check is one request for a job that does not exist, made once and not before the focus', async () => {
  const { asked, fetch } = watchJobs();
  const payer = await mount({}, { fetch });
  expect(asked).toEqual([]);
  await payer.from('Card number').click();
  await expect.poll(() => asked).toEqual([expect.stringMatching(QUESTION)]);
  await payer.to('Card number').click();
  await payer.from('Expiry date').click();
  expect(asked).toHaveLength(1);
  expect(payer.events('checkout-error')).toEqual([]);
});

test.each([
  ['a failing gateway', () => Promise.resolve(Response.json({ message: 'no' }, { status: 503 }))],
  ['a network that is down', () => Promise.reject(new TypeError('down'))],
  ['a proxy that forbids the address', () => Promise.resolve(new Response('no', { status: 403 }))],
])('%s proves nothing about the key', async (_, answer) => {
  const { asked, fetch } = watchJobs(answer);
  const payer = await mount({}, { fetch });
  await payer.from('Card number').click();
  await expect.poll(() => asked).toHaveLength(1);
  await payer.element.updateComplete;
  expect(payer.reads()).not.toContain('Nothing was sent');
  expect(payer.events('checkout-error')).toEqual([]);
});
