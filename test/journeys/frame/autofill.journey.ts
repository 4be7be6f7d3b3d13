import type { CDPSession, Frame, Page } from 'playwright';
import { expect, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { RECIPIENT } from '../rig/payer.js';
import { fieldsDocument, FRAMES, shopPath, TALL, type FieldsPlace } from '../rig/fields-place.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();
const patience = { timeout: 10_000 };

/** One of the payer's own cards, as their browser stores it. */
const CARD = { number: '4012888888881881', name: 'ANN LEE', expiryMonth: '12', expiryYear: '2030', cvc: '737' };

interface FrameSession {
  readonly protocol: CDPSession;
  readonly frameId: string;
  readonly contextId: number | undefined;
}

/** A session that reaches the frame: a sandboxed frame has its own process. */
async function sessionOf(page: Page, frame: Page | Frame, place: FieldsPlace): Promise<FrameSession> {
  const protocol = await page.context().newCDPSession(place === 'shop' ? frame : page);
  const contexts: { id: number; frameId: string; origin: string }[] = [];
  protocol.on('Runtime.executionContextCreated', ({ context: { id, origin, auxData } }) => {
    contexts.push({ id, origin, frameId: (auxData as { frameId: string }).frameId });
  });
  await protocol.send('Runtime.enable');
  const own = contexts.find(({ origin }) => origin === new URL(frame.url()).origin) ?? contexts[0]!;
  return { protocol, frameId: own.frameId, contextId: own.id };
}

async function atForm(place: FieldsPlace) {
  const { page, canary } = await journeys.start(shopPath(`/fixed?amount=${freshAmount()}`, place), TALL);
  const payer = new Payer(page, canary, undefined, 'gateway');
  canary.keepPan(CARD.number);
  canary.keepCode(CARD.cvc);
  await payer.to('Card number').waitFor();
  const frame = await fieldsDocument(page, place);
  /** Lets the browser's own autofill enter the card, as if the payer had picked it at this input. */
  const autofill = async (input: string): Promise<void> => {
    await frame.locator(input).click();
    // What is filled in where the focus still is was entered there.
    await expect.poll(() => frame.locator(input).evaluate((each) => each === document.activeElement), patience).toBe(true);
    const { protocol, frameId, contextId } = await sessionOf(page, frame, place);
    const expression = `document.querySelector('${input}')`;
    const { result } = await protocol.send('Runtime.evaluate', { expression, ...(contextId !== undefined && { contextId }) });
    const { node } = await protocol.send('DOM.describeNode', { objectId: result.objectId ?? '' });
    await protocol.send('Autofill.enable');
    await protocol.send('Autofill.trigger', { fieldId: node.backendNodeId, frameId, card: CARD });
  };
  const values = (): Promise<Record<string, string>> =>
    frame.evaluate(() => Object.fromEntries([...document.querySelectorAll('input')].map(({ id, value }) => [id, value])));
  return { page, payer, canary, frame, autofill, values };
}

const FILLED = {
  'credit_card-number': '4012 8888 8888 1881',
  'credit_card-expiry': '12 / 30',
  'credit_card-verification_value': '737',
};

test.each(FRAMES)('%s: browser autofill fills in the whole source card and nothing of the recipient’s', async (place) => {
  const { page, payer, autofill, values } = await atForm(place);
  await autofill('#credit_card-number');
  await expect.poll(values, patience).toEqual({ ...FILLED, 'recipient_card-number': '' });
  // Chromium fills in the last fields a moment later.
  await page.waitForTimeout(500);
  expect(await values()).toEqual({ ...FILLED, 'recipient_card-number': '' });
  // The element uses the values that were filled in.
  await payer.to('Card number').pressSequentially(RECIPIENT);
  await payer.readFee();
});

test.each(FRAMES)('%s: a recipient that the payer typed survives a later autofill', async (place) => {
  const { page, payer, canary, autofill, values } = await atForm(place);
  canary.keepPan(RECIPIENT);
  await payer.to('Card number').pressSequentially(RECIPIENT);
  await autofill('#credit_card-expiry');
  await expect.poll(values, patience).toMatchObject(FILLED);
  await page.waitForTimeout(500);
  expect(await payer.to('Card number').inputValue()).toBe('4111 1111 1111 1111');
});

test.each(FRAMES)('%s: only the source card has autocomplete tokens, and the page lets the frame use autofill', async (place) => {
  const { payer, frame } = await atForm(place);
  const names = await frame.evaluate(() =>
    [...document.querySelectorAll('input')].map(({ id, autocomplete }) => [id, autocomplete]),
  );
  expect(names).toEqual([
    ['credit_card-number', 'cc-number'],
    ['credit_card-expiry', 'cc-exp'],
    ['credit_card-verification_value', 'cc-csc'],
    ['recipient_card-number', 'off'],
  ]);
  expect(await frame.evaluate(() => [...document.forms].map((form) => form.autocomplete))).toEqual(['on', 'off', 'off']);
  const allowed = await payer.within.locator('iframe').getAttribute('allow');
  const isKnown = await payer.page.evaluate(
    () =>
      (document as unknown as { featurePolicy?: { features(): string[] } }).featurePolicy
        ?.features()
        .includes('shared-autofill') ?? false,
  );
  expect(allowed).toBe(isKnown ? 'shared-autofill' : null);
});

test.each(FRAMES)('%s: autofill in the frame gives the page’s own inputs neither number, date nor code', async (place) => {
  const { page, payer, autofill, values } = await atForm(place);
  // The page has its own card inputs right beside the frame.
  await payer.within.evaluate((element) => {
    const form = document.createElement('form');
    for (const name of ['cc-name', 'cc-number', 'cc-exp', 'cc-csc']) {
      const input = document.createElement('input');
      Object.assign(input, { name, autocomplete: name });
      form.append(input);
    }
    element.before(form);
  });
  await payer.settle();
  await autofill('#credit_card-number');
  await expect.poll(values, patience).toMatchObject(FILLED);
  await page.waitForTimeout(500);
  const own = await page.evaluate(() => [...document.querySelectorAll('input')].map(({ name, value }) => [name, value]));
  // Chromium fills in the name: it does not count as card data.
  expect(own.filter(([name, value]) => name !== 'cc-name' && value)).toEqual([]);
  expect(own).toHaveLength(4);
});
