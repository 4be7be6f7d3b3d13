import { expect, test } from 'vitest';
import { freshAmount, knownOrders, useJourneys } from '../rig/journey.js';
import { FRAMES, shopPath, TALL } from '../rig/fields-place.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();
const patience = { timeout: 10_000 };

test.each(FRAMES)(
  '%s: a disabled form takes no text and no press; once it is enabled, what was typed is paid, but not before it can be read again',
  { tags: ['engines'] },
  async (place) => {
    const { page, canary } = await journeys.start(shopPath(`/fixed?amount=${freshAmount()}`, place), TALL);
    const payer = new Payer(page, canary, undefined, 'gateway');
    await payer.typeCards({ number: '4200000000000000' });
    await payer.readFee();
    await payer.settle();
    await payer.within.evaluate((element) => element.toggleAttribute('disabled', true));
    await expect.poll(() => payer.transferButton.isDisabled(), patience).toBe(true);
    const inputs = payer.form.getByRole('textbox');
    for (const input of await inputs.all()) expect(await input.isDisabled()).toBe(true);
    await payer.transferButton.click({ force: true });
    // The frame's own words, in its own colours, are for buttons that pay.
    expect(await payer.transferButton.evaluate((button) => button.style.backgroundColor)).toBe('');
    // Enabled, and pressed before anyone could have read the button again.
    await payer.within.evaluate((element) => element.toggleAttribute('disabled', false));
    await payer.transferButton.click();
    await payer.form
      .getByText(/^Nothing was sent/)
      .first()
      .waitFor();
    expect(await knownOrders(page)).toEqual([]);
    await payer.press();
    await payer.heading('Transfer complete').waitFor();
  },
);

test.each(FRAMES)('%s: a fieldset of the page disables the form in the frame', { tags: ['engines'] }, async (place) => {
  const { page, canary } = await journeys.start(shopPath(`/fixed?amount=${freshAmount()}`, place), TALL);
  const payer = new Payer(page, canary, undefined, 'gateway');
  await payer.within.evaluate((element) => {
    const fieldset = document.createElement('fieldset');
    fieldset.disabled = true;
    element.replaceWith(fieldset);
    fieldset.append(element);
  });
  await expect.poll(() => payer.transferButton.isDisabled(), patience).toBe(true);
  expect(await payer.to('Card number').isDisabled()).toBe(true);
});
