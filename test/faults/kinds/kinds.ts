import type { Kind } from '../kind.js';
import { BROWSER_KINDS } from './browsers.js';
import { CLOCK_KINDS } from './clocks.js';
import { MERCHANT_KINDS } from './merchants.js';
import { OUTAGE_KINDS, PAGE_KINDS } from './page-acts.js';
import { PAYER_KINDS } from './payers.js';
import { POLL_KINDS } from './polls.js';
import { REQUEST_KINDS } from './requests.js';
import { TAB_KINDS } from './tabs.js';

/** Every kind of run. */
export const KINDS: readonly Kind[] = [
  ...REQUEST_KINDS,
  ...POLL_KINDS,
  ...PAYER_KINDS,
  ...PAGE_KINDS,
  ...OUTAGE_KINDS,
  ...TAB_KINDS,
  ...BROWSER_KINDS,
  ...MERCHANT_KINDS,
  ...CLOCK_KINDS,
];
