import { describe, expect, test } from 'vitest';
import { isDoubleClick, type Promised, type SealRequest } from '../../src/frame/mandate.js';
import { type Input, judgePress, type Look, type Press } from '../../src/frame/press.js';
import { HIDDEN, OTHER } from '../probes/spending.js';
import { Deeds, TO_SEND, TRANSFER } from './deeds.js';

// The rows of test/journeys/frame/attack that the log of the frame decides, as that log: what becomes of each press and of each request to
// seal. What only a browser can tell, such as whether it sees a cover at all, is tested there.

/** Inputs as `type` or `type on the button`, each with how many milliseconds before the press it was. */
const inputs =
  (...given: readonly (readonly [ago: number, type: Input['type'], isButton?: boolean])[]) =>
  (now: number): Input[] =>
    given.map(([ago, type, isButton = false]) => ({ at: now - ago, type, isButton }));

/** Looks, each with how many milliseconds before the press it was. */
const looks =
  (...given: readonly (readonly [ago: number, state: Look['state']])[]) =>
  (now: number): Look[] =>
    given.map(([ago, state]) => ({ at: now - ago, state }));

const IN_BY_POINTER = [
  [9000, 'pointer'],
  [8990, 'entered'],
  [8990, 'focus'],
] as const;

/** How a press differs from that of a payer who has typed, has read the button for a second, and clicks on it. */
interface How extends Partial<Pick<Press, 'isByKey' | 'isOnButton' | 'refusals'>> {
  readonly inputs?: (now: number) => Input[];
  readonly looks?: (now: number) => Look[];
  /** How many milliseconds ago the last change was painted, the press began, and one was refused. */
  readonly changed?: number;
  readonly began?: number;
  readonly refused?: number;
}

type Step =
  | { readonly press: How }
  /** What the button promises from now on; null: it can't be drawn. */
  | { readonly shows: Partial<Promised> | null }
  | { readonly seal: Partial<SealRequest['binding']> }
  /** The page empties the fields, or says that an outline covered the button. */
  | 'ended'
  /** The time passes that a payer reads. */
  | 'read';

/** Goes through the steps. @returns what has come of each press, and of each request to seal. */
function outcomesOf(steps: readonly Step[]): string[] {
  const deeds = new Deeds();
  let promised: Promised | undefined = TO_SEND;
  const outcomes: string[] = [];
  for (const step of steps) {
    deeds.at += step === 'read' ? 1000 : 10;
    const now = deeds.at;
    if (step === 'ended') deeds.ended();
    else if (step === 'read') continue;
    else if ('shows' in step) promised = step.shows === null ? undefined : { ...(promised ?? TO_SEND), ...step.shows };
    else if ('seal' in step) outcomes.push(deeds.seal({ ...TRANSFER, ...step.seal }, promised) ?? 'sealed');
    else {
      const { press: how } = step;
      const verdict = judgePress({
        isByKey: false,
        isOnButton: false,
        refusals: 0,
        ...how,
        inputs: (how.inputs ?? inputs(...IN_BY_POINTER, [20, 'pointer', true]))(now),
        looks: (how.looks ?? looks([9000, 'clear']))(now),
        changedAt: now - (how.changed ?? 1000),
        pressedAt: now - (how.began ?? 0),
        refusedAt: now - (how.refused ?? Infinity),
      });
      const isSecond = isDoubleClick(deeds.mandate, now);
      // A button that promises nothing does nothing.
      if (!promised || isSecond) outcomes.push(isSecond ? 'double' : 'nothing');
      else if (verdict === 'allowed') deeds.pressed(promised);
      if (promised && !isSecond) outcomes.push(verdict);
    }
  }
  return outcomes;
}

const PRESS: Step = { press: {} };
const SEAL: Step = { seal: {} };
const ENTER = { isByKey: true } as const;
const ON_BUTTON = { isByKey: true, isOnButton: true } as const;

test('the payer who reads, presses and pays: everything is allowed', () => {
  expect(outcomesOf([PRESS, SEAL])).toEqual(['allowed', 'sealed']);
});

