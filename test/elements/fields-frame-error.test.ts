import { expect, test } from 'vitest';
import { FieldsFrameError } from '../../src/elements/errors.js';

const URL = 'https://pay.example/fields/';

test.each([
  [
    'fields_lost',
    '',
    `Expected the isolated fields of ${URL} to stay; their frame has ended, or shows another document. The input was cleared, and ` +
      'none of it was sent. The payer can load them again.',
  ],
  [
    'fields_obscured',
    'Something covers it.',
    `Expected the payer to see the button of the form at ${URL} when they pressed it, unchanged for half a second; it was ` +
      'covered, cut off, transparent, scaled or filtered, or had just changed. Nothing was sealed or sent, and the payer was asked to press again. Something covers it. Look for banners and headers ' +
      'over the frame, and for opacity, transform and filter on the frame and around it: even an effect that looks harmless counts. ' +
      'Remove it, or, if it has to stay, set visibility-guard="off".',
  ],
] as const)('%s says what was expected, what happened, and the cure', (code, obstacle, message) => {
  expect(new FieldsFrameError(code, URL, obstacle).message).toBe(message);
});
