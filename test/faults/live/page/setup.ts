import type { StorageMode } from '../../browser/web-storage.js';

/** What the shop's server tells a page about its run. */
export interface PageSetup {
  /** The page's name in the run. */
  readonly name: string;
  /** True time (ms since 1970) at which the run began, and what the clocks of the run showed then. */
  readonly began: number;
  readonly start: number;
  readonly speed: number;
  readonly local: StorageMode;
  readonly session: StorageMode;
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly prepares: boolean;
  readonly resolves: boolean;
}

/** What a page reports while it is there. `id` identifies a report that arrives twice, by different ways. */
export type Report = { readonly id: string; readonly at: number; readonly form: string } & (
  | {
      readonly what: 'shows';
      readonly visible: boolean;
      readonly step: string;
      /** By the heading that the payer reads. */
      readonly outcome: 'successful' | 'failed' | 'unknown' | undefined;
      /** By the element's own property. */
      readonly state: 'successful' | 'failed' | 'unknown' | undefined;
      readonly trackingId: string | undefined;
      readonly uid: string | undefined;
    }
  | { readonly what: 'tells'; readonly outcome: 'successful' | 'failed'; readonly trackingId: string }
  | { readonly what: 'sends'; readonly path: string; readonly body: string }
  | { readonly what: 'leaves' | 'returns' }
);

/** What a payer sees of the form of a page at this moment. */
export interface View {
  readonly form: string;
  readonly step: string;
  readonly outcome: 'successful' | 'failed' | 'unknown' | undefined;
  readonly trackingId: string | undefined;
  /** The text in the place of the price. */
  readonly price: string;
  readonly quote: string;
  readonly isFilled: boolean;
  /** The text of the button that pays; undefined when the page shows no such button. */
  readonly button: { readonly text: string; readonly isFree: boolean; readonly x: number; readonly y: number } | undefined;
  /** The buttons and links beside it. */
  readonly ways: readonly string[];
  /** The tracking ids of the payments that the form offers to look into. */
  readonly offers: readonly string[];
}
