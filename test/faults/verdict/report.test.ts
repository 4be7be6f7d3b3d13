import { expect, test } from 'vitest';
import { readOptions } from '../options.js';
import { acceptedText, idleKinds, isBroken, type Kept, summary, table, unknownText } from './report.js';

const kept = (more: Partial<Kept> = {}): Kept => ({
  kind: 'poll: cut',
  group: 'poll',
  seed: 1,
  habit: 'at the request: the job fails',
  broken: [],
  tookEffect: true,
  shown: 'successful',
  paid: true,
  hasServer: false,
  everUnknown: false,
  naive: false,
  ...more,
});
const twice = { promise: 'duplicated', what: 'money moved 2 times', limit: undefined } as const;
const excused = { ...twice, limit: 'payer confirms' } as const;

const runs: readonly Kept[] = [
  kept(),
  kept({
    seed: 2,
    broken: [twice, { promise: 'lied', what: 'failed for a payment that is paid', limit: undefined }],
    naive: true,
  }),
  kept({ kind: 'tabs: two', group: 'tabs', broken: [excused], naive: true }),
  kept({ kind: 'status: cut', group: 'status', tookEffect: false, shown: 'unknown', everUnknown: true }),
];

test('the last line counts runs: broken, accepted, and those of the naive client', () => {
  expect(summary(runs)).toBe('duplicated 1, lied 1, lost 0, stuck 0, leaked 0 in 4 runs; accepted 1; control duplicated 2');
  expect(runs.map(isBroken)).toEqual([false, true, false, false]);
});

test('a run that breaks one promise with an excuse and one without counts as broken, not accepted', () => {
  expect(summary([kept({ broken: [excused, { ...twice, promise: 'leaked' }] })])).toContain('leaked 1 in 1 runs; accepted 0');
});

test('the table has a row for each kind, each group, or each habit of a gateway', () => {
  const lines = table(runs, 'kind').split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/^poll: cut +2 +2 +0 +0 +1 +1 +0 +0 +0 +0 +1$/);
  expect(
    table(runs, 'group')
      .split('\n')
      .map((line) => line.split(' ')[0]),
  ).toEqual(['', 'poll', 'tabs', 'status']);
  expect(
    table([kept(), kept({ habit: 'never: paid again', naive: true })], 'habit')
      .split('\n')
      .slice(1),
  ).toEqual([
    expect.stringMatching(/^at the request: the job fails +1 +1 .* 0$/),
    expect.stringMatching(/^never: paid again +1 +1 .* 1$/),
  ]);
});

test('what was accepted is named with its reason, what proved nothing with its kind', () => {
  expect(acceptedText(runs)).toMatch(/^ +1 {2}payer confirms: .*second time/);
  expect(idleKinds(runs)).toEqual(['status: cut']);
  expect(unknownText(runs)).toBe('Unknown outcomes that stayed unknown though paid: 0 of 0 with resolveStatus, 1 of 1 without.');
});

test('options are read, and wrong ones refused', () => {
  expect(readOptions(['--runs', '5000', '--only', 'poll,tabs', '--kind', 'cut', '--seed', '7', '--no-control'])).toMatchObject({
    runs: 5000,
    only: ['poll', 'tabs'],
    kind: 'cut',
    seed: 7,
    control: false,
  });
  for (const wrong of [['--runs', '0'], ['--seed', 'x'], ['--unknown'], ['loose']])
    expect(() => readOptions(wrong)).toThrow(TypeError);
});
