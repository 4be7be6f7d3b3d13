import { isSubscriptionId, isUid } from '../../wire/uid.js';

// It is asked for at each keystroke, and rarely another than before.
let last: { readonly href: string; readonly own: string } | undefined;

/** This page's address, without what the gateway added to it when the payer came back from an earlier attempt. */
export function ownAddress(): string {
  const { href } = window.location;
  if (last?.href !== href) last = { href, own: withoutReturn(href) };
  return last.own;
}

/**
 * Takes what the gateway added out of the page's address, once the payer has gone on from that payment: a reload would ask
 * about it again.
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
 * What the gateway calls the payment that the payer comes back from, by this page's address: a hint of what to ask
 * about, never a result, and no text to show. What can be no gateway's id is the page's own, or made up.
 */
export function uidInAddress(): string | undefined {
  const back = new URLSearchParams(window.location.search);
  // A page's own uid stands alone, the gateway's with a status. Of several the last: the gateway adds its own at the end.
  const uid = back.has('status') ? back.getAll('uid').at(-1) : undefined;
  return [uid, subscriptionIn(back)].find((each) => each !== undefined && isUid(each));
}

// A page may well have an id of its own in its address.
const subscriptionIn = (given: URLSearchParams): string | undefined =>
  given.getAll('id').findLast(isSubscriptionId);
