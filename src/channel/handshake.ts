import { CARD_INPUTS, rowOf } from '../card/card-fields.js';
import { isParent } from '../hosting/parents.js';

/** The greeting that the frame posts to its parent window, once, as soon as it listens. */
export const HELLO = 'checkout-fields hello 1';

/** The element's answer. It transfers one port of a message channel, which carries all further messages. */
export const INIT = 'checkout-fields init 1';

/**
 * What a side knows of the messages besides those of the first release. Page and frame may come from two releases: each names what it
 * knows, sends the other nothing that it has not named, and ignores a message of a kind that it does not know.
 */
export const KNOWN = ['contract', 'why', 'disabled', 'pressed', ...CARD_INPUTS.filter((input) => rowOf(input).isLater)] as const;

export type Known = (typeof KNOWN)[number];

/** The parts of a message event that decide whether it is accepted. */
interface Arrival {
  readonly data: unknown;
  readonly origin: string;
  readonly source: unknown;
  readonly ports: readonly MessagePort[];
}

/** Whether a message is the greeting from the element's own frame. */
export const isHello = (
  { data, origin, source, ports }: Arrival,
  from: { readonly window: unknown; readonly origin: string },
): boolean => data === HELLO && ports.length === 0 && Boolean(source) && source === from.window && origin === from.origin;

/** Returns the port that the page sends. Returns undefined for any other message, and for a page that may not embed the frame. */
export const portOf = (
  { data, origin, source, ports }: Arrival,
  from: { readonly window: unknown; readonly parents: readonly string[] },
): MessagePort | undefined =>
  data === INIT && ports.length === 1 && Boolean(source) && source === from.window && isParent(origin, from.parents)
    ? ports[0]
    : undefined;

/** How long the element waits for the greeting, in milliseconds. */
export const HELLO_PATIENCE = 20_000;

/** How long the element waits for the greeting, or a pong, after a document has loaded in the frame, in milliseconds. */
export const LOAD_PATIENCE = 2000;
