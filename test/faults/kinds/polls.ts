import type { Fault, PlannedFault } from '../injection/fault.js';
import { BROKEN, cut, lostCommitted, empty, PASSING, REFUSALS, refused, silence, twiceFirst } from '../injection/fault-list.js';
import { CONTRADICTIONS, jobNotFinished, ODD_JOBS, ODD_LISTS } from '../injection/job-faults.js';
import type { Kind } from '../kind.js';

const OFTEN = 1_000_000;

const CARDS = ['pays', 'pays', 'pays slowly', 'declined', 'challenged'] as const;

/** Polls of a payment's job meet a fault: once, some in a row, or all of them. */
const polled = (fault: Fault, what: 'transfer' | 'order' = 'transfer'): Kind => ({
  name: `${what === 'order' ? 'order poll' : 'poll'}: ${fault.name}`,
  group: what === 'order' ? 'order poll' : 'poll',
  terms: (dice) => ({ what, card: dice.pick(CARDS) }),
  faults: (dice): readonly PlannedFault[] => [{ role: 'job', fault, from: 1, times: dice.pick([1, 1, 2, 3, 4, 6, OFTEN]) }],
});

/** Faults of a poll, on the way to the gateway. */
export const NETWORK: readonly Fault[] = [
  ...BROKEN,
  twiceFirst,
  ...PASSING.map(([before]) => before),
  ...REFUSALS.map(([before]) => before),
];
const JOBS: readonly Fault[] = [...ODD_JOBS, jobNotFinished];

/** After the page had to give up, the merchant's server asks the gateway, and that fails too. */
const asked = (fault: Fault): Kind => ({
  name: `status: ${fault.name}`,
  group: 'status',
  terms: (dice) => ({ resolveStatus: true, card: dice.pick(['pays', 'declined'] as const) }),
  faults: (dice): readonly PlannedFault[] => [
    { role: 'transfer', fault: dice.pick([empty, lostCommitted]), from: 1, times: 1 },
    { role: 'status', fault, from: 1, times: dice.pick([1, 2, 3, OFTEN]) },
  ],
});

/** A gateway that reports something false in exactly the answers that decide the outcome. */
const contradicted = (fault: Fault): Kind => ({
  name: `contradiction: ${fault.name}`,
  group: 'contradiction',
  terms: () => ({ card: fault.name.startsWith('says successful') ? 'declined' : 'pays' }),
  // While a job is new there is nothing to contradict.
  faults: () => [{ role: 'job', fault, from: 1, times: 4 }],
});

/** What goes wrong while a payment is followed. */
export const POLL_KINDS: readonly Kind[] = [
  ...[...NETWORK, ...JOBS].map((fault) => polled(fault)),
  ...[refused, cut, empty, silence, ...JOBS].map((fault) => polled(fault, 'order')),
  ...[...NETWORK, ...ODD_LISTS].map(asked),
  ...CONTRADICTIONS.map(contradicted),
];
