import type { HTMLAttributes } from 'svelte/elements';
import './define.js';
import type { P2pTransferElement } from './elements/p2p-transfer/p2p-transfer.js';
import type { PlanSubscribeElement } from './elements/plan-subscribe/plan-subscribe.js';
import type { ProductPayElement } from './elements/product-pay/product-pay.js';
import type { Hyphenated, TemplateEvents, TemplateSettings } from './template-settings.js';

/** Svelte writes an attribute as it stands in HTML, and sets what the element has as a property by the property's name. */
type Attributes<Element> = {
  [Name in keyof TemplateSettings<Element> as Hyphenated<Name & string>]?: TemplateSettings<Element>[Name];
};

/** Svelte 5 listens by an event's exact name after "on". */
type Listeners = { [Name in keyof TemplateEvents as `on${Name}`]?: ((event: TemplateEvents[Name]) => void) | undefined };

/** What an element accepts in a template of Svelte: its properties and attributes, its events, and what other elements accept. */
export type CheckoutElementProps<Element extends HTMLElement> = Omit<HTMLAttributes<Element>, keyof TemplateSettings<Element>> &
  TemplateSettings<Element> &
  Attributes<Element> &
  Listeners;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'p2p-transfer': CheckoutElementProps<P2pTransferElement>;
    'product-pay': CheckoutElementProps<ProductPayElement>;
    'plan-subscribe': CheckoutElementProps<PlanSubscribeElement>;
  }
}
