/** What the frame says to the window above it, once, as soon as it listens. */
export const HELLO = 'checkout-fields hello 1';

/** What the element answers, with one end of a channel: everything else goes through that. */
export const INIT = 'checkout-fields init 1';

/** The parts of a message event by which it is judged. */
interface Arrival {
  readonly data: unknown;
  readonly origin: string;
  readonly source: unknown;
  readonly ports: readonly MessagePort[];
}

/** Whether a message is the greeting of this very frame. */
export const isHello = (
  { data, origin, source, ports }: Arrival,
  from: { readonly window: unknown; readonly origin: string },
): boolean => data === HELLO && ports.length === 0 && Boolean(source) && source === from.window && origin === from.origin;

/** The origin without its port: `http://localhost` of `http://localhost:4020`. */
const bareOrigin = (origin: string): string => origin.replace(/:\d+$/, '');

/**
 * Whether a page of this origin may embed the frame.
 *
 * @param parents Origins, compared as a whole; one that ends in `:*` stands for every port of its host, as in a content
 * security policy.
 */
export const isParent = (origin: string, parents: readonly string[]): boolean =>
  /^https?:\/\//.test(origin) &&
  parents.some((parent) => (parent.endsWith(':*') ? parent.slice(0, -2) === bareOrigin(origin) : parent === origin));

/** The port that the page hands over; undefined: the message is not from a page that may embed the frame. */
export const portOf = (
  { data, origin, source, ports }: Arrival,
  from: { readonly window: unknown; readonly parents: readonly string[] },
): MessagePort | undefined =>
  data === INIT && ports.length === 1 && Boolean(source) && source === from.window && isParent(origin, from.parents)
    ? ports[0]
    : undefined;

/** How long the element waits for the greeting, in milliseconds. */
export const HELLO_PATIENCE = 20_000;

/** How long it waits once a document has loaded in the frame, in milliseconds. */
export const LOAD_PATIENCE = 2000;
