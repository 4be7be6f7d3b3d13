import { expect, test } from 'vitest';
import { isReadable } from '../../src/frame/contrast.js';

test.each([
  ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
  ['rgb(255, 255, 255)', 'rgb(10, 75, 207)'],
  ['color(srgb 1 1 1)', 'color(srgb 0 0 1e-3)'],
  ['color(srgb 0 0 0)', 'color(srgb 1.2 1.1 1)'],
])('%s can be read on %s', (text, background) => {
  expect(isReadable(text, background)).toBe(true);
});

test.each([
  ['too little contrast', 'rgb(118, 118, 118)', 'rgb(255, 255, 255)'],
  ['the same color', 'rgb(0, 0, 0)', 'rgb(0, 0, 0)'],
  ['a transparent text', 'rgba(255, 255, 255, 0)', 'rgb(0, 0, 0)'],
  ['a transparent background', 'rgb(255, 255, 255)', 'rgba(0, 0, 0, 0.5)'],
  ['a transparent text in sRGB', 'color(srgb 1 1 1 / 0)', 'rgb(0, 0, 0)'],
  ['a transparent text with a part that has no value', 'color(srgb none 1 1 / 0)', 'rgb(0, 0, 0)'],
  ['a transparent background with a part that has no value', 'rgb(255, 255, 255)', 'color(srgb none 0 0 / 0)'],
  ['a transparent text with an exponent', 'color(srgb 1e+06 1 1 / 0)', 'rgb(0, 0, 0)'],
  ['a text blacker than black', 'color(srgb -0.58 -0.58 -0.58)', 'rgb(0, 0, 0)'],
  ['a text whiter than white', 'color(srgb 3 3 3)', 'rgb(255, 255, 255)'],
  ['another color space', 'oklch(1 0 0)', 'rgb(0, 0, 0)'],
  ['no color', '', 'rgb(0, 0, 0)'],
])('%s can’t be read', (_, text, background) => {
  expect(isReadable(text, background)).toBe(false);
});
