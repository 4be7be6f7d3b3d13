import { expect, test, vi } from 'vitest';
import { type CardSource, portTo, withPort } from '../../../src/flow/cards/card-source.js';

const STATE = { checkable: true, complete: true, revision: 7, source: {}, recipient: {}, sameCard: false };
const BINDING = { operation: 'transfer' } as never;

function source() {
  return {
    state: STATE as CardSource['state'],
    require: vi.fn(),
    showErrors: vi.fn(),
    clear: vi.fn(),
    focusFirstInvalid: vi.fn(),
    seal: vi.fn(() => Promise.resolve(undefined)),
    thumbprint: vi.fn(() => Promise.resolve('print')),
  };
}
const called = ({ require: opens, showErrors, clear, focusFirstInvalid }: ReturnType<typeof source>) => ({
  require: opens.mock.calls,
  showErrors: showErrors.mock.calls,
  clear: clear.mock.calls,
  focusFirstInvalid: focusFirstInvalid.mock.calls,
});
const NONE = { require: [], showErrors: [], clear: [], focusFirstInvalid: [] };
const FIELDS = { credit_card: { holder: 'required' } } as never;
const ERRORS = [{ path: ['credit_card', 'holder'], messages: ['is too long'] }];

test.each([
  [{ kind: 'require', fields: FIELDS }, { require: [[FIELDS]] }],
  [{ kind: 'refuse', errors: ERRORS }, { showErrors: [[ERRORS]] }],
  [{ kind: 'clear', what: 'verification_value' }, { clear: [['verification_value']] }],
  [{ kind: 'clear', what: 'all' }, { clear: [['all']] }],
  [{ kind: 'focus', where: 'unfinished' }, { focusFirstInvalid: [[]] }],
] as const)('the command %o is one call of the source', (command, calls) => {
  const cards = source();
  portTo(cards).post(command);
  expect(called(cards)).toEqual({ ...NONE, ...calls });
});

test('the port reads the state at each use, and seals as the source does', async () => {
  const cards = source();
  const port = portTo(cards);
  expect(port.snapshot).toBe(STATE);
  cards.state = { ...STATE, revision: 8 };
  expect(port.snapshot.revision).toBe(8);
  await port.seal(BINDING, 8);
  expect(cards.seal.mock.calls).toEqual([[BINDING, 8]]);
  expect(await port.thumbprint()).toBe('print');
});

test('a getter among the options stays a getter, and the cards become a port', () => {
  let amount = 100;
  const cards = source();
  const options = withPort({
    cards,
    get amount() {
      return amount;
    },
  });
  amount = 200;
  expect(options.amount).toBe(200);
  options.cards.post({ kind: 'clear', what: 'all' });
  expect(called(cards).clear).toEqual([['all']]);
  expect(Object.keys(options)).toEqual(['cards', 'amount']);
});
