import { expect, test } from 'vitest';
import { hasGone, type Input, judgePress, type Look, type Press } from '../../src/frame/press.js';

/** A time long after everything began, in milliseconds. */
const NOW = 60_000;

/** Inputs as `type` or `type on the button`, each with how long ago it was. */
const log = (...given: readonly (readonly [at: number, type: Input['type'], isButton?: boolean])[]): Input[] =>
  given.map(([ago, type, isButton = false]) => ({ at: NOW - ago, type, isButton }));
const looks = (...given: readonly (readonly [ago: number, state: Look['state']])[]): Look[] =>
  given.map(([ago, state]) => ({ at: NOW - ago, state }));

const CLICK: Press = {
  inputs: log([9000, 'pointer'], [8990, 'entered'], [8990, 'focus'], [100, 'pointer', true]),
  looks: looks([20_000, 'out'], [9000, 'clear']),
  changedAt: NOW - 9000,
  pressedAt: NOW,
  refusals: 0,
  refusedAt: -Infinity,
  isByKey: false,
  isOnButton: false,
};

test.each<[string, Partial<Press>, string]>([
  ['a button that was in view for long', {}, 'allowed'],
  ['one that has changed 400 ms ago', { changedAt: NOW - 400 }, 'early'],
  ['one that has changed 500 ms ago', { changedAt: NOW - 500 }, 'allowed'],
  ['one whose change is not painted yet', { changedAt: Infinity }, 'early'],
  ['one that came into view 400 ms ago', { looks: looks([5000, 'out'], [400, 'clear']) }, 'early'],
  ['one that came into view 500 ms ago', { looks: looks([5000, 'out'], [500, 'clear']) }, 'allowed'],
  [
    'one in view for 600 ms that has the focus, to which the page may have led Tab',
    { isOnButton: true, inputs: log([5000, 'entered'], [600, 'tab'], [590, 'focus', true]), looks: looks([600, 'clear']) },
    'allowed',
  ],
  ['one that was covered until 400 ms ago', { looks: looks([5000, 'covered'], [400, 'clear']) }, 'covered'],
  ['one that is covered', { looks: looks([5000, 'clear'], [50, 'covered']) }, 'covered'],
  ['one that is out of view', { looks: looks([5000, 'clear'], [50, 'out']) }, 'covered'],
  ['one that the browser has had no time to look at', { looks: [] }, 'early'],
  ['one in view since the refusal, long enough', { refusals: 1, refusedAt: NOW - 500 }, 'allowed'],
  ['one whose refusal is too recent', { refusals: 1, refusedAt: NOW - 499 }, 'early'],
  ['one in view for a second after two refusals', { refusals: 2, refusedAt: NOW - 1000 }, 'early'],
  ['one in view for two seconds after two refusals', { refusals: 2, refusedAt: NOW - 2000 }, 'allowed'],
  [
    'one that blinked a second ago, after two refusals',
    { refusals: 2, refusedAt: NOW - 3000, looks: looks([3000, 'covered'], [1000, 'clear']) },
    'covered',
  ],
])('a pointer on %s: %s', (_, change, verdict) => {
  expect(judgePress({ ...CLICK, ...change })).toBe(verdict);
});

const FIELD: Press = { ...CLICK, isByKey: true };
const IN_BY_POINTER = log([9000, 'pointer'], [8990, 'entered'], [8990, 'focus'], [900, 'text'], [0, 'enter']);
const LED = log([9000, 'pointer'], [8990, 'entered'], [8990, 'focus'], [3000, 'led'], [3000, 'focus']);

