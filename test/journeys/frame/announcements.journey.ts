import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { fieldsDocument, focusIn, shopPath, TALL, type FieldsPlace, FIELDS_PLACES } from '../rig/fields-place.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();
const patience = { timeout: 10_000 };

/** Announcements of live regions, each with its time (milliseconds since 1970), by which those of two documents are merged. */
type Heard = readonly (readonly [at: number, text: string])[];

/**
 * Listens to the live regions of a document or of its element. It runs in the page, so it can't use anything from this
 * file.
 */
function listen(): void {
  const heard: [number, string][] = [];
  Object.assign(globalThis, { heard });
  const root = document.querySelector('p2p-transfer')?.shadowRoot ?? document;
  const last = new Map<Element, string>();
  const look = (isNew: boolean): void => {
    for (const region of root.querySelectorAll('[role=alert], [role=status], [aria-live]')) {
      for (const part of region.matches('.announcer, .notices') ? region.children : [region]) {
        const text = part.checkVisibility({ visibilityProperty: true }) ? part.textContent.trim().replaceAll(/\s+/g, ' ') : '';
        if (isNew && text && text !== last.get(part)) heard.push([Date.now(), text]);
        last.set(part, text);
      }
    }
  };
  look(false);
  new MutationObserver(() => look(true)).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
}

async function startListening(page: Page, place: FieldsPlace): Promise<() => Promise<string[]>> {
  const documents = [...new Set([page, await fieldsDocument(page, place)])];
  for (const each of documents) await each.evaluate(listen);
  return async () => {
    const all = await Promise.all(
      documents.map((each) => each.evaluate(() => (globalThis as unknown as { heard: Heard }).heard)),
    );
    const inOrder = all.flat().toSorted(([one], [other]) => one - other);
    return inOrder.map(([, text]) => text.replaceAll(/[\d,]+\.\d\d(?=\sUSD)/g, 'SUM'));
  };
}

test.each(FIELDS_PLACES)('%s: each complaint, remark and price is announced once, in the same order', async (place) => {
  const { page, payer: inPage, canary } = await journeys.start(shopPath(`/fixed?amount=${freshAmount()}`, place), TALL);
  const payer = place === 'page' ? inPage : new Payer(page, canary, undefined, 'gateway');
  await payer.to('Card number').waitFor();
  const heard = await startListening(page, place);
  const hears = (text: string) => expect.poll(heard, patience).toContain(text);

  // Wrong while the payer types; in a frame, once they leave it.
  await payer.from('Card number').pressSequentially('5555555555554441');
  if (place !== 'page') await payer.from('Card number').press('Tab');
  await hears('Check the card number. One of the digits looks wrong.');
  await payer.from('Card number').press('End');
  await payer.from('Card number').press('Backspace');
  await payer.from('Card number').press('4');
  // Unfinished when they leave the field.
  await payer.from('Expiry date').pressSequentially('12');
  await payer.from('Expiry date').press('Tab');
  await hears('Enter the month and year, for example 04 / 29.');
  // On a press the complaint is read with the field that gets the focus, so it is not announced.
  await payer.from('Expiry date').press('End');
  await payer.from('Expiry date').pressSequentially('30');
  await payer.press();
  await expect.poll(() => focusIn(page), patience).toBe('credit_card-verification_value');
  await payer.from('Security code').pressSequentially('737');
  await payer.to('Card number').pressSequentially('4111111111111111');
  await payer.readFee();
  await hears('Fee about SUM USD');

  expect(await heard()).toEqual([
    'Check the card number. One of the digits looks wrong.',
    'Enter the month and year, for example 04 / 29.',
    'Checking the fee…',
    'Fee about SUM USD',
  ]);
});
