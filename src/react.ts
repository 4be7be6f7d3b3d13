'use client';
import './elements/page/own-members.js';
import * as React from 'react';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { CheckoutElements } from './define.js';
import type { CheckoutEventMap } from './elements/events.js';
import { P2pTransferElement } from './elements/p2p-transfer/p2p-transfer.js';
import { PlanSubscribeElement } from './elements/plan-subscribe/plan-subscribe.js';
import { ProductPayElement } from './elements/product-pay/product-pay.js';
import { type ElementClass, makeComponent } from './react/component.js';
import { keepEarlyEvents } from './react/early-events.js';
import type { Capitalized, TemplateSettings } from './template-types.js';

keepEarlyEvents();

/** React 19 listens by an event's exact name after "on". */
type Listeners = { [Name in keyof CheckoutEventMap as `on${Name}`]?: ((event: CheckoutEventMap[Name]) => void) | undefined };

/** The props of an element in JSX: its properties, its events, and those of every HTML element. */
export type CheckoutElementProps<Element extends HTMLElement> = DetailedHTMLProps<HTMLAttributes<Element>, Element> &
  TemplateSettings<Element> &
  Listeners;

/** The props of a component: its element's properties, a prop such as `onCheckoutOutcome` for each event, and those of every element. */
export type CheckoutComponentProps<Element extends HTMLElement> = Omit<HTMLAttributes<Element>, keyof TemplateSettings<Element>> &
  TemplateSettings<Element> & {
    [Name in keyof CheckoutEventMap as `on${Capitalized<Name>}`]?: ((event: CheckoutEventMap[Name]) => void) | undefined;
  };

const component = <Element extends HTMLElement>(element: ElementClass<Element>) =>
  makeComponent<Element, CheckoutComponentProps<Element>>(React, element);

// Each is pure and registers its element when it is first rendered, so a bundler leaves out the elements of unused components.

/**
 * `<p2p-transfer>`, for React 18 and 19, with server rendering.
 *
 * @example
 * const page = (
 *   <P2pTransfer
 *     checkoutUrl="https://checkout.gateway.example"
 *     publicKey={publicKey}
 *     currency="USD"
 *     description="Transfer"
 *     onCheckoutOutcome={({ outcome, trackingId }) => console.log(outcome, trackingId)}
 *   />
 * );
 */
export const P2pTransfer = /* @__PURE__ */ component(P2pTransferElement);
/**
 * `<product-pay>`, for React 18 and 19, with server rendering.
 *
 * @example
 * const page = <ProductPay product={tea} publicKey={publicKey} onCheckoutOutcome={({ outcome }) => console.log(outcome)} />;
 */
export const ProductPay = /* @__PURE__ */ component(ProductPayElement);
/**
 * `<plan-subscribe>`, for React 18 and 19, with server rendering.
 *
 * @example
 * const page = <PlanSubscribe baseUrl="https://gateway.example" planId="pln_51c0" plan={club} />;
 */
export const PlanSubscribe = /* @__PURE__ */ component(PlanSubscribeElement);

type Elements = { [Tag in keyof CheckoutElements]: CheckoutElementProps<CheckoutElements[Tag]> };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
