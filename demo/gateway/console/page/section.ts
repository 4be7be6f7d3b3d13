import type { ActiveFaults } from '../../faults/active-faults.js';
import type { GatewayUrls } from '../../http/gateway-urls.js';
import type { RequestLog } from '../../log/request-log.js';
import type { Shop } from '../../shop/shops.js';
import type { Store, TransactionRecord } from '../../store/store.js';
import type { Calendar } from '../../time/calendar.js';
import type { Clock } from '../../time/clock.js';
import type { Page } from './paging.js';
import type { Content } from './parts.js';

/** The data that the console's pages show. */
export interface ConsoleContext {
  readonly clock: Clock;
  readonly store: Store;
  readonly shops: ReadonlyMap<number, Shop>;
  readonly urls: GatewayUrls;
  readonly activeFaults: ActiveFaults;
  readonly requests: RequestLog;
  readonly calendar: Calendar;
  /** Writes a transaction as the synchronous endpoint answers it. */
  readonly answer: (record: TransactionRecord) => unknown;
}

/** The groups of the navigation in order; the first one has no heading. */
export const GROUPS = ['', 'Payments', 'Selling', 'Messages', 'Steering', 'For developers'] as const;

/** A section of the console: a page with an overview, and maybe one for each of its records. */
export interface Section {
  readonly path: string;
  readonly title: string;
  readonly group: (typeof GROUPS)[number];
  /** `page`: the requested part of its list. */
  show(seen: ConsoleContext, page: Page): Promise<Content> | Content;
  /** The page of one record, below the section's address; undefined when it does not exist. */
  detail?(
    seen: ConsoleContext,
    id: string,
    page: Page,
  ): Promise<{ readonly title: string; readonly content: Content } | undefined>;
}
