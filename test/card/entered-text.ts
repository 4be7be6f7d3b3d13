import * as fc from 'fast-check';
import type { Shown } from '../../src/card/edit.js';
import { type Edit, put as insert } from './drawn-edits.js';

export const NOW = Date.UTC(2026, 10, 21);
export const EMPTY: Shown = { text: '', caret: 0 };

/** What the browser does when text is pasted, or inserted in another way, over a selection. */
export const put: typeof insert = (edit, shown, text, insertion) =>
  insert(edit, shown, text, { inputType: 'insertFromPaste', ...insertion });

export const paste = (edit: Edit, text: string): string => put(edit, EMPTY, text).text;

export const type = (edit: Edit, text: string): string =>
  Array.from(text).reduce((shown, key) => put(edit, shown, key, { inputType: 'insertText' }), EMPTY).text;

const SCRIPTS = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '０１２３４５６７８９'];

/** The digits of a text, from a table of the scripts that these tests use. */
export const digitsOf = (text: string): string =>
  Array.from(text)
    .flatMap((character) => SCRIPTS.map((digits) => Array.from(digits).indexOf(character)).filter((at) => at >= 0))
    .join('');

const digits = (longest: number) =>
  fc
    .array(fc.constantFrom(...SCRIPTS.flatMap((all) => Array.from(all))), { minLength: 1, maxLength: longest })
    .map((all) => all.join(''));
export const pans = fc.constantFrom(
  '4200 0000 0000 0000',
  '6221 8529 6307 4185 223',
  '9860000000000001',
  '378282246310005',
  '4111-1111-1111-1111',
);
export const others = fc.constantFrom(
  ' ',
  '  ',
  '\t',
  '-',
  ' - ',
  '/',
  ' / ',
  '.',
  ',',
  ': ',
  '+',
  '(',
  ')',
  '#',
  '*',
  '\u00A0',
  '\u200B',
  '\u200E',
  '²',
  '½',
  '〇',
  '①',
  'Card ',
  'To card: ',
  'Jan ',
  'Feb',
  'янв ',
  'exp. ',
  'x',
  'O',
  'e',
  '😀',
  '\uFE0F\u20E3',
  'CVV ',
);
// ASCII, the four scripts and characters around numbers; fast-check adds others.
export const texts = fc
  .array(fc.oneof(digits(6), pans, others, fc.string({ unit: 'grapheme-ascii', maxLength: 3 })), { maxLength: 8 })
  .map((parts) => parts.join(''));
