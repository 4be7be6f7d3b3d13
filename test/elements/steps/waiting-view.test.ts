import { afterEach, expect, test, vi } from 'vitest';
import { isOffline } from '../../../src/elements/page/visible-and-online.js';
import { waitingText } from '../../../src/elements/steps/waiting-view.js';
import { en } from '../../../src/locales/en.js';

afterEach(() => vi.unstubAllGlobals());

const say = (elapsed: number, offline = false): string => waitingText(elapsed, offline, { ...en, language: 'en' });

test.each([
  [0, 'Please keep this page open.'],
  [9_999, 'Please keep this page open.'],
  [10_000, 'This is taking longer than usual. Please keep this page open.'],
  [59_999, 'This is taking longer than usual. Please keep this page open.'],
  [60_000, 'The bank is still working on it. Please don’t\u00A0pay again.'],
])('after %i ms a payer reads: %s', (elapsed, words) => {
  expect(say(elapsed)).toBe(words);
});

test.each([[0], [10_000], [60_000]])('offline has its own text, even after %i ms', (elapsed) => {
  expect(say(elapsed, true)).toBe('You’re offline. We’ll continue when you’re back online.');
});

test.each([
  ['https://checkout.example', false, true],
  ['https://checkout.example', true, false],
  // A browser without a network still reaches its own machine.
  ['http://127.0.0.1:4010', false, false],
  ['http://localhost:4010', false, false],
])('a page of %s whose browser is online: %s counts as offline: %s', (url, onLine, expected) => {
  vi.stubGlobal('navigator', { onLine });
  expect(isOffline(url)).toBe(expected);
});