describe('spending', () => {
  test.each<[string, readonly Step[], string[]]>([
    [
      'sets another sum just before the press',
      [{ shows: { amount: OTHER.amount } }, { press: { changed: 20 } }, { seal: OTHER }, SEAL],
      ['early', 'not_pressed', 'other_sum'],
    ],
    [
      'sets another sum, in a language that no browser knows',
      [{ shows: null }, PRESS, { seal: OTHER }, SEAL],
      ['nothing', 'other_sum', 'other_sum'],
    ],
    [
      'sets another sum after the press',
      [PRESS, { shows: { amount: OTHER.amount } }, 'read', { seal: OTHER }, SEAL],
      ['allowed', 'not_pressed', 'other_sum'],
    ],
    ['asks without a press', [SEAL, { seal: { trackingId: 'order-2' } }], ['not_pressed', 'not_pressed']],
    [
      'makes the press for a fee pay',
      [{ shows: { act: 'show_fee' } }, PRESS, { shows: { act: 'send' } }, SEAL],
      ['allowed', 'not_pressed'],
    ],
    [
      'dates the seal a month ahead',
      [PRESS, { seal: { issuedAt: TRANSFER.issuedAt + 30 * 86_400_000 } }],
      ['allowed', 'wrong_date'],
    ],
    [
      'empties the form after a press for the fee, and chooses a card with the same digits',
      [{ shows: { act: 'show_fee' } }, PRESS, 'ended', { shows: { act: 'send', revision: 8 } }, SEAL],
      ['allowed', 'not_pressed'],
    ],
    [
      'empties the form after a sealed payment, and chooses a card with the same digits',
      [PRESS, SEAL, 'ended', { shows: { revision: 8 } }, { seal: { trackingId: 'order-2' } }],
      ['allowed', 'sealed', 'not_pressed'],
    ],
    [
      'moves the focus into the last field while the payer types elsewhere',
      [
        { press: { ...ENTER, inputs: inputs([9000, 'pointer'], [3000, 'entered'], [3000, 'led'], [900, 'text'], [0, 'enter']) } },
        SEAL,
      ],
      ['to_button', 'not_pressed'],
    ],
    [
      'moves the focus to the button’s frame before a key',
      [
        {
          press: {
            ...ON_BUTTON,
            inputs: inputs(...IN_BY_POINTER, [3000, 'focus', true], [2000, 'entered'], [2000, 'focus', true], [0, 'enter', true]),
          },
        },
        SEAL,
      ],
      ['led', 'not_pressed'],
    ],
    [
      'asks for twenty payments of one press',
      [PRESS, ...Array.from({ length: 20 }, (_, index): Step => ({ seal: { trackingId: `order-${index}` } }))],
      ['allowed', 'sealed', ...Array.from({ length: 19 }, () => 'not_pressed')],
    ],
  ])('a page that %s', (_, steps, outcomes) => {
    expect(outcomesOf(steps)).toEqual(outcomes);
  });

  const byKeys = inputs(...IN_BY_POINTER, [1200, 'tab'], [1190, 'focus', true], [0, 'enter', true]);
  // What no engine reports is no look of the log.
  const reported = Object.entries(HIDDEN).filter(([, { seenBy }]) => seenBy.length > 0);

  test.each(reported)('a page that %s', (_, { seenBy }) => {
    const state = seenBy.length > 1 ? 'out' : 'covered';
    const press = { ...ON_BUTTON, inputs: byKeys };
    expect(outcomesOf([{ press: { ...press, looks: looks([9000, 'clear'], [800, state]) } }, SEAL])).toEqual([
      'covered',
      'not_pressed',
    ]);
    expect(outcomesOf([{ press }, SEAL])).toEqual(['allowed', 'sealed']);
  });
});

test.each<[string, readonly Step[], string[]]>([
  ['covers the frame', [{ press: { looks: looks([9000, 'clear'], [500, 'covered']) } }, SEAL], ['covered', 'not_pressed']],
  [
    'shows the button only just before the press',
    [{ press: { looks: looks([9000, 'clear'], [700, 'covered'], [200, 'clear']) } }, SEAL],
    ['covered', 'not_pressed'],
  ],
  [
    'lets the payer see the button again',
    [
      { press: { looks: looks([9000, 'clear'], [500, 'covered']) } },
      'read',
      { press: { looks: looks([1500, 'covered'], [1000, 'clear']), refusals: 1, refused: 1010 } },
      SEAL,
    ],
    ['covered', 'allowed', 'sealed'],
  ],
  [
    'blinks over the button until two presses were refused',
    [{ press: { looks: looks([2500, 'covered'], [1000, 'clear']), refusals: 2, refused: 1500 } }, SEAL],
    ['covered', 'not_pressed'],
  ],
])('guard: a page that %s', (_, steps, outcomes) => {
  expect(outcomesOf(steps)).toEqual(outcomes);
});

