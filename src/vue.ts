import type { HTMLAttributes, VNodeProps } from 'vue';
import type { CheckoutElements } from './define.js';
import './define.js';
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

type Components = { [Tag in keyof CheckoutElements]: CheckoutElementComponent<CheckoutElements[Tag]> };

declare module 'vue' {
  interface GlobalComponents extends Components {}
}
