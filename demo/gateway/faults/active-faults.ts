import type { EndpointName } from '../http/endpoint-names.js';
import { createDice } from './dice.js';
import type { FaultSettings } from './fault-request.js';
import { KINDS, ENDPOINTS_BY_ROLE, type Role } from './kinds.js';

/** An active fault. */
export interface ActiveFault extends FaultSettings {
  readonly id: string;
  /** How many more requests it affects; undefined: every one. */
  readonly left: number | undefined;
  /** How many requests it has affected. */
  readonly met: number;
}

/** The faults of one request, at most one of each role. */
export type RequestFaults = Readonly<Partial<Record<Role, ActiveFault>>>;

/** The active faults of this process; they end with it. */
export interface ActiveFaults {
  add(settings: FaultSettings): ActiveFault;
  /** In the order in which they were switched on, without those that have affected all their requests. */
  list(): readonly ActiveFault[];
  /** @returns false when no fault has this id. */
  remove(id: string): boolean;
  clear(): void;
  /** The faults of a request to this endpoint; each of them counts it. */
  meet(endpoint: EndpointName): RequestFaults;
  /** The fault of a delivery to a merchant, which counts it. */
  meetNotification(): ActiveFault | undefined;
}

const goesTo = ({ kind, endpoints }: ActiveFault, endpoint: EndpointName): boolean => {
  const places = ENDPOINTS_BY_ROLE[KINDS[kind].role];
  return (endpoints?.includes(endpoint) ?? true) && (places?.includes(endpoint) ?? true);
};

/** Creates the list of active faults, empty. */
export function createActiveFaults(newId: () => string): ActiveFaults {
  const activeFaults = new Map<string, ActiveFault>();
  const dice = new Map<string, () => boolean>();

  function remove(id: string): boolean {
    dice.delete(id);
    return activeFaults.delete(id);
  }

  // A fault whose dice decide against this request does not count it.
  function hit(found: ActiveFault): ActiveFault | undefined {
    if (dice.get(found.id)?.() !== true) return undefined;
    const left = found.left === undefined ? undefined : found.left - 1;
    if (left === 0) remove(found.id);
    else activeFaults.set(found.id, { ...found, left, met: found.met + 1 });
    return found;
  }

  return {
    add(settings) {
      const added = { ...settings, id: newId(), left: settings.requests, met: 0 };
      activeFaults.set(added.id, added);
      dice.set(added.id, createDice(settings.seed, settings.probability));
      return added;
    },
    list: () => [...activeFaults.values()],
    remove,
    clear() {
      activeFaults.clear();
      dice.clear();
    },
    meet(endpoint) {
      const met: Partial<Record<Role, ActiveFault>> = {};
      for (const found of activeFaults.values()) {
        const { role } = KINDS[found.kind];
        const now = met[role] === undefined && goesTo(found, endpoint) ? hit(found) : undefined;
        if (now) met[role] = now;
      }
      return met;
    },
    meetNotification() {
      for (const found of activeFaults.values()) {
        const now = KINDS[found.kind].role === 'notification' ? hit(found) : undefined;
        if (now) return now;
      }
      return undefined;
    },
  };
}
