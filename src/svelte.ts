import type { HTMLAttributes } from 'svelte/elements';
import type { CheckoutElements } from './define.js';
import './define.js';
import type { Hyphenated, TemplateEvents, TemplateSettings } from './template-types.js';

/** Svelte also accepts attributes by their HTML names. */
type Attributes<Element> = {
  [Name in keyof TemplateSettings<Element> as Hyphenated<Name & string>]?: TemplateSettings<Element>[Name];
};

/** Svelte 5 listens by an event's exact name after "on". */
type Listeners = { [Name in keyof TemplateEvents as `on${Name}`]?: ((event: TemplateEvents[Name]) => void) | undefined };

/** The props of an element in a Svelte template: its properties, attributes and events, and those of every HTML element. */
export type CheckoutElementProps<Element extends HTMLElement> = Omit<HTMLAttributes<Element>, keyof TemplateSettings<Element>> &
  TemplateSettings<Element> &
  Attributes<Element> &
  Listeners;

type Elements = { [Tag in keyof CheckoutElements]: CheckoutElementProps<CheckoutElements[Tag]> };

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Elements {}
}
