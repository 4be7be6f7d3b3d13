import type { CheckoutEventMap } from './elements/events.js';

// A function that is always defined is a method, except the setting `fetch`.
type IsSetting<Element, Name extends keyof Element> = Name extends 'fetch'
  ? true
  : Element[Name] extends (...given: never) => unknown
    ? false
    : true;

/** An element's own properties, all of them optional. */
export type TemplateSettings<Element> = {
  [Name in Exclude<keyof Element, keyof HTMLElement> as IsSetting<Element, Name> extends true ? Name : never]?:
    | Element[Name]
    | undefined;
};

/** `checkoutUrl` as the attribute `checkout-url`. */
export type Hyphenated<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Hyphenated<Rest>}`
    : `-${Lowercase<First>}${Hyphenated<Rest>}`
  : Name;

/** `checkout-outcome` as `CheckoutOutcome`. */
export type Capitalized<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Capitalized<Rest>}`
  : Capitalize<Name>;

/** The events that an element fires. */
export type TemplateEvents = CheckoutEventMap;
