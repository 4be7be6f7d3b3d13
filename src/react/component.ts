import type * as react from 'react';
import type { ForwardRefExoticComponent, PropsWithoutRef, RefAttributes } from 'react';
import { keptEvents, LISTENS } from './early-events.js';

/** The part of React that the components need: all of it is in React 18 and 19. */
export type React = Pick<
  typeof react,
  'createElement' | 'forwardRef' | 'useEffect' | 'useImperativeHandle' | 'useLayoutEffect' | 'useRef'
>;

/** A class of elements that declares its properties as Lit's do. */
export interface ElementClass {
  new (): HTMLElement;
  /** Reading it completes `elementProperties`. */
  readonly observedAttributes: readonly string[];
  readonly elementProperties: ReadonlyMap<PropertyKey, { readonly attribute?: boolean | string }>;
}

type Props = Readonly<Record<string, unknown>>;

/** What a component renders, and what it sets once there is an element. */
interface Parts {
  readonly attributes: Record<string, unknown>;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly listeners: ReadonlyMap<string, (event: Event) => void>;
}

/** `onCheckoutOutcome` listens to `checkout-outcome`. */
const eventOf = (name: string): string | undefined =>
  /^onCheckout[A-Z]/.test(name)
    ? name
        .slice(2)
        .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        .slice(1)
    : undefined;

/** Whether an attribute can hold a value, and a server can write it. */
const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || value === true;

/** The attribute of a property, if it has one. */
function attributeIn({ elementProperties }: ElementClass, property: string): string | undefined {
  const attribute = elementProperties.get(property)?.attribute;
  return typeof attribute === 'string' ? attribute : undefined;
}

/**
 * Sorts the props of a component. What an attribute can hold becomes one, so that a server's markup and the browser's first
 * one are equal; functions and objects become properties.
 */
export function sortProps(element: ElementClass, props: Props): Parts {
  const attributes: Record<string, unknown> = {};
  const properties = new Map<string, unknown>();
  const listeners = new Map<string, (event: Event) => void>();
  for (const [name, value] of Object.entries(props)) {
    const event = eventOf(name);
    const attribute = attributeIn(element, name);
    if (event !== undefined) {
      if (typeof value === 'function') listeners.set(event, value as (event: Event) => void);
    } else if (!element.elementProperties.has(name)) attributes[name] = value;
    else if (attribute !== undefined && isText(value)) attributes[attribute] = value;
    // An attribute that is off is missing: React 18 would write "false", which counts as on.
    else if (attribute === undefined || (value !== false && value !== null && value !== undefined)) properties.set(name, value);
  }
  return { attributes, properties, listeners };
}

/**
 * A React component for one of the elements, which works with server rendering and hydration: React itself drops functions and
 * objects there, and React 18 drops them everywhere.
 *
 * @param tag The element's name.
 */
export function makeComponent<Element extends HTMLElement, ComponentProps extends object>(
  { createElement, forwardRef, useEffect, useImperativeHandle, useLayoutEffect, useRef }: React,
  tag: string,
  element: ElementClass,
): ForwardRefExoticComponent<PropsWithoutRef<ComponentProps> & RefAttributes<Element>> {
  void element.observedAttributes;
  // On a server, React 18 warns of layout effects, which never run there.
  const useFirst = typeof document === 'undefined' ? useEffect : useLayoutEffect;
  const component = forwardRef<Element, ComponentProps>((props, given) => {
    const { attributes, properties, listeners } = sortProps(element, props as Props);
    const found = useRef<Element>(null);
    const before = useRef<ReadonlyMap<string, unknown>>(new Map());
    const heard = useRef(listeners);
    useImperativeHandle(given, () => found.current!, []);

    useFirst(() => {
      const target = found.current as unknown as Record<string, unknown>;
      for (const name of before.current.keys()) {
        const attribute = attributeIn(element, name);
        if (!properties.has(name) && !(attribute !== undefined && attribute in attributes)) target[name] = undefined;
      }
      for (const [name, value] of properties) if (value !== before.current.get(name)) target[name] = value;
      before.current = properties;
      heard.current = listeners;
    });

    useFirst(() => {
      const target = found.current!;
      const hear = (event: Event): void => {
        // An element inside of this one has listeners of its own.
        if (event.target === target) heard.current.get(event.type)?.(event);
      };
      for (const event of keptEvents(target)) heard.current.get(event.type)?.(event);
      // From here on React leaves the element's own children alone: the frame of isolated fields may come.
      target.removeAttribute('data-checkout-react');
      for (const type of LISTENS) target.addEventListener(type, hear);
      return () => {
        for (const type of LISTENS) target.removeEventListener(type, hear);
      };
    }, []);

    return createElement(tag, { ...attributes, 'data-checkout-react': '', ref: found });
  });
  component.displayName = tag.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return component;
}