test.each<[string, readonly Input[], Partial<Press>, string]>([
  ['after a pointer in the form', IN_BY_POINTER, {}, 'allowed'],
  [
    'after Tab and a text in the form',
    log([9000, 'entered'], [9000, 'focus'], [8000, 'edit'], [800, 'tab'], [799, 'focus'], [600, 'edit'], [0, 'enter']),
    {},
    'allowed',
  ],
  [
    'after a text and Tab, both of which may have been meant for the page',
    log([9000, 'entered'], [9000, 'focus'], [8000, 'edit'], [800, 'tab'], [799, 'focus'], [0, 'enter']),
    {},
    'to_button',
  ],
  [
    'after Tab and a text that no field has taken',
    log([9000, 'entered'], [9000, 'focus'], [800, 'tab'], [799, 'focus'], [600, 'text'], [0, 'enter']),
    {},
    'to_button',
  ],
  [
    'after Tab alone, which may have been meant for the page',
    log([9000, 'entered'], [9000, 'focus'], [800, 'tab'], [799, 'focus'], [0, 'enter']),
    {},
    'to_button',
  ],
  ['after a message has led the focus there', [...LED, ...log([0, 'enter'])], {}, 'to_button'],
  ['after text in a field that a message has led to', [...LED, ...log([900, 'text'], [0, 'enter'])], {}, 'to_button'],
  ['after Enter through fields that began where a message led', [...LED, ...log([900, 'enter'], [0, 'enter'])], {}, 'to_button'],
  ['after the page has moved the focus into the frame', log([9000, 'entered'], [9000, 'focus'], [0, 'enter']), {}, 'to_button'],
  [
    'after a pointer, and a return of the focus that the page made',
    log([9000, 'pointer'], [8990, 'entered'], [8990, 'focus'], [2000, 'entered'], [2000, 'focus'], [0, 'enter']),
    {},
    'to_button',
  ],
  ['after Tab from the page', log([900, 'entered'], [900, 'focus'], [800, 'release'], [0, 'enter']), {}, 'to_button'],
  [
    'after Tab in the form since a message led the focus',
    [...LED, ...log([900, 'tab'], [899, 'focus'], [0, 'enter'])],
    {},
    'to_button',
  ],
  [
    'after Tab and a text in the form since a message led the focus',
    [...LED, ...log([900, 'tab'], [899, 'focus'], [700, 'edit'], [0, 'enter'])],
    {},
    'allowed',
  ],
  ['with a button that was not in view', IN_BY_POINTER, { looks: looks([9000, 'out']) }, 'to_button'],
  ['just after the focus came', log([200, 'pointer'], [190, 'entered'], [190, 'focus'], [0, 'enter']), {}, 'to_button'],
  ['500 ms after the focus came', log([510, 'pointer'], [500, 'entered'], [100, 'text'], [0, 'enter']), {}, 'allowed'],
  ['in a log without a beginning', log([900, 'text'], [0, 'enter']), {}, 'to_button'],
  ['in a log without a beginning, after Tab and text', log([900, 'tab'], [800, 'edit'], [0, 'enter']), {}, 'to_button'],
  [
    'after a pointer in the form, where a message has led the focus before',
    log([9000, 'led'], [5000, 'pointer'], [0, 'enter']),
    {},
    'allowed',
  ],
  [
    'after a message has led the focus there, just after a pointer',
    log([1000, 'pointer'], [990, 'entered'], [900, 'led'], [800, 'text'], [0, 'enter']),
    {},
    'to_button',
  ],
  [
    'after a pointer that is too long ago to have brought the focus',
    log([1300, 'pointer'], [1000, 'entered'], [800, 'text'], [0, 'enter']),
    {},
    'to_button',
  ],
])('Enter in the last field, %s: %s', (_, inputs, change, verdict) => {
  expect(judgePress({ ...FIELD, inputs, ...change })).toBe(verdict);
});

const sent = (ago: number): Input[] => log([ago, 'enter'], [ago, 'sent'], [ago, 'focus', true]);

