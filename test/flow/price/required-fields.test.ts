import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.js';
import { possible, type Reply } from '../../../demo/scripted/script.js';
import { checked } from './check-replies.js';

const asking = (required: unknown, status = 'failed'): Reply =>
  checked({ status, message: 'More is needed', required_fields: required });

test('required fields are opened, sent, and the check repeated', async () => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [
    asking({ credit_card: ['holder'], recipient_card: ['exp_month', 'exp_year'] }),
    checked(possible()),
  ];
  await rig.quote();
  expect(rig.cards.required).toEqual([{ credit_card: ['holder'], recipient_card: ['exp_month', 'exp_year'] }]);
  await rig.clock.advance(2000);
  expect(rig.gateway.of('check')).toHaveLength(2);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given' } });
});

test('required fields count with a successful check too', async () => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [asking({ credit_card: ['holder'] }, 'successful'), checked(possible())];
  await rig.press(700);
  expect(rig.cards.required).toHaveLength(1);
  expect(rig.gateway.of('transfer')).toEqual([]);
});

test.each<[string, unknown, string]>([
  ['a name outside the spec', { credit_card: ['pin'] }, 'impossible'],
  ['a recipient’s verification value', { recipient_card: ['verification_value'] }, 'impossible'],
  ['a number', { credit_card: ['number'] }, 'impossible'],
  ['nothing', { credit_card: [], recipient_card: [] }, 'impossible'],
  ['an empty list for an object', [], 'impossible'],
  ['null', null, 'impossible'],
])('a failed check that asks for %s is impossible, and opens no field', async (_, required, status) => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [asking(required)];
  await rig.quote();
  expect(rig.flow.state).toMatchObject({ quote: { status, message: 'More is needed' } });
  expect(rig.cards.required).toEqual([]);
  await rig.press(2000);
  expect(rig.gateway.of('transfer')).toEqual([]);
});

test.each([
  ['a press', true, 1],
  ['a live check', false, 0],
])('fields that open after %s: the first empty one takes the focus after a press only', async (_, isPressed, focused) => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [asking({ credit_card: ['holder'] })];
  rig.cards.require = () => Object.assign(rig.cards, { complete: false, checkable: false, revision: 2 });
  await (isPressed ? rig.press(2000) : rig.quote());
  expect(rig.flow.state).toMatchObject({ quote: { status: 'fields' } });
  expect(rig.cards.focused).toBe(focused);
});

test('fields that the source has already take no focus from the payer', async () => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [asking({ credit_card: ['holder'] }), checked(possible())];
  await rig.press(3000);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given' } });
  expect(rig.cards.focused).toBe(0);
});

test('a successful check that asks for a name outside the spec is impossible too', async () => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [asking({ credit_card: ['pin'] }, 'successful')];
  await rig.quote();
  expect(rig.flow.state).toMatchObject({ quote: { status: 'impossible', message: 'More is needed' } });
});

test('a field that is asked for again although it was sent ends the repeats', async () => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [asking({ credit_card: ['holder'] })];
  await rig.quote();
  await rig.clock.advance(20_000);
  expect(rig.gateway.of('check')).toHaveLength(2);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'impossible' } });
});
