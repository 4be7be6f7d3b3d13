import { expect, test } from 'vitest';
import { checkHolder, holderName } from '../../src/card/holder.js';

test.each([
  'ADA LOVELACE',
  'Ада Лавлейс',
  '王小明',
  'José da Silva-Núñez',
  "O'Neil Jr. 3rd",
  'ADA 4111 1111 111',
  'می\u200Cخواهم',
  'A'.repeat(35),
  '𝒜'.repeat(35),
  `  ${'A'.repeat(35)}  `,
])('accepts %j', (text) => {
  expect(checkHolder(text)).toEqual({ state: 'valid' });
});

test.each([
  ['', 'incomplete', 'empty'],
  ['  \u00A0', 'incomplete', 'empty'],
  ['A'.repeat(36), 'invalid', 'too_long'],
  ['𝒜'.repeat(36), 'invalid', 'too_long'],
  ['ADA\u0007', 'invalid', 'characters'],
  ['ADA\nLOVELACE', 'invalid', 'characters'],
  ['ADA\u007F', 'invalid', 'characters'],
  ['ADA \uD83D', 'invalid', 'characters'],
  ['4111111111111111', 'invalid', 'card_number'],
  ['4111 1111 1111 1111', 'invalid', 'card_number'],
  ['4111-1111-1111-1111', 'invalid', 'card_number'],
  ['4111.1111.1111.1111', 'invalid', 'card_number'],
  ['4111\u00A01111\u00A01111\u00A01112', 'invalid', 'card_number'],
  ['ADA ４１１１１１１１１１１１１１１１', 'invalid', 'card_number'],
  ['ADA LOVELACE 378282246310005', 'invalid', 'card_number'],
  ['5018 0000 0000', 'invalid', 'card_number'],
  ['a PAN in a name that is too long: 4111 1111 1111 1111', 'invalid', 'card_number'],
  ['41111111\u000011111111', 'invalid', 'card_number'],
])('refuses %j', (text, state, reason) => {
  expect(checkHolder(text)).toEqual({ state, reason });
});

test('is sent without marks that change the direction of the text after them', () => {
  for (const mark of ['\u202E', '\u2067']) expect(holderName(`ADA ${mark}LOVELACE`)).toBe('ADA LOVELACE');
});

test('is sent trimmed, with single spaces and composed characters', () => {
  expect(holderName('  Jose\u0301 \u00A0 da   Silva ')).toBe('José da Silva');
});
