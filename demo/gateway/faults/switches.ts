import type { EndpointName } from '../http/endpoint-names.js';
import { createDice } from './dice.js';
import type { FaultSettings } from './fault-request.js';
import { KINDS, PLACES, type Role } from './kinds.js';

/** A fault that is switched on, and what it did so far. */
export interface Switch extends FaultSettings {
  readonly id: string;
  /** How many requests it still meets; undefined: every one. */
  readonly left: number | undefined;
  /** How many requests it met. */
  readonly met: number;
}

/** The faults that one request meets: of each role at most one. */
export type FaultsMet = Readonly<Partial<Record<Role, Switch>>>;

/** The faults that are switched on in this process; they end with it. */
export interface Switches {
  add(settings: FaultSettings): Switch;
  /** In the order they were switched on. One that met all its requests is gone. */
  list(): readonly Switch[];
  /** @returns false when there is none. */
  remove(id: string): boolean;
  clear(): void;
  /** What a request to this endpoint meets; counts as one of the requests of each. */
  meet(endpoint: EndpointName): FaultsMet;
  /** Whether a delivery to a merchant meets a fault; counts it. */
  meetNotification(): Switch | undefined;
}

const goesTo = ({ kind, endpoints }: Switch, endpoint: EndpointName): boolean => {
  const places = PLACES[KINDS[kind].role];
  return (endpoints?.includes(endpoint) ?? true) && (places?.includes(endpoint) ?? true);
};

/** Creates the switches, all off. */
export function createSwitches(newId: () => string): Switches {
  const switches = new Map<string, Switch>();
  const dice = new Map<string, () => boolean>();

  function remove(id: string): boolean {
    dice.delete(id);
    return switches.delete(id);
  }

  // A switch whose dice say no is thrown for the next request anew; it has not met this one.
  function hit(found: Switch): Switch | undefined {
    if (dice.get(found.id)?.() !== true) return undefined;
    const left = found.left === undefined ? undefined : found.left - 1;
    if (left === 0) remove(found.id);
    else switches.set(found.id, { ...found, left, met: found.met + 1 });
    return found;
  }

  return {
    add(settings) {
      const added = { ...settings, id: newId(), left: settings.requests, met: 0 };
      switches.set(added.id, added);
      dice.set(added.id, createDice(settings.seed, settings.probability));
      return added;
    },
    list: () => [...switches.values()],
    remove,
    clear() {
      switches.clear();
      dice.clear();
    },
    meet(endpoint) {
      const met: Partial<Record<Role, Switch>> = {};
      for (const found of switches.values()) {
        const { role } = KINDS[found.kind];
        const now = met[role] === undefined && goesTo(found, endpoint) ? hit(found) : undefined;
        if (now) met[role] = now;
      }
      return met;
    },
    meetNotification() {
      for (const found of switches.values()) {
        const now = KINDS[found.kind].role === 'notification' ? hit(found) : undefined;
        if (now) return now;
      }
      return undefined;
    },
  };
}
