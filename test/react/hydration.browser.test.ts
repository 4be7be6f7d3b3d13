import { createElement, createRef, StrictMode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { CheckoutChangeEvent, CheckoutOutcomeEvent } from '../../src/events.js';
import type { P2pTransferElement } from '../../src/index.js';
import { type CheckoutComponentProps, P2pTransfer } from '../../src/react.js';

// React's real hydration of a server's markup.

type Props = CheckoutComponentProps<P2pTransferElement>;

const settings = (): Props => ({
  checkoutUrl: inject('gateway').checkout_url,
  publicKey: inject('shops').find(({ pci_certified: isCertified }) => !isCertified)?.public_key ?? '',
  currency: 'USD',
  description: 'Money to a card',
  amount: 10_000,
  test: true,
});

let root: Root | undefined;
const place = document.createElement('div');
const complaints: unknown[] = [];

beforeEach(() => {
  document.body.append(place);
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation((...all) => complaints.push(all));
});

afterEach(() => {
  root?.unmount();
  root = undefined;
  place.replaceChildren();
  vi.restoreAllMocks();
  expect(complaints.splice(0)).toEqual([]);
});

const element = (): P2pTransferElement => place.querySelector('p2p-transfer')!;

/** Puts the markup of a server into the page, and hydrates it. */
function hydrate(props: Props, before: () => void = () => undefined): void {
  place.innerHTML = renderToString(createElement(P2pTransfer, props));
  before();
  flushSync(() => {
    root = hydrateRoot(place, createElement(P2pTransfer, props), { onRecoverableError: (error) => complaints.push(error) });
  });
}

const render = (props: Props): void => flushSync(() => root!.render(createElement(P2pTransfer, props)));

test('the entry registers nothing; a component registers its own element when it is rendered', () => {
  const registered = (): string[] => ['p2p-transfer', 'product-pay', 'plan-subscribe'].filter((tag) => customElements.get(tag));
  expect(registered()).toEqual([]);
  hydrate(settings());
  expect(registered()).toEqual(['p2p-transfer']);
});

test('after hydration the element has its functions and objects, and is set up', async () => {
  const prepare = async (): Promise<void> => undefined;
  const customer = { email: 'payer@shop.example' };
  const ready = vi.fn();
  hydrate({ ...settings(), prepare, customer, onCheckoutReady: ready });
  const { prepare: ask, customer: payer, amount, test: isTest, saveCard } = element();
  expect([ask, payer, amount, isTest, saveCard]).toEqual([prepare, customer, '10000', true, false]);
  await expect.poll(() => ready.mock.calls.length, { timeout: 10_000 }).toBe(1);
});

test('events before the hydration reach the component, once and in order', () => {
  const heard: Event[] = [];
  const listeners = {
    onCheckoutChange: (event: Event) => void heard.push(event),
    onCheckoutOutcome: (event: Event) => void heard.push(event),
  };
  const early = [
    new CheckoutChangeEvent(false),
    new CheckoutOutcomeEvent({ outcome: 'successful', rule: 'transaction_successful', trackingId: 'order-1' }),
  ];
  hydrate({ ...settings(), ...listeners }, () => {
    for (const event of early) element().dispatchEvent(event);
  });
  expect(heard).toEqual(early);
  const late = new CheckoutChangeEvent(true);
  element().dispatchEvent(late);
  expect(heard).toEqual([...early, late]);
});

test('another render changes what changed, on the same element', () => {
  const [first, second] = [async (): Promise<void> => undefined, async (): Promise<void> => undefined];
  const heard: string[] = [];
  hydrate({ ...settings(), prepare: first, onCheckoutChange: () => heard.push('first') });
  const same = element();
  render({ ...settings(), amount: 20_000, prepare: second, onCheckoutChange: () => heard.push('second') });
  expect(element()).toBe(same);
  expect([same.prepare, Number(same.amount)]).toEqual([second, 20_000]);
  same.dispatchEvent(new CheckoutChangeEvent(true));
  expect(heard).toEqual(['second']);
  const { test: _, ...live } = settings();
  render(live);
  expect(same.prepare).toBeUndefined();
  expect(same.test).toBeFalsy();
  same.dispatchEvent(new CheckoutChangeEvent(true));
  expect(heard).toEqual(['second']);
});

test('a setting that changes from an object to a text has that text', () => {
  const first = { first_name: 'Ann' };
  hydrate({ ...settings(), customer: first });
  expect(element().customer).toBe(first);
});

test('common attributes, children and a ref work as on any element', () => {
  const ref = createRef<P2pTransferElement>();
  root = createRoot(place);
  flushSync(() =>
    root!.render(createElement(P2pTransfer, { ...settings(), ref, className: 'wide', style: { color: 'red' } }, 'Loading')),
  );
  expect(ref.current).toBe(element());
  expect(element().className).toBe('wide');
  expect(element().style.color).toBe('red');
  expect(element().textContent).toBe('Loading');
});

test('strict mode, which mounts twice, gets each event once, and none after unmounting', () => {
  const heard = vi.fn();
  root = createRoot(place);
  const component = createElement(P2pTransfer, { ...settings(), onCheckoutChange: heard });
  flushSync(() => root!.render(createElement(StrictMode, {}, component)));
  const gone = element();
  gone.dispatchEvent(new CheckoutChangeEvent(true));
  expect(heard).toHaveBeenCalledTimes(1);
  root.unmount();
  gone.dispatchEvent(new CheckoutChangeEvent(true));
  expect(heard).toHaveBeenCalledTimes(1);
});

/** The frame of the isolated fields, once the payer can type into it. */
async function framed(): Promise<HTMLIFrameElement> {
  const isReady = (): boolean => Boolean(element().shadowRoot?.querySelector('.isolated:not(.coming) > slot'));
  await expect.poll(isReady, { timeout: 10_000 }).toBe(true);
  const frame = element().querySelector('iframe');
  expect(frame).not.toBeNull();
  return frame!;
}
const withFields = (): Props => ({ ...settings(), fieldsUrl: `${inject('gateway').checkout_url}/fields/` });

test('isolated fields come after hydration, which knows nothing of their frame, and further renders leave it alone', async () => {
  hydrate(withFields(), () => expect(element().querySelector('iframe')).toBeNull());
  const same = element();
  const frame = await framed();
  for (const change of [{ amount: 20_000 }, { className: 'wide' }]) render({ ...withFields(), ...change });
  flushSync(() => root!.render(createElement(P2pTransfer, withFields(), createElement('p', {}, 'Loading'))));
  flushSync(() => root!.render(createElement(P2pTransfer, withFields())));
  expect(element()).toBe(same);
  expect(await framed()).toBe(frame);
});

test('what the page removes together with its own content comes back, as long as nothing is typed', async () => {
  root = createRoot(place);
  const withText = (text: string): void => flushSync(() => root!.render(createElement(P2pTransfer, withFields(), text)));
  withText('Loading');
  const frame = await framed();
  // React replaces a text by emptying the element.
  withText('Still loading');
  expect(frame.isConnected).toBe(false);
  const next = await framed();
  expect(next).not.toBe(frame);
  expect(element().querySelectorAll('iframe')).toHaveLength(1);
});
