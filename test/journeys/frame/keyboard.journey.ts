import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { focusIn, FRAMES, shopPath, TALL, type FieldsPlace, FIELDS_PLACES } from '../rig/fields-place.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();
const patience = { timeout: 10_000 };

/** A transfer between two buttons of the page. */
async function between(place: FieldsPlace, path = `/fixed?amount=${freshAmount()}`) {
  const journey = await journeys.start(shopPath(path, place), TALL);
  const payer = place === 'page' ? journey.payer : new Payer(journey.page, journey.canary, undefined, 'gateway');
  await payer.to('Card number').waitFor();
  await payer.within.evaluate((element) => {
    for (const [position, id] of [
      ['beforebegin', 'before'],
      ['afterend', 'after'],
    ] as const) {
      const button = document.createElement('button');
      button.id = id;
      element.insertAdjacentElement(position, button);
    }
    document.getElementById('before')!.focus();
  });
  // The buttons have moved the frame, and Chromium sends the next click to where another process's frame was before.
  await journey.page.waitForTimeout(500);
  /** Presses a key several times. @returns what has the focus after each press. */
  const press = async (key: string, times: number): Promise<string[]> => {
    const seen: string[] = [];
    for (let pressed = 0; pressed < times; pressed += 1) {
      await journey.page.keyboard.press(key);
      // The focus of another process comes a moment later.
      await journey.page.waitForTimeout(100);
      seen.push(await focusIn(journey.page));
    }
    return seen;
  };
  /** Clicks into an input, and once more if Chromium has sent the click to the frame's former place. */
  const enter = (input: Locator, id: string): Promise<void> =>
    expect
      .poll(async () => {
        await input.click();
        return focusIn(journey.page);
      }, patience)
      .toBe(id);
  return { ...journey, payer, press, enter };
}

const INPUTS = ['credit_card-number', 'credit_card-expiry', 'credit_card-verification_value', 'recipient_card-number'];

test.each(FIELDS_PLACES)(
  '%s: Tab moves through all inputs to the button and beyond, and Shift+Tab moves back',
  { tags: ['engines'] },
  async (place) => {
    const { press } = await between(place);
    const forwards = await press('Tab', 6);
    expect(forwards).toEqual([...INPUTS, expect.stringMatching(/^(Show the fee|Send)/), 'after']);
    const backwards = await press('Shift+Tab', 6);
    expect(backwards).toEqual([expect.stringMatching(/^(Show the fee|Send)/), ...INPUTS.toReversed(), 'before']);
  },
);

test.each(FIELDS_PLACES)(
  '%s: what is typed after Shift+Tab replaces the amount, and so does a text that a program fills in',
  { tags: ['engines'] },
  async (place) => {
    const { page, payer, press, enter } = await between(place, '/');
    await enter(payer.amount, 'amount');
    await page.keyboard.type('1500');
    await press('Tab', 1);
    expect(await payer.amount.inputValue()).toBe('1,500.00');
    await press('Shift+Tab', 1);
    await page.keyboard.type('2200');
    await press('Tab', 1);
    expect(await payer.amount.inputValue()).toBe('2,200.00');
    await payer.amount.fill('3300');
    await press('Tab', 1);
    expect(await payer.amount.inputValue()).toBe('3,300.00');
  },
);

test.each(FRAMES)('%s: Enter moves from field to field, and from the cards to the amount', async (place) => {
  const { payer, press, enter } = await between(place, '/');
  await enter(payer.from('Card number'), INPUTS[0]!);
  expect(await press('Enter', 4)).toEqual([...INPUTS.slice(1), 'amount']);
});

test.each(FRAMES)('%s: the Enter key of a phone’s keyboard is labelled by its effect', async (place) => {
  const hints: (string | null)[] = [];
  for (const path of [`/fixed?amount=${freshAmount()}`, '/']) {
    const { payer, enter } = await between(place, path);
    for (const [input, id] of [
      [payer.from('Card number'), INPUTS[0]!],
      [payer.to('Card number'), INPUTS[3]!],
    ] as const) {
      await enter(input, id);
      hints.push(await input.getAttribute('enterkeyhint'));
    }
  }
  // An amount that is typed comes first, so the recipient's number is the last field in both.
  expect(hints).toEqual(['next', 'go', 'next', 'go']);
});

test.each(FRAMES)('%s: Enter in the last field presses the button, and the first wrong field gets the focus', async (place) => {
  const { page, payer, enter } = await between(place);
  await enter(payer.to('Card number'), INPUTS[3]!);
  await page.keyboard.press('Enter');
  await expect.poll(() => focusIn(page), patience).toBe('credit_card-number');
  await expect.poll(() => payer.descriptionOf(payer.from('Card number')), patience).toBe('Enter the card number.');
});

test.each(FIELDS_PLACES)(
  '%s: a press of the button moves the focus to the first wrong field, which shows its error',
  async (place) => {
    const { page, payer } = await between(place);
    await payer.from('Card number').pressSequentially('4200000000000000');
    await payer.press();
    await expect.poll(() => focusIn(page), patience).toBe('credit_card-expiry');
    await expect.poll(() => payer.descriptionOf(payer.from('Expiry date')), patience).toBe('Enter the expiry date.');
    expect(await payer.from('Card number').getAttribute('aria-invalid')).toBe('false');
    expect(await payer.to('Card number').getAttribute('aria-invalid')).toBe('true');
    // The payer can go on typing there, without a click.
    await page.keyboard.type('1230');
    await expect.poll(() => payer.from('Expiry date').inputValue(), patience).toBe('12 / 30');
  },
);

test.each(FRAMES)(
  '%s: reportValidity() and focus() of the element move the focus to the first field that is not filled in',
  async (place) => {
    const { page, payer } = await between(place);
    await payer.from('Card number').pressSequentially('4200000000000000');
    for (const method of ['reportValidity', 'focus'] as const) {
      await page.evaluate(() => document.getElementById('before')!.focus());
      await payer.within.evaluate((element, name) => (element as HTMLElement & Record<string, () => void>)[name]!(), method);
      await expect.poll(() => focusIn(page), patience).toBe('credit_card-expiry');
    }
  },
);
