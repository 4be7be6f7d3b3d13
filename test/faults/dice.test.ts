import { expect, test } from 'vitest';
import { Dice } from './dice.js';

const throws = (dice: Dice): number[] => Array.from({ length: 200 }, () => dice.whole(1, 6));

test('the same seed gives the same throws, another seed gives others, and every side comes up', () => {
  expect(throws(new Dice('a'))).toEqual(throws(new Dice('a')));
  expect(throws(new Dice('a'))).not.toEqual(throws(new Dice('b')));
  expect(new Set(throws(new Dice('a')))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});

test('draws for one purpose do not change those for another', () => {
  const dice = new Dice('a');
  const before = throws(dice.for('gateway'));
  throws(dice);
  expect(throws(dice.for('gateway'))).toEqual(before);
  expect(dice.for('x').uuid()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
