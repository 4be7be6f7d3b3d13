import { isSubscriptionId, isUid } from '../../wire/uid.js';

/** What the page's address says about where a payer can return to. */
export interface PageAddress {
  /** `null` in a file, and in a sandbox without `allow-same-origin`. */
  readonly origin: string;
  readonly protocol: string;
}

/** The address of this page. A page in a frame's `srcdoc` has its parent's origin, which its address does not say. */
export const pageAddress = (): PageAddress => ({ origin: window.origin, protocol: window.location.protocol });

// Read at each keystroke, and it rarely changes.
let last: { readonly href: string; readonly address: string } | undefined;

/** This page's address without the parameters that the gateway added when the payer returned from an earlier attempt. */
export function returnAddress(): string {
  const { href } = window.location;
  if (last?.href !== href) last = { href, address: withoutReturnParameters(href) };
  return last.address;
}

/** Removes the gateway's parameters from the page's address once the payer has moved on: a reload would ask about that payment again. */
export function forgetReturn(): void {
  const { history } = window;
  if (uidInAddress()) history.replaceState(history.state, '', returnAddress());
}

/** The query in a fragment, from its question mark: routers keep a path there (`#/checkout?…`), and some gateways append to its end. */
const queryIn = (hash: string): string => /\?.*/.exec(hash)?.[0] ?? '';

function withoutReturnParameters(href: string): string {
  const url = new URL(href);
  const { search, hash } = url;
  const inside = queryIn(hash);
  url.search = withoutReturn(search);
  url.hash = hash.slice(0, hash.length - inside.length) + withoutReturn(inside);
  return url.href;
}

/** A query without the gateway's parameters; as it was if it has none. */
function withoutReturn(query: string): string {
  const given = new URLSearchParams(query);
  const hasUid = given.has('uid') && given.has('status');
  const hasSubscription = subscriptionIn(given) !== undefined;
  if (!hasUid && !hasSubscription) return query;
  if (hasUid) for (const name of ['uid', 'status', 'token']) given.delete(name);
  if (hasSubscription) given.delete('id');
  const left = given.toString();
  return left && `?${left}`;
}

/**
 * The uid, in this page's address, of the payment that the payer returns from: a hint of what to ask about, never a result, and
 * never shown. A value that can't be a gateway's id belongs to the page, or is made up.
 */
export function uidInAddress(): string | undefined {
  const { search, hash } = window.location;
  return [search, queryIn(hash)].map(uidIn).find((uid) => uid !== undefined);
}

function uidIn(query: string): string | undefined {
  const back = new URLSearchParams(query);
  // Only the gateway adds `status`. If there are several uids, the last is the gateway's.
  const uid = back.has('status') ? back.getAll('uid').at(-1) : undefined;
  return [uid, subscriptionIn(back)].find((each) => each !== undefined && isUid(each));
}

// A page may have a parameter `id` of its own.
const subscriptionIn = (given: URLSearchParams): string | undefined => given.getAll('id').findLast(isSubscriptionId);
