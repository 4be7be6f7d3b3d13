import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import './define.js';
import type { CheckoutEventMap } from './elements/events.js';
import type { P2pTransferElement } from './elements/p2p-transfer/p2p-transfer.js';
import type { PlanSubscribeElement } from './elements/plan-subscribe/plan-subscribe.js';
import type { ProductPayElement } from './elements/product-pay/product-pay.js';

// `fetch` is a setting that is always defined; every other function that is always defined is a method.
type IsSetting<Element, Name extends keyof Element> = Name extends 'fetch'
  ? true
  : Element[Name] extends (...given: never) => unknown
    ? false
    : true;

/** An element's own properties, all of them optional. */
type Settings<Element> = {
  [Name in Exclude<keyof Element, keyof HTMLElement> as IsSetting<Element, Name> extends true ? Name : never]?:
    | Element[Name]
    | undefined;
};

/** React 19 listens by an event's exact name after "on". */
type Listeners = { [Name in keyof CheckoutEventMap as `on${Name}`]?: ((event: CheckoutEventMap[Name]) => void) | undefined };

/** What an element accepts in JSX: its properties, its events, and everything that other elements accept. */
export type CheckoutElementProps<Element extends HTMLElement> = DetailedHTMLProps<HTMLAttributes<Element>, Element> &
  Settings<Element> &
  Listeners;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'p2p-transfer': CheckoutElementProps<P2pTransferElement>;
      'product-pay': CheckoutElementProps<ProductPayElement>;
      'plan-subscribe': CheckoutElementProps<PlanSubscribeElement>;
    }
  }
}
