import type * as react from 'react';
import type { ForwardRefExoticComponent, PropsWithoutRef, RefAttributes } from 'react';
import { register } from '../elements/page/register.js';
import { takeEarlyEvents, EVENT_TYPES } from './early-events.js';

/** The part of React that the components need: all of it is in React 18 and 19. */
export type React = Pick<
  typeof react,
  'createElement' | 'forwardRef' | 'useEffect' | 'useImperativeHandle' | 'useLayoutEffect' | 'useRef'
>;

/** A class of elements that declares its properties as Lit's do. */
export interface ElementClass<Element extends HTMLElement = HTMLElement> {
  new (): Element;
  readonly tag: string;
  /** Reading it completes `elementProperties`. */
  readonly observedAttributes: readonly string[];
  readonly elementProperties: ReadonlyMap<PropertyKey, { readonly attribute?: boolean | string }>;
}

type Props = Readonly<Record<string, unknown>>;

/** A component's props: the attributes to render, and what is set once there is an element. */
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

/** Whether an attribute can express a value, so that a server can render it. */
const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || value === true;

/** The attribute of a property, if it has one. */
function attributeIn({ elementProperties }: ElementClass, property: string): string | undefined {
  const attribute = elementProperties.get(property)?.attribute;
  return typeof attribute === 'string' ? attribute : undefined;
}

/**
 * Sorts the props of a component. Values that an attribute can express become attributes, so that a server's markup equals the
 * browser's first render; functions and objects become properties.
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
 * objects there, and React 18 drops them everywhere. It registers its element when it is first rendered.
 */
export function makeComponent<Element extends HTMLElement, ComponentProps extends object>(
  { createElement, forwardRef, useEffect, useImperativeHandle, useLayoutEffect, useRef }: React,
  element: ElementClass<Element>,
): ForwardRefExoticComponent<PropsWithoutRef<ComponentProps> & RefAttributes<Element>> {
  const { tag } = element;
  void element.observedAttributes;
  // On a server, React 18 warns about layout effects, which never run there.
  const useEarlyEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
  const component = forwardRef<Element, ComponentProps>((props, given) => {
    register(element);
    const { attributes, properties, listeners } = sortProps(element, props as Props);
    const elementRef = useRef<Element>(null);
    const previous = useRef<ReadonlyMap<string, unknown>>(new Map());
    const latestListeners = useRef(listeners);
    useImperativeHandle(given, () => elementRef.current!, []);

    useEarlyEffect(() => {
      const target = elementRef.current as unknown as Record<string, unknown>;
      for (const name of previous.current.keys()) {
        const attribute = attributeIn(element, name);
        if (!properties.has(name) && !(attribute !== undefined && attribute in attributes)) target[name] = undefined;
      }
      for (const [name, value] of properties) if (value !== previous.current.get(name)) target[name] = value;
      previous.current = properties;
      latestListeners.current = listeners;
    });

    useEarlyEffect(() => {
      const target = elementRef.current!;
      const onEvent = (event: Event): void => {
        // Elements inside this one have listeners of their own.
        if (event.target === target) latestListeners.current.get(event.type)?.(event);
      };
      for (const event of takeEarlyEvents(target)) latestListeners.current.get(event.type)?.(event);
      // After hydration, React ignores children that the element adds: the frame of isolated fields may come.
      target.removeAttribute('data-checkout-react');
      for (const type of EVENT_TYPES) target.addEventListener(type, onEvent);
      return () => {
        for (const type of EVENT_TYPES) target.removeEventListener(type, onEvent);
      };
    }, []);

    return createElement(tag, { ...attributes, 'data-checkout-react': '', ref: elementRef });
  });
  component.displayName = tag.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return component;
}
