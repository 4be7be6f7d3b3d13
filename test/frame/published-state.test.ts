import { expect, test } from 'vitest';
import { EMPTY_FORM, type FormSnapshot } from '../../src/elements/form/port.js';
import { type Entry, PublishedState } from '../../src/frame/published-state.js';

const state = (change: Partial<FormSnapshot>): FormSnapshot => ({ ...EMPTY_FORM, ...change });
const told = { seen: 0, hasFocus: true, entries: ['typing', 'typing'] } as const;
const WHOLE = { brand: 'visa', bin: '401200', last4: '1097' } as const;
const OTHER = { ...WHOLE, last4: '1881' } as const;

/** What the page learns about the source card. */
const sourceAfter = (published: PublishedState, source: FormSnapshot['source'], entry: Entry, isAccepted = false) =>
  published.next(state({ source }), { ...told, seen: Math.random(), entries: [entry, 'left'], isAccepted })!.state.source;

test('the page can’t count what the payer types: edits of an incomplete number publish only one state', () => {
  const published = new PublishedState();
  const sent = Array.from({ length: 15 }, (_, edits) => published.next(state({ revision: edits + 1, isFilled: true }), told));
  expect(sent.filter((each) => each !== undefined)).toHaveLength(1);
});

test('each edit before or after which a check is possible is another revision, while no number is typed', () => {
  const published = new PublishedState();
  const left = { ...told, entries: ['left', 'left'] } as const;
  published.next(state({ revision: 15, isFilled: true }), left);
  const first = published.next(state({ revision: 16, isFilled: true, checkable: true }), left)!.state.revision;
  expect(published.isCurrent(first, 16)).toBe(true);
  const gone = published.next(state({ revision: 17, isFilled: true }), left)!.state.revision;
  expect(gone).toBe(first + 1);
  expect(published.isCurrent(first, 17)).toBe(false);
  // Not yet published: nothing is sealed for it.
  expect(published.isCurrent(gone, 18)).toBe(false);
});

/** The lengths at which a number of up to 19 digits is valid, and how the payer goes on after the first of them. */
test.each<[string, readonly number[]]>([
  ['16 digits', [16]],
  ['17 digits', [16, 17]],
  ['19 digits', [16, 17, 18, 19]],
  ['19 digits, one of them deleted and typed again', [16, 17, 18, 19, 18, 19]],
  ['nothing more', []],
])('the page does not learn how long a number is that is valid at several lengths: %s', (_, lengths) => {
  const published = new PublishedState();
  const typing = { ...told, entries: ['typing', 'left'] } as const;
  const isValid = (length: number): boolean => length !== 18;
  const sent = lengths.map((length, edits) =>
    published.next(
      state({ revision: 16 + edits, isFilled: true, checkable: isValid(length), complete: isValid(length) }),
      typing,
    ),
  );
  const whole = state({ revision: 15 + lengths.length, isFilled: true, checkable: true, complete: true });
  if (lengths.length === 0) sent.push(published.next(whole, typing));
  expect(sent.filter((each) => each !== undefined).map((each) => each.state.revision)).toEqual([1]);
  const left = published.next(whole, { ...told, entries: ['left', 'left'] })!;
  expect(left.state.revision).toBe(2);
  expect(published.isCurrent(2, whole.revision)).toBe(true);
});

test('the revision rises once when the payer leaves a number that they have only looked at', () => {
  const published = new PublishedState();
  const whole = state({ revision: 20, isFilled: true, checkable: true });
  const at = (entry: Entry): number | undefined => published.next(whole, { ...told, entries: [entry, 'left'] })?.state.revision;
  expect([at('left'), at('typing'), at('left'), at('left')]).toEqual([1, undefined, 2, undefined]);
});

test('who goes from a number to the button shows the page the card, and raises no revision before they press', () => {
  const published = new PublishedState();
  const whole = state({ revision: 16, isFilled: true, checkable: true, source: WHOLE });
  const next = (entry: Entry, isAccepted = false) => {
    const { revision, source } = published.next(whole, {
      seen: Math.random(),
      hasFocus: true,
      entries: [entry, 'left'],
      isAccepted,
    })!.state;
    return [revision, source.last4];
  };
  expect(next('typing')).toEqual([1, undefined]);
  expect(next('pressing')).toEqual([1, '1097']);
  expect(next('pressing', true)).toEqual([2, '1097']);
  expect(next('left')).toEqual([2, '1097']);
});

test('the first press after a number was typed raises the revision once, whether it was edited since or not; the next ones do not', () => {
  const published = new PublishedState();
  const typing = { ...told, entries: ['typing', 'left'] } as const;
  const whole = state({ revision: 16, isFilled: true, checkable: true });
  const next = (change: object) => published.next(whole, { ...typing, seen: Math.random(), ...change })!.state.revision;
  expect([next({}), next({}), next({ isAccepted: true }), next({ isAccepted: true }), next({})]).toEqual([1, 1, 2, 2, 2]);
  expect(next({ entries: ['left', 'left'] })).toBe(2);
});

