import type { Fault, PlannedFault } from '../../injection/fault.js';
import { diesCommitted, drip, empty, lateByMinutes, lostCommitted } from '../../injection/fault-list.js';
import { jobNotFinished, ODD_JOBS } from '../../injection/job-faults.js';
import { NETWORK } from '../../kinds/polls.js';
import { CHECK, COPY_FAULTS, PAYMENT } from '../../kinds/requests.js';
import type { Role } from '../../network/roles.js';
import type { LiveKind } from '../live-kind.js';

const OFTEN = 1_000_000;

/** Polls with a Retry-After of 20 minutes wait until patience is over. They run only where time stands still. */
const isSoon = ({ name }: Fault): boolean => !name.startsWith('429 for long');

/** Faults that take minutes run only where time stands still. */
const quick = (faults: readonly Fault[]): Fault[] => faults.filter((fault) => fault !== lateByMinutes && fault !== drip);

const meets = (role: Role, fault: Fault, terms: LiveKind['terms'] = () => ({})): LiveKind => ({
  name: `${role}: ${fault.name}`,
  group: role,
  terms: (dice) => ({ what: 'transfer', ...terms?.(dice) }),
  faults: (dice): readonly PlannedFault[] => [{ role, fault, times: dice.pick([1, 1, 2, 3, OFTEN]) }],
});

/** What goes wrong with requests and their answers. */
export const FAULT_KINDS: readonly LiveKind[] = [
  ...quick(PAYMENT).map((fault) => meets('transfer', fault)),
  ...quick(COPY_FAULTS).map((fault): LiveKind => ({
    name: `transfer copy: ${fault.name}`,
    group: 'transfer copy',
    terms: () => ({ what: 'transfer', card: 'pays' }),
    faults: () => [
      { role: 'transfer', fault: diesCommitted },
      { role: 'transfer', fault, from: 2 },
    ],
  })),
  ...quick([...NETWORK, ...ODD_JOBS, jobNotFinished])
    .filter(isSoon)
    .map((fault) =>
      meets('job', fault, (dice) => ({ card: dice.pick(['pays', 'pays', 'pays slowly', 'declined', 'challenged'] as const) })),
    ),
  ...quick(CHECK)
    .filter((_, index) => index % 4 === 0)
    .map((fault) => meets('check', fault)),
  ...quick(NETWORK)
    .filter((_, index) => index % 4 === 0)
    .map((fault): LiveKind => ({
      name: `status: ${fault.name}`,
      group: 'status',
      terms: () => ({ what: 'transfer', resolveStatus: true, card: 'pays' }),
      faults: (dice) => [
        { role: 'transfer', fault: dice.pick([empty, lostCommitted]), times: 4 },
        { role: 'status', fault, times: dice.pick([1, 2, OFTEN]) },
      ],
    })),
];
