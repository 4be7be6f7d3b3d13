import type { GatewayUrls } from '../../http/gateway-urls.js';
import type { Clock } from '../../time/clock.js';
import type { Switches } from '../../faults/switches.js';
import type { RequestLog } from '../../log/request-log.js';
import type { Shop } from '../../shop/shops.js';
import type { Store, TransactionRecord } from '../../store/store.js';
import type { Calendar } from '../../time/calendar.js';
import type { Page } from './paging.js';
import type { Content } from './parts.js';

/** Everything the console's pages look at. */
export interface Seen {
  readonly clock: Clock;
  readonly store: Store;
  readonly shops: ReadonlyMap<number, Shop>;
  readonly urls: GatewayUrls;
  readonly switches: Switches;
  readonly requests: RequestLog;
  readonly calendar: Calendar;
  /** Writes a transaction as the synchronous endpoint answers it. */
  readonly answer: (record: TransactionRecord) => unknown;
}

/** The groups of the navigation, in their order; the first one has no heading. */
export const GROUPS = ['', 'Payments', 'Selling', 'Messages', 'Steering', 'For developers'] as const;

/** A section of the console: a page, and one for each of its things where there are such. */
export interface Section {
  readonly path: string;
  readonly title: string;
  readonly group: (typeof GROUPS)[number];
  /** `page`: which part of its list. */
  show(seen: Seen, page: Page): Promise<Content> | Content;
  /** The page of one thing below the section's address; undefined: there is no such thing. */
  detail?(seen: Seen, id: string, page: Page): Promise<{ readonly title: string; readonly content: Content } | undefined>;
}
