// A press that has no effect never ends in silence: the form says why, or that the payer has to press again.
import { expect, test, vi } from 'vitest';
import { SealError } from '../../src/checkout/errors.js';
import { OrderRig } from './rig/order-rig.js';
import { Rig } from './rig/rig.js';
import { answer, done, errorBody, transaction } from '../../demo/scripted/script.js';

const pressIn = ({ flow }: Rig): unknown => (flow.state.step === 'details' ? flow.state.press?.status : flow.state.step);

/** A rig whose payer has seen the price. */
async function quoted(options: ConstructorParameters<typeof Rig>[0] = {}): Promise<Rig> {
  const rig = new Rig(options);
  await rig.quote();
  return rig;
}

/** The key, which arrives when the test decides. */
function pendingKey({ cards }: Rig): (error?: Error) => void {
  let settle!: (error?: Error) => void;
  cards.thumbprint = () =>
    new Promise((resolve, reject) => (settle = (error) => (error ? reject(error) : resolve('thumbprint'))));
  return (error) => settle(error);
}

test('a press whose price is asked for when the page changes the amount', async () => {
  const rig = new Rig();
  await rig.press(100);
  rig.settings = { ...rig.settings, amount: 20_000 };
  rig.flow.changed();
  await rig.clock.advance(0);
  expect(pressIn(rig)).toBe('ignored');
  // It is still there when the new price comes by itself.
  await rig.clock.advance(3000);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given', price: { amount: 20_000 } }, press: { status: 'ignored' } });
  await rig.press(3000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
});

test('a press whose price is asked for when it is canceled', async () => {
  const rig = new Rig();
  await rig.press(100);
  rig.flow.cancel();
  await rig.clock.advance(3000);
  expect(pressIn(rig)).toBe('ignored');
  await rig.press(100);
  expect(pressIn(rig)).not.toBe('ignored');
});

test.each<[string, (rig: Rig) => unknown]>([
  ['the card changes', ({ cards }) => (cards.revision += 1)],
  ['it is canceled', ({ flow }) => flow.cancel()],
  ['the element leaves the page', ({ flow }) => flow.detach()],
])('a press that waits for the key when %s', async (_, happen) => {
  const rig = await quoted();
  const come = pendingKey(rig);
  await rig.press(0);
  happen(rig);
  come();
  await rig.clock.advance(0);
  expect(pressIn(rig)).toBe('ignored');
  expect(rig.gateway.of('transfer')).toEqual([]);
});

test('a press whose key is refused shows only that trouble', async () => {
  const confirm = vi.fn(() => true);
  const rig = await quoted({ confirm });
  const come = pendingKey(rig);
  await rig.press(0);
  come(new SealError('key_unusable', 'Expected an RSA key.'));
  await rig.clock.advance(0);
  expect(rig.flow.state).toMatchObject({ step: 'details', trouble: { code: 'key_unusable' } });
  expect(confirm).not.toHaveBeenCalled();
  expect(pressIn(rig)).toBeUndefined();
});

test('a press that the page confirms, and changes the amount', async () => {
  const rig: Rig = await quoted({
    confirm: () => {
      rig.settings = { ...rig.settings, amount: 20_000 };
      rig.flow.changed();
      return true;
    },
  });
  await rig.press(0);
  expect(pressIn(rig)).toBe('ignored');
});

test('a press that is canceled while the order is prepared', async () => {
  const rig = await quoted({ prepare: () => new Promise(() => undefined) });
  await rig.press(100);
  rig.flow.cancel();
  await rig.clock.advance(0);
  expect(pressIn(rig)).toBe('ignored');
  expect(rig.gateway.of('transfer')).toEqual([]);
});

test.each<[string, (rig: Rig) => unknown]>([
  ['is reset', ({ flow }) => flow.reset()],
  ['takes another press', ({ flow }) => flow.submit()],
])('a form that %s while a press waits shows no message about that press', async (_, happen) => {
  const rig = await quoted();
  const come = pendingKey(rig);
  await rig.press(0);
  const first = come;
  void happen(rig);
  first();
  await rig.clock.advance(0);
  expect(rig.states.some((state) => state.step === 'details' && state.press?.status === 'ignored')).toBe(false);
});

test('a press that the page prevents is the page’s to explain', async () => {
  const rig = await quoted({ confirm: () => false });
  await rig.press(0);
  expect(pressIn(rig)).toBeUndefined();
});

test('a press that was answered by a question or a refusal is not also told to be ignored', async () => {
  const rig = new Rig();
  await rig.press(600);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given', confirm: 'first_seen' } });
  expect(pressIn(rig)).toBeUndefined();
  const { length } = rig.states;
  rig.flow.ignorePress();
  expect(pressIn(rig)).toBeUndefined();
  // Listeners are not called when nothing has changed.
  expect(rig.states).toHaveLength(length);
});

test('a press whose key fails by a mistake of the page is not explained by it: the press rejects', async () => {
  const rig = await quoted();
  const come = pendingKey(rig);
  await rig.press(0);
  const mistake = new TypeError('A custom card source went wrong.');
  come(mistake);
  await rig.clock.advance(0);
  expect(rig.rejections.splice(0)).toEqual([mistake]);
  expect(rig.flow.state).not.toHaveProperty('trouble');
});

test('a press while the button waits moves no focus', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [done(transaction('failed', { message: 'Declined' }))];
  await rig.pay(2000);
  rig.flow.tryAgain();
  rig.cards.complete = false;
  await rig.press(100);
  expect(rig.cards.focused).toBe(0);
  await rig.clock.advance(30_000);
  await rig.press(100);
  expect(rig.cards.focused).toBe(1);
});

