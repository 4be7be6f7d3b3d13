import { SettingConflictError } from '../errors.js';
import type { Limits } from './limits.js';
import { isListed, page } from './page.js';

/**
 * The error for a setting that the page's limits don't allow.
 *
 * @param attribute The setting's attribute.
 */
export function beyondLimits(kind: keyof Limits, attribute: string, got: string | undefined): SettingConflictError | undefined {
  const allowed = page().limits?.[kind];
  if (!allowed || (got !== undefined && isListed(allowed, got))) return undefined;
  return new SettingConflictError('address_not_allowed', attribute, {
    expected: `${allowed.join(' or ')}, as in the page’s ${kind}`,
    got: got ?? 'no such attribute',
    cure: `Correct it, or add it to ${kind}.`,
  });
}
