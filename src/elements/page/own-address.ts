import { isSubscriptionId, isUid } from '../../wire/uid.js';

// It is read at each keystroke, and rarely changes.
let last: { readonly href: string; readonly own: string } | undefined;

/** This page's address, without the parameters that the gateway added when the payer came back from an earlier attempt. */
export function ownAddress(): string {
  const { href } = window.location;
  if (last?.href !== href) last = { href, own: withoutReturn(href) };
  return last.own;
}

/**
 * Removes what the gateway added to the page's address, once the payer has gone on from that payment: a reload would ask about
 * it again.
 */
export function forgetReturn(): void {
  const { history, location } = window;
  if (uidInAddress()) history.replaceState(history.state, '', ownAddress() + location.hash);
}

function withoutReturn(href: string): string {
  const url = new URL(href);
  url.hash = '';
  const { searchParams: given } = url;
  if (given.has('uid') && given.has('status')) for (const name of ['uid', 'status', 'token']) given.delete(name);
  if (subscriptionIn(given)) given.delete('id');
  return url.href;
}

/**
 * The uid in this page's address of the payment that the payer comes back from: a hint of what to ask about, never a result, and
 * never shown. A value that can't be a gateway's id belongs to the page, or is made up.
 */
export function uidInAddress(): string | undefined {
  const back = new URLSearchParams(window.location.search);
  // Only the gateway adds `status`. If there are several uids, the last is the gateway's.
  const uid = back.has('status') ? back.getAll('uid').at(-1) : undefined;
  return [uid, subscriptionIn(back)].find((each) => each !== undefined && isUid(each));
}

// A page may have an id of its own in its address.
const subscriptionIn = (given: URLSearchParams): string | undefined => given.getAll('id').findLast(isSubscriptionId);