test('a form that comes back to the page asks for its price again', async () => {
  const rig = new Rig();
  rig.flow.changed();
  rig.flow.detach();
  await rig.clock.advance(2000);
  expect(rig.gateway.of('check')).toEqual([]);
  rig.flow.attach();
  await rig.clock.advance(2000);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given' } });
  // It has a price now.
  rig.flow.detach();
  rig.flow.attach();
  await rig.clock.advance(2000);
  expect(rig.gateway.of('check')).toHaveLength(1);
});

test('a press that the page confirms, and changes the card without a word', async () => {
  const rig: Rig = await quoted({
    confirm: () => {
      rig.cards.revision += 1;
      return true;
    },
  });
  await rig.press(2000);
  expect(rig.gateway.of('transfer')).toEqual([]);
  expect(pressIn(rig)).toBe('ignored');
});

test('a price that the page lowers as it confirms, and presses for at once, is the one that is paid', async () => {
  let presses = 0;
  const rig: OrderRig = new OrderRig({
    confirm: () => {
      presses += 1;
      if (presses > 1) return true;
      rig.settings = { ...rig.settings, amount: 999 };
      rig.flow.changed();
      void rig.flow.submit();
      return true;
    },
  });
  rig.flow.changed();
  await rig.pay(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(rig.cards.seals).toMatchObject([{ amount: 999 }]);
});

test('a press that fails by a refused key after the request has left is not swallowed', async () => {
  const rig = await quoted();
  const refused = new SealError('key_unusable', 'Expected an RSA key.');
  rig.cards.sealing = async () => {
    if (rig.gateway.of('transfer').length > 0) throw refused;
  };
  rig.gateway.replies.transfer = [
    answer(422, errorBody({ credit_card: { token: ['is too old'] } }), {
      date: new Date(rig.clock.now() + 600_000).toUTCString(),
    }),
  ];
  await rig.press(2000);
  expect(rig.outcome).toMatchObject({ outcome: 'unknown' });
  expect(rig.rejections.splice(0)).toEqual([refused]);
});

test('a press whose price fails by a mistake of the page rejects, and says that nothing was sent', async () => {
  const rig = new Rig();
  const mistake = new TypeError('A custom card source went wrong.');
  rig.cards.sealing = () => Promise.reject(mistake);
  await rig.press(1000);
  expect(rig.rejections.splice(0)).toEqual([mistake]);
  expect(rig.flow.state).toMatchObject({ step: 'details', quote: { status: 'none' }, press: { status: 'ignored' } });
});
