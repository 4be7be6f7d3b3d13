import { attributeOf } from '../base/attribute-name.js';
import { SettingConflictError } from '../errors.js';
import { isListed, page } from './page.js';

/** A limit, and what the error says of it. */
const CURES = {
  checkoutOrigins: 'Correct the address, or add its origin to checkoutOrigins.',
  fieldsUrls: 'Set the attribute to it, or add your address to fieldsUrls.',
} as const;

/**
 * The error for a setting that the page's limits don't allow.
 *
 * @param name The setting's property.
 */
export function beyondLimits(kind: keyof typeof CURES, name: string, got: string | undefined): SettingConflictError | undefined {
  const allowed = page().limits?.[kind];
  if (!allowed || (got !== undefined && isListed(allowed, got))) return undefined;
  return new SettingConflictError('address_not_allowed', attributeOf(name), {
    expected: `${kind === 'checkoutOrigins' ? 'an address of ' : ''}${allowed.join(' or ')}, as in the page’s ${kind}`,
    got: got ?? 'no such attribute',
    cure: CURES[kind],
  });
}
