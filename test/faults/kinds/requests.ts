import type { Fault, PlannedFault } from '../injection/fault.js';
import {
  BROKEN,
  diesCommitted,
  fieldRefusal,
  fieldRefusalCommitted,
  lateByMinutes,
  PASSING,
  REFUSALS,
  silenceCommitted,
  twice,
  twiceAtOnce,
  twiceFirst,
} from '../injection/fault-list.js';
import { jobNotFinished, ODD_JOBS } from '../injection/job-faults.js';
import type { Kind } from '../kind.js';
import type { Role } from '../network/roles.js';

/** Faults of a check, which commits nothing. */
export const CHECK: readonly Fault[] = [
  ...BROKEN,
  ...[...PASSING, ...REFUSALS].map(([before]) => before),
  fieldRefusal,
  twice,
  twiceAtOnce,
  twiceFirst,
];

/** Faults of the polls that wait for a price. */
const CHECK_JOB: readonly Fault[] = [
  ...BROKEN,
  ...[...PASSING, ...REFUSALS].map(([before]) => before),
  ...ODD_JOBS,
  jobNotFinished,
];

/** Faults of a request that moves money. */
export const PAYMENT: readonly Fault[] = [
  ...BROKEN,
  ...PASSING.flat(),
  ...REFUSALS.flat(),
  silenceCommitted,
  lateByMinutes,
  twice,
  twiceAtOnce,
  twiceFirst,
  fieldRefusal,
  fieldRefusalCommitted,
];

const OFTEN = 1_000_000;

/** One fault at one kind of request: once, a few times, or for as long as the payer is there. */
const meets = (role: Role, fault: Fault, what: 'transfer' | 'order' = 'transfer'): Kind => ({
  name: `${role}: ${fault.name}`,
  group: role,
  terms: () => ({ what }),
  faults: (dice): readonly PlannedFault[] => [{ role, fault, times: dice.pick([1, 1, 2, 3, OFTEN]) }],
});

/** A used connection dies after the commit, the browser sends the request again, and the copy meets this. */
const copyMeets = (what: 'transfer' | 'order', fault: Fault): Kind => ({
  name: `${what} copy: ${fault.name}`,
  group: `${what} copy`,
  terms: () => ({ what, card: 'pays' }),
  faults: () => [
    { role: what, fault: diesCommitted, from: 1 },
    { role: what, fault, from: 2, times: 1 },
  ],
});

/**
 * The first of each pair, where nothing is done with the copy. A refusal that names a field would be a false claim of
 * the gateway, so it is left out.
 */
export const COPY_FAULTS: readonly Fault[] = [...REFUSALS.map(([before]) => before), ...PASSING.map(([before]) => before)];

/** What goes wrong with single requests. */
export const REQUEST_KINDS: readonly Kind[] = [
  ...CHECK.map((fault) => meets('check', fault)),
  ...CHECK_JOB.map((fault) => meets('check job', fault)),
  ...PAYMENT.map((fault) => meets('transfer', fault)),
  ...PAYMENT.map((fault) => meets('order', fault, 'order')),
  ...COPY_FAULTS.map((fault) => copyMeets('transfer', fault)),
  ...COPY_FAULTS.map((fault) => copyMeets('order', fault)),
];
