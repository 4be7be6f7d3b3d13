/** One of our elements as it stands in the page; undefined where it says nothing. */
export interface SeenElement {
  /** `p2p-transfer`, `product-pay` or `plan-subscribe`. */
  readonly tag: string;
  readonly defined: boolean;
  /** In test mode: of a transfer by its attribute; of what is sold by the word of whoever knows, the gateway before the page. */
  readonly test: boolean;
  /** Whether it sends the payer to a page of the gateway's instead of asking for the card here. */
  readonly leads: boolean;
  /** Whether it shows a placeholder while what it sells may still come. */
  readonly coming?: boolean;
  /** Whether it has a function that asks the merchant's server how a payment ended. */
  readonly asksServer: boolean;
  readonly publicKey: string | undefined;
  readonly returnUrl: string | undefined;
  readonly notificationUrl: string | undefined;
  /** Every address it was given, by attribute; by `field in its JSON` where it came with the description of what is sold. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** A script of the page that has an address. */
export interface SeenScript {
  readonly url: string;
  readonly integrity: boolean;
}

/** What a document of the page is, after it has settled: the page itself, or a frame in it. */
export interface SeenDocument {
  readonly url: string;
  readonly secureContext: boolean;
  readonly elements: readonly SeenElement[];
  readonly scripts: readonly SeenScript[];
  /** The content security policies that its `<meta http-equiv>` elements set. */
  readonly metaPolicies: readonly string[];
}

/** What the browser refused by a content security policy. */
export interface Violation {
  readonly directive: string;
  /** The address, or `inline`, `eval` and the like. */
  readonly blocked: string;
  /** Whether the policy only reports. */
  readonly reportOnly: boolean;
}

/** A `checkout-error` that an element told. */
export interface ToldError {
  readonly tag: string;
  readonly code: string;
  readonly party: string;
  readonly message: string;
}

/** A `checkout-unavailable` that an element told. */
export interface ToldUnavailable {
  readonly tag: string;
  readonly reason: string;
}

/** Everything seen of a page: facts, no verdicts. */
export interface Sighting {
  /** Where the browser ended up, after redirects. */
  readonly address: string;
  /** The page's header `Content-Security-Policy`, or undefined. */
  readonly policy: string | undefined;
  /** The page first, then its frames. */
  readonly documents: readonly SeenDocument[];
  readonly violations: readonly Violation[];
  readonly errors: readonly ToldError[];
  readonly unavailable: readonly ToldUnavailable[];
  /** What addresses of the page answered with that describe something sold, by address: the addresses in it, by field. */
  readonly descriptions: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Addresses of scripts by what is in them: the package's script file, and code meant for servers. */
  readonly ownScripts: readonly string[];
  readonly serverScripts: readonly string[];
  /** Plain http requests that an https page made. */
  readonly mixedContent: readonly string[];
  /** Errors in the console and uncaught ones, as the browser worded them. */
  readonly consoleErrors: readonly string[];
  /** Scripts, styles and fetches that failed, with the reason. */
  readonly failedRequests: readonly string[];
}
