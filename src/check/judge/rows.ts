import { ADDRESSES } from './addresses.js';
import { ELEMENTS, SETTINGS } from './elements.js';
import { FIELDS } from './fields.js';
import { NAMES } from './names.js';
import { PAGE } from './page.js';
import { POLICY } from './policy.js';
import type { Finding, Row, Seen } from './row.js';
import { SCRIPTS } from './scripts.js';

const TABLE = [...ELEMENTS, ...NAMES, ...FIELDS, ...SETTINGS, ...ADDRESSES, ...POLICY, ...SCRIPTS, ...PAGE];

/** The code of a finding. */
export type FindingCode = (typeof TABLE)[number]['code'];

/** Every mistake that the command knows, in the order of the report. */
export const ROWS: readonly Row<FindingCode, FindingCode>[] = TABLE;

/** Finds the mistakes of a page, without those that only follow from another. */
export function judge(seen: Seen): Finding<FindingCode>[] {
  const all = ROWS.flatMap((row) => row.judge(seen).map((found) => ({ ...found, silencedBy: row.silencedBy })));
  return all
    .filter(
      ({ about, silencedBy }) =>
        !all.some((cause) => silencedBy.includes(cause.finding.code) && cause.about.some((each) => about.includes(each))),
    )
    .map(({ finding }) => finding);
}
