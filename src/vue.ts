import type { HTMLAttributes, VNodeProps } from 'vue';
import './define.js';
import type { P2pTransferElement } from './elements/p2p-transfer/p2p-transfer.js';
import type { PlanSubscribeElement } from './elements/plan-subscribe/plan-subscribe.js';
import type { ProductPayElement } from './elements/product-pay/product-pay.js';
import type { Capitalized, TemplateEvents, TemplateSettings } from './template-types.js';

/** Vue's compiler reads `@checkout-outcome` as `onCheckoutOutcome`. */
type Listeners = { [Name in keyof TemplateEvents as `on${Capitalized<Name>}`]?: (event: TemplateEvents[Name]) => void };

/** The props of an element in a Vue template: its properties, its events, and those of every HTML element. */
export type CheckoutElementProps<Element extends HTMLElement> = VNodeProps &
  HTMLAttributes &
  TemplateSettings<Element> &
  Listeners;

/** The type by which Vue's language tools know an element. */
export type CheckoutElementComponent<Element extends HTMLElement> = new () => { $props: CheckoutElementProps<Element> };

declare module 'vue' {
  interface GlobalComponents {
    'p2p-transfer': CheckoutElementComponent<P2pTransferElement>;
    'product-pay': CheckoutElementComponent<ProductPayElement>;
    'plan-subscribe': CheckoutElementComponent<PlanSubscribeElement>;
  }
}