test.each<[string, readonly Input[], Partial<Press>, string]>([
  [
    'reached by Tab in the form',
    log([9000, 'pointer'], [8990, 'entered'], [8990, 'focus'], [600, 'tab'], [600, 'focus', true], [0, 'enter', true]),
    {},
    'allowed',
  ],
  [
    'with the focus that the page gave back to it',
    log(
      [9000, 'pointer', true],
      [8990, 'entered'],
      [8990, 'focus', true],
      [3000, 'entered'],
      [3000, 'focus', true],
      [0, 'enter', true],
    ),
    {},
    'led',
  ],
  [
    'that the payer has pressed by pointer',
    log([9000, 'pointer', true], [8990, 'entered'], [8990, 'focus', true], [0, 'enter', true]),
    {},
    'allowed',
  ],
  ['reached by Enter in a field of their own', [...IN_BY_POINTER.slice(0, -1), ...sent(600)], {}, 'allowed'],
  ['reached 900 ms ago by Enter where the page led', [...LED, ...sent(900)], {}, 'led'],
  ['reached 1 s ago by Enter where the page led', [...LED, ...sent(1000)], {}, 'allowed'],
  ['reached so, and in view for 900 ms', [...LED, ...sent(1500)], { looks: looks([900, 'clear']) }, 'early'],
  ['reached so, and text typed since', [...LED, ...sent(3000), ...log([500, 'text', true])], {}, 'led'],
  ['reached so, and the focus moved away since', [...LED, ...sent(3000), ...log([500, 'led'], [500, 'focus'])], {}, 'led'],
  ['reached so, and the page has taken and given back the focus', [...LED, ...sent(3000), ...log([500, 'entered'])], {}, 'led'],
  [
    'reached 900 ms ago by Tab, after a Tab that the page led here',
    log([1600, 'entered'], [1600, 'focus'], [1550, 'release'], [900, 'tab'], [899, 'focus', true], [0, 'enter', true]),
    {},
    'led',
  ],
  [
    'reached 1 s ago by Tab, after a Tab that the page led here',
    log([1700, 'entered'], [1700, 'focus'], [1650, 'release'], [1001, 'tab'], [1000, 'focus', true], [0, 'enter', true]),
    {},
    'allowed',
  ],
  [
    'reached by Tab, where the page has led a Tab here, and taken and given back the focus',
    log([4000, 'entered'], [4000, 'focus'], [3001, 'tab'], [3000, 'focus', true], [1500, 'entered'], [0, 'enter', true]),
    {},
    'led',
  ],
  [
    'reached 600 ms ago by Tab, from fields that they have filled in',
    log([9000, 'entered'], [9000, 'tab'], [5000, 'edit'], [600, 'tab'], [599, 'focus', true], [0, 'enter', true]),
    {},
    'allowed',
  ],
  [
    'reached 600 ms ago by Tab, after a text that the page may have led here',
    log([9000, 'entered'], [9000, 'focus'], [5000, 'edit'], [600, 'tab'], [599, 'focus', true], [0, 'enter', true]),
    {},
    'led',
  ],
  [
    'reached so long ago, and in view for 900 ms',
    log([4000, 'entered'], [4000, 'focus'], [3001, 'tab'], [3000, 'focus', true], [0, 'enter', true]),
    { looks: looks([900, 'clear']) },
    'early',
  ],
  ['that the log begins with', log([3000, 'focus', true], [0, 'enter', true]), {}, 'led'],
  ['of which the log has nothing', log([0, 'enter', true]), {}, 'led'],
  [
    'that the focus has left since, as far as the log goes',
    log([9000, 'pointer', true], [8990, 'entered'], [8990, 'focus', true], [3000, 'focus'], [0, 'enter', true]),
    {},
    'led',
  ],
  [
    'that the page has given the focus, before a pointer somewhere else in the form',
    log([5000, 'entered'], [5000, 'focus', true], [1000, 'pointer'], [0, 'enter', true]),
    {},
    'led',
  ],
  [
    'that had the focus when a pointer went to it',
    log([5000, 'entered'], [5000, 'focus', true], [1000, 'pointer', true], [0, 'enter', true]),
    {},
    'allowed',
  ],
  [
    'that has got the focus 300 ms after a pointer',
    log([9000, 'entered'], [1300, 'pointer'], [1000, 'focus', true], [0, 'enter', true]),
    {},
    'led',
  ],
  [
    'that the page has given the focus after Tab from the page',
    log([5000, 'entered'], [4950, 'release'], [4800, 'focus', true], [0, 'enter', true]),
    {},
    'led',
  ],
  [
    'that has the focus since 300 ms before Tab from the page was released',
    log([2000, 'entered'], [2000, 'focus', true], [1700, 'release'], [0, 'enter', true]),
    {},
    'led',
  ],
  [
    'reached by Tab from the page, and in view for 900 ms',
    log([2000, 'entered'], [2000, 'focus', true], [1950, 'release'], [0, 'enter', true]),
    { looks: looks([900, 'clear']) },
    'early',
  ],
  [
    'reached 900 ms ago by Tab from the page',
    log([900, 'entered'], [900, 'focus', true], [850, 'release'], [0, 'enter', true]),
    {},
    'led',
  ],
  [
    'reached 1 s ago by Tab from the page',
    log([1000, 'entered'], [1000, 'focus', true], [950, 'release'], [0, 'enter', true]),
    {},
    'allowed',
  ],
])('Enter on a button %s: %s', (_, inputs, change, verdict) => {
  expect(judgePress({ ...FIELD, isOnButton: true, inputs, ...change })).toBe(verdict);
});

test.each<[string, Input[], boolean]>([
  ['a pointer', log([200, 'pointer']), true],
  ['Tab', log([200, 'tab']), true],
  ['Enter', log([200, 'enter']), true],
  ['Tab from the page', log([200, 'release']), true],
  ['a pointer long ago', log([300, 'pointer']), false],
  ['text since', log([200, 'tab'], [100, 'text']), false],
  ['text that a field has taken since', log([200, 'tab'], [100, 'edit']), false],
  ['a message', log([200, 'led']), false],
  ['nothing', [], false],
])('the payer has just moved the focus by %s: %s', (_, inputs, has) => {
  expect(hasGone(inputs, NOW)).toBe(has);
});