test.each<[string, readonly Step[], string[]]>([
  [
    'writes into the locked button and unlocks it just before the press',
    [{ press: { changed: 100 } }, SEAL],
    ['early', 'not_pressed'],
  ],
  [
    'switches the button ten times a second, for the third press in a row',
    [{ press: { changed: 100, refusals: 2, refused: 70 } }, SEAL],
    ['early', 'not_pressed'],
  ],
  [
    'keeps the browser from painting the sum before the press',
    [{ shows: { amount: OTHER.amount } }, { press: { changed: -Infinity, began: 4000 } }, { seal: OTHER }],
    ['early', 'not_pressed'],
  ],
  [
    'has painted the sum only after the press began',
    [{ shows: { amount: OTHER.amount } }, { press: { changed: 1000, began: 4000 } }, { seal: OTHER }],
    ['early', 'not_pressed'],
  ],
  [
    'leads an Enter into the last field, and the next one to the button',
    [
      { press: { ...ENTER, inputs: inputs(...IN_BY_POINTER, [3000, 'entered'], [2000, 'led'], [0, 'enter']) } },
      'read',
      {
        press: {
          ...ON_BUTTON,
          inputs: inputs(
            [3000, 'entered'],
            [2500, 'led'],
            [1010, 'enter'],
            [1010, 'sent'],
            [1009, 'focus', true],
            [20, 'text', true],
            [0, 'enter', true],
          ),
        },
      },
    ],
    ['to_button', 'led'],
  ],
  [
    'has led an Enter, but the payer goes into the field',
    [
      { press: { ...ENTER, inputs: inputs([9000, 'entered'], [3000, 'led'], [1020, 'pointer'], [1010, 'focus'], [0, 'enter']) } },
      SEAL,
    ],
    ['allowed', 'sealed'],
  ],
  [
    'empties the security code after a press, which the payer types again',
    [PRESS, SEAL, 'ended', { shows: { revision: 8 } }, SEAL],
    ['allowed', 'sealed', 'not_pressed'],
  ],
  ['gets a double click', [PRESS, PRESS, SEAL], ['allowed', 'double', 'sealed']],
])('tricks: a page that %s', (_, steps, outcomes) => {
  expect(outcomesOf(steps)).toEqual(outcomes);
});

test.each<[string, readonly Step[], string[]]>([
  [
    'asks for other sums, other orders and a third seal',
    [SEAL, PRESS, { seal: { amount: 1 } }, SEAL, { seal: { trackingId: 'order-2' } }, SEAL, SEAL],
    ['not_pressed', 'allowed', 'other_sum', 'sealed', 'not_pressed', 'sealed', 'not_pressed'],
  ],
  [
    'brings the focus back to the button, twice',
    [1, 2].map((): Step => ({
      press: {
        ...ON_BUTTON,
        inputs: inputs(...IN_BY_POINTER, [3000, 'focus', true], [2000, 'entered'], [2000, 'focus', true], [0, 'enter', true]),
      },
    })),
    ['led', 'led'],
  ],
  [
    'has brought the focus there, but the payer goes to it by keys',
    [
      {
        press: {
          ...ON_BUTTON,
          inputs: inputs(
            [2000, 'entered'],
            [2000, 'focus', true],
            [1300, 'tab'],
            [1290, 'focus'],
            [1200, 'tab'],
            [1190, 'focus', true],
            [0, 'enter', true],
          ),
        },
      },
      SEAL,
    ],
    ['allowed', 'sealed'],
  ],
  [
    'has a payer with a screen reader',
    [{ press: { isOnButton: true, inputs: inputs([2000, 'focus', true]) } }, SEAL],
    ['allowed', 'sealed'],
  ],
  [
    'asks for another sum, or for cards that have changed',
    [PRESS, { seal: { amount: 1 } }, { shows: { revision: 8 } }, SEAL],
    ['allowed', 'other_sum', 'not_pressed'],
  ],
  ['has an outline over the button', [PRESS, 'ended', SEAL], ['allowed', 'not_pressed']],
])('attacks, forged messages, outlines: a page that %s', (_, steps, outcomes) => {
  expect(outcomesOf(steps)).toEqual(outcomes);
});
