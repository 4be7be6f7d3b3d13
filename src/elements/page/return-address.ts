import { isSubscriptionId, isUid } from '../../wire/uid.js';

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
  const { history, location } = window;
  if (uidInAddress()) history.replaceState(history.state, '', returnAddress() + location.hash);
}

function withoutReturnParameters(href: string): string {
  const url = new URL(href);
  url.hash = '';
  const { searchParams: given } = url;
  if (given.has('uid') && given.has('status')) for (const name of ['uid', 'status', 'token']) given.delete(name);
  if (subscriptionIn(given)) given.delete('id');
  return url.href;
}

/**
 * The uid, in this page's address, of the payment that the payer returns from: a hint of what to ask about, never a result, and
 * never shown. A value that can't be a gateway's id belongs to the page, or is made up.
 */
export function uidInAddress(): string | undefined {
  const back = new URLSearchParams(window.location.search);
  // Only the gateway adds `status`. If there are several uids, the last is the gateway's.
  const uid = back.has('status') ? back.getAll('uid').at(-1) : undefined;
  return [uid, subscriptionIn(back)].find((each) => each !== undefined && isUid(each));
}

// A page may have a parameter `id` of its own.
const subscriptionIn = (given: URLSearchParams): string | undefined => given.getAll('id').findLast(isSubscriptionId);