test('an edit after the first valid length seals nothing until the number is left, and a press tells of it at once', () => {
  const published = new PublishedState();
  const typing = { ...told, entries: ['typing', 'left'] } as const;
  const at = (revision: number) => state({ revision, isFilled: true, checkable: true });
  published.next(at(16), typing);
  expect(published.isCurrent(1, 16)).toBe(true);
  expect(published.next(at(17), typing)).toBeUndefined();
  expect(published.isCurrent(1, 17)).toBe(false);
  expect(published.next(at(17), { ...typing, isAccepted: true })?.state.revision).toBe(2);
  expect(published.isCurrent(2, 17)).toBe(true);
});

test('what a message of the page changes is told at once while a number is typed, but not once the payer has typed on', () => {
  const typing = { ...told, entries: ['typing', 'left'] } as const;
  const at = (revision: number, checkable = true) => state({ revision, isFilled: true, checkable });
  const asked = new PublishedState();
  asked.next(at(16), typing);
  const wanted = { ...at(17, false), missing: { credit_card: ['holder' as const] } };
  const { state: answer } = asked.next(wanted, { ...typing, before: 16 })!;
  expect(answer).toMatchObject({ revision: 2, checkable: false, missing: wanted.missing });
  expect(asked.isCurrent(2, 17)).toBe(true);

  const typedOn = new PublishedState();
  typedOn.next(at(16), typing);
  typedOn.next(at(17, false), typing);
  expect(typedOn.next(at(18, false), { ...typing, before: 17 })).toBeUndefined();
  expect(typedOn.isCurrent(1, 18)).toBe(false);
  // A message that changes nothing is no occasion either.
  expect(typedOn.next(at(18, false), { ...typing, before: 18 })).toBeUndefined();
  expect(typedOn.next(at(18), { ...told, entries: ['left', 'left'] })!.state.revision).toBe(2);
});

test('a state that the page already has is sent again only with another serial or focus', () => {
  const published = new PublishedState();
  expect(published.next(state({}), told)).toBeDefined();
  expect(published.next(state({}), told)).toBeUndefined();
  expect(published.next(state({}), { ...told, seen: 1 })).toBeDefined();
  expect(published.next(state({}), { ...told, seen: 1, hasFocus: false })).toBeDefined();
});

test('the page gets no facts about a card before its number is complete and left', () => {
  const published = new PublishedState();
  expect(sourceAfter(published, { brand: 'visa', bin: '401200' }, 'typing')).toEqual({});
  expect(sourceAfter(published, { brand: 'visa', bin: '401200' }, 'left')).toEqual({});
  expect(sourceAfter(published, WHOLE, 'typing')).toEqual({});
  expect(sourceAfter(published, WHOLE, 'left')).toEqual(WHOLE);
  expect(sourceAfter(published, WHOLE, 'typing')).toEqual(WHOLE);
});

test('an edit withdraws the facts, and only an accepted press brings them back: prefixes of one number would reveal it', () => {
  const published = new PublishedState();
  expect(sourceAfter(published, WHOLE, 'left')).toEqual(WHOLE);
  expect(sourceAfter(published, OTHER, 'typing')).toEqual({});
  expect(sourceAfter(published, OTHER, 'left')).toEqual({});
  // Back to the first card: it was edited all the same.
  expect(sourceAfter(published, WHOLE, 'left')).toEqual({});
  expect(sourceAfter(published, OTHER, 'left', true)).toEqual(OTHER);
  expect(sourceAfter(published, OTHER, 'left')).toEqual(OTHER);
});

test('the page does not learn that two cards are the same while the facts of one are withheld', () => {
  const published = new PublishedState();
  const both = state({ source: WHOLE, recipient: WHOLE, sameCard: true });
  const isSame = (change: Partial<typeof told> & { readonly isAccepted?: boolean }): boolean =>
    published.next(both, { ...told, seen: Math.random(), entries: ['typing', 'saved'], ...change })!.state.sameCard;
  expect(isSame({})).toBe(false);
  expect(isSame({ isAccepted: true })).toBe(true);
});

test('after the page has emptied the cards, the next card is told like the first', () => {
  const published = new PublishedState();
  expect(sourceAfter(published, WHOLE, 'left')).toEqual(WHOLE);
  published.cleared();
  expect(sourceAfter(published, {}, 'left')).toEqual({});
  expect(sourceAfter(published, OTHER, 'left')).toEqual(OTHER);
});

test('the facts of saved cards, which the page knows, are told at once', () => {
  const published = new PublishedState();
  expect(sourceAfter(published, WHOLE, 'saved')).toEqual(WHOLE);
  expect(sourceAfter(published, OTHER, 'saved')).toEqual(OTHER);
});
