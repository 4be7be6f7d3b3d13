/** What a request is for, as far as faults distinguish requests. */
export type Role = 'check' | 'check job' | 'transfer' | 'order' | 'job' | 'status' | 'bank';

const PATHS: readonly (readonly [pattern: RegExp, role: Role])[] = [
  [/\/async\/verify-p2p$/, 'check'],
  [/\/async\/p2p$/, 'transfer'],
  [/\/confirm_order\//, 'order'],
  [/\/async\/jobs\//, 'job'],
  [/\/transactions\//, 'status'],
];

/** The request that moves money. */
export const movesMoney = (role: Role): boolean => role === 'transfer' || role === 'order';

/** What a request to this path is for. A path does not show whether a job is a check's or a payment's. */
export const roleOf = (path: string): Role => PATHS.find(([pattern]) => pattern.test(path.split('?')[0] ?? ''))?.[1] ?? 'bank';
