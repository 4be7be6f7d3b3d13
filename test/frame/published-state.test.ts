import { expect, test } from 'vitest';
import { type CardFieldsState, NO_CARDS } from '../../src/elements/fields/card-fields.js';
import { PublishedState } from '../../src/frame/published-state.js';

const state = (change: Partial<CardFieldsState>): CardFieldsState => ({ ...NO_CARDS, ...change });

test('the page can’t count what the payer types: edits of an incomplete number publish only one state', () => {
  const published = new PublishedState();
  const sent = Array.from({ length: 15 }, (_, edits) => published.next(state({ revision: edits + 1, isFilled: true }), 0, true));
  expect(sent.filter((each) => each !== undefined)).toHaveLength(1);
});

test('each edit before or after which a check is possible is another revision', () => {
  const published = new PublishedState();
  published.next(state({ revision: 15, isFilled: true }), 0, true);
  const first = published.next(state({ revision: 16, isFilled: true, checkable: true }), 0, true)!.state.revision;
  expect(published.isCurrent(first, 16)).toBe(true);
  const gone = published.next(state({ revision: 17, isFilled: true }), 0, true)!.state.revision;
  expect(gone).toBe(first + 1);
  expect(published.isCurrent(first, 17)).toBe(false);
  // Not yet published: nothing is sealed for it.
  expect(published.isCurrent(gone, 18)).toBe(false);
});

test('a state that the page already has is sent again only with another serial or focus', () => {
  const published = new PublishedState();
  expect(published.next(state({}), 1, false)).toBeDefined();
  expect(published.next(state({}), 1, false)).toBeUndefined();
  expect(published.next(state({}), 2, false)).toBeDefined();
  expect(published.next(state({}), 2, true)).toBeDefined();
});

test('the focus and the page’s own messages are no other revision', () => {
  const published = new PublishedState();
  const whole = state({ revision: 16, isFilled: true, checkable: true });
  const first = published.next(whole, 0, true)!.state.revision;
  expect(published.next(whole, 0, false)!.state.revision).toBe(first);
  expect(published.next(whole, 1, false)!.state.revision).toBe(first);
});

test('the page gets no facts about a card before its number is complete: digits from its middle never count as the first ones', () => {
  const published = new PublishedState();
  const facts = { brand: 'visa', bin: '401200' } as const;
  const before = published.next(state({ source: facts, recipient: { brand: 'mir' } }), 0, true)!.state;
  expect([before.source, before.recipient]).toEqual([{}, {}]);
  const whole = { ...facts, last4: '1097' };
  expect(published.next(state({ source: whole }), 0, true)!.state.source).toEqual(whole);
});
