import { expect, test } from 'vitest';
import { EMPTY_FORM, isCheck, isWhole } from '../../../src/elements/form/port.js';

test.each([
  ['show_fee', true],
  ['check_again', true],
  ['send', false],
  ['pay', false],
  ['subscribe_and_pay', false],
  ['subscribe_free', false],
] as const)('a press of a button that says %s asks only for the price: %s', (act, is) => {
  expect(isCheck(act)).toBe(is);
});

test.each([
  [{ complete: true }, {}, true],
  [{ complete: false }, {}, false],
  [{ complete: true }, { isTyped: true }, false],
  [{ complete: true, typed: 100 }, { isTyped: true }, true],
  [{ complete: false, typed: 100 }, { isTyped: true }, false],
  [{ complete: true }, { isTyped: false }, true],
])('%o of %o is all that a payment needs: %s', (filled, subject, is) => {
  expect(isWhole({ ...EMPTY_FORM, ...filled }, subject)).toBe(is);
  if (Object.keys(subject).length === 0) expect(isWhole({ ...EMPTY_FORM, ...filled })).toBe(is);
});

test('a form that is still loading says no to everything, and holds nothing', () => {
  const answers = Object.values(EMPTY_FORM).map((value) =>
    typeof value === 'object' ? Object.keys(value).length : Number(value),
  );
  expect(new Set(answers)).toEqual(new Set([0]));
});
