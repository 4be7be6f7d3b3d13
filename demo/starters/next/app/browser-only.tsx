'use client';
import { useSyncExternalStore, type ReactNode } from 'react';

const never = () => () => {};

/** Renders its children in the browser only: a server's HTML can't contain functions. */
export function BrowserOnly({ children, placeholder }: { children: ReactNode; placeholder?: ReactNode }) {
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isBrowser ? children : placeholder;
}
