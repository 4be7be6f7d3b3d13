import type { Controls } from './read-controls.js';
import type { Sight } from './read-sight.js';
import type { ReadDetail } from './watch-page.js';

/** What tells an element of ours from the others in the page. */
interface Mark {
  readonly tag: string;
  readonly id?: string | undefined;
  /** The address of the document that it is in, if that is a frame of the page. */
  readonly frame?: string | undefined;
}

/** One of our elements in the page; a setting is undefined when it is not set. */
export interface ObservedElement extends Sight, Controls, Mark {
  /** Its place among the elements with its tag in its document, from 1; undefined if there is no other. */
  readonly place?: number | undefined;
  readonly defined: boolean;
  /** Whether it is in test mode. Its attribute decides; for a product or plan the gateway, or else the page's description. */
  readonly test: boolean;
  /** Whether it, or a fieldset around it, is disabled. */
  readonly disabled: boolean;
  /** Whether the time to confirm (`expired-at`) was over when the page was read. */
  readonly timeOver: boolean;
  /** Its attributes that it doesn't know, and those that it does; empty until it is defined. */
  readonly unknownAttributes: readonly string[];
  readonly knownAttributes: readonly string[];
  /** Those with the mark of a template in them. */
  readonly unfilled?: readonly string[];
  /** Its properties, most of which are attributes too. */
  readonly properties?: readonly string[];
  /** What else is set on it, by the page's scripts and frameworks or by its base class. */
  readonly ownProperties?: readonly string[];
  /** The events that scripts listen to on it. */
  readonly heard?: readonly string[];
  /** Whether another script has defined its tag; it is then not `defined`. */
  readonly isTaken?: boolean;
  /** Whether it sends the payer to the gateway's page instead of asking for the card here. */
  readonly opensGatewayPage: boolean;
  /** Whether it shows a placeholder while the product or plan is still loading. */
  readonly coming?: boolean;
  /** Which of its functions of the merchant (`prepare`, `resolveStatus`) are set to something else. */
  readonly notFunctions?: readonly string[];
  /** The tag of what it contains that is no fallback, such as the page's footer. */
  readonly contains?: string | undefined;
  /** The tag of the first element in it, which may be its fallback. */
  readonly begins?: string | undefined;
  /** Which of its properties `product` and `plan` are a Promise. */
  readonly promises?: readonly string[];
  /** Whether it has a function that asks the merchant's server how a payment ended. */
  readonly asksServer: boolean;
  /** Whether it has a function that opens an order on the merchant's server. */
  readonly opensOrders?: boolean;
  readonly trackingId?: string | undefined;
  readonly publicKey: string | undefined;
  readonly language?: string | undefined;
  /** How it takes the payer to their bank. */
  readonly challenge?: string | undefined;
  readonly returnUrl: string | undefined;
  readonly notificationUrl: string | undefined;
  /** Every address that is set, by attribute. One from the description of a product or plan is under `field in the description`. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** A script of the page with an address. */
export interface ObservedScript {
  readonly url: string;
  /** The attribute's text; empty without it. */
  readonly integrity: string;
}

/** A script file of the package, as the page received it. */
export interface OwnScript {
  /** The version that its first line names. */
  readonly version: string;
  /** Its SHA-384, as in an `integrity` attribute. */
  readonly hash: string;
}

/** A document after it has settled: the page itself, or a frame in it. */
export interface ObservedDocument {
  readonly url: string;
  readonly secureContext: boolean;
  /** Whether it is sandboxed without an origin of its own. */
  readonly hasNoOrigin?: boolean;
  /** What its sandbox, as a frame, lacks of what it needs to open a window for the bank's page. */
  readonly lacks?: readonly string[];
  readonly elements: readonly ObservedElement[];
  readonly scripts: readonly ObservedScript[];
  /** The content security policies that its `<meta http-equiv>` elements set. */
  readonly metaPolicies: readonly string[];
  readonly undefinedTags?: readonly string[];
  /** The events that scripts listen to elsewhere than on elements of ours, of those that begin with `checkout-`. */
  readonly heard?: readonly string[];
  /** Whether a listener of `checkout-submit` stops each press, as its text says. */
  readonly stopsPresses?: boolean;
  /** The listeners of `checkout-` events that read a `detail` of the event, as their text says. */
  readonly readsDetail?: readonly ReadDetail[];
  /** What the page's scripts cleared: `localStorage` or `sessionStorage`. */
  readonly cleared?: readonly string[];
  /** Whether a `<meta>` sets a content security policy outside the head, where it counts for nothing. */
  readonly hasLatePolicy?: boolean;
  readonly hasInline?: boolean;
  /** Its language; empty where it names none. */
  readonly lang?: string;
  /** The content of its `<meta name="viewport">`; empty without one. */
  readonly viewport?: string;
  /** The content of its `<meta http-equiv="refresh">`, and of its `<meta name="referrer">`; empty without one. */
  readonly refresh?: string;
  readonly referrer?: string;
  /** The addresses of its style sheets and images. */
  readonly styles?: readonly string[];
  readonly images?: readonly string[];
  /** Whether its icon is a `data:` address, as some pages write it to have none. */
  readonly hasDataIcon?: boolean;
}

/** A public key of an element: what its gateway says of it. */
export interface ObservedKey extends Mark {
  /** The address that was asked. */
  readonly address: string;
  /**
   * `unusable`: it is not a key, so the gateway was not asked. `unchecked`: the gateway gave no clear answer. `missing`: there is no
   * gateway.
   */
  readonly state: 'accepted' | 'refused' | 'unusable' | 'unchecked' | 'missing';
  /** Why it is unusable, unchecked or missing. */
  readonly reason: string;
}

/** The address at which payers come back, as it answers. */
export interface ObservedReturn extends Mark {
  readonly address: string;
  readonly status?: number | undefined;
  /** Whether neither the element nor a script of this page is in what it answers. */
  readonly isElsewhere?: boolean;
  /** Why it did not answer, as a clause. */
  readonly failed?: string;
}

/** The document at an element's `fields-url`, opened on its own. */
export interface ObservedFields {
  /** Why the document could not be read, as a clause: `it answers with status 404`. Undefined if it was read. */
  readonly failed?: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/** A request as an element sends it, which a script of the page changes. */
export interface AlteredRequest {
  /** The document with the script. */
  readonly document: string;
  /** Where the request goes to. */
  readonly origin: string;
  /** What the script does, as the rest of a sentence: `adds the header x-shop-session`. */
  readonly change: string;
}

/** Something that a content security policy blocked. */
export interface Violation {
  readonly directive: string;
  /** The address, or `inline`, `eval` and the like. */
  readonly blocked: string;
  /** Whether the policy only reports. */
  readonly reportOnly: boolean;
}

/** A `checkout-error` event of an element. */
export interface ReportedError extends Mark {
  readonly code: string;
  readonly party: string;
  readonly message: string;
}

/** A `checkout-unavailable` event of an element. */
export interface ReportedUnavailable extends Mark {
  readonly reason: string;
}

/** Everything that was observed in a page: facts, without conclusions. */
export interface ObservedPage {
  /** After redirects. */
  readonly address: string;
  /** The tags of ours that the page's text opens more often than it closes them. */
  readonly unclosed?: readonly string[];
  /** The page's header `Content-Security-Policy`, or undefined. */
  readonly policy: string | undefined;
  /** The page's header `Referrer-Policy`, if it has one. */
  readonly referrerPolicy?: string | undefined;
  /** The addresses of its frames that the browser shows as an error: what is there refuses to be framed, or does not load. */
  readonly refusedFrames?: readonly string[];
  /** The documents of the isolated fields, by address. */
  readonly fields: Readonly<Record<string, ObservedFields>>;
  /** The page first, then its frames, without those of the isolated fields. */
  readonly documents: readonly ObservedDocument[];
  readonly violations: readonly Violation[];
  readonly errors: readonly ReportedError[];
  readonly unavailable: readonly ReportedUnavailable[];
  /** The elements that were removed from their place more than once, as by a script that draws the page anew each second. */
  readonly replaced?: readonly Mark[];
  /** The elements' public keys. */
  readonly keys: readonly ObservedKey[];
  /** What scripts change about the requests of the elements. */
  readonly alteredRequests?: readonly AlteredRequest[];
  /** The addresses at which payers come back, but for the page's own. */
  readonly returns: readonly ObservedReturn[];
  /** Addresses of documents and scripts of the page that have a shop's secret key in them. */
  readonly secrets: readonly string[];
  /** Whether a script of the page, or an attribute, has a call in it that presses an element's button, such as `submit()`. */
  readonly pressesByScript?: boolean;
  /** The package's script files by address, recognized by their content. */
  readonly ownScripts: Readonly<Record<string, OwnScript>>;
  /** Addresses of scripts with code meant for servers. */
  readonly serverScripts: readonly string[];
  /** Scripts that the browser refused because of their `integrity`, with the hash of the file. */
  readonly mismatches: Readonly<Record<string, string>>;
  /** Plain http requests that an https page made. */
  readonly mixedContent: readonly string[];
  /** Errors in the console and uncaught ones, in the browser's words. */
  readonly consoleErrors: readonly string[];
  /** Scripts, styles and fetches that failed, with the reason. */
  readonly failedRequests: readonly string[];
}

/** Whether an element shows an offer of the gateway, which then decides about the price and test mode. The others have an attribute for it. */
export const hasOffer = ({ tag, knownAttributes }: Pick<ObservedElement, 'tag' | 'knownAttributes'>): boolean =>
  knownAttributes.length > 0 ? !knownAttributes.includes('test') : tag === 'product-pay' || tag === 'plan-subscribe';
