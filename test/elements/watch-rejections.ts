import { expect } from 'vitest';

// An error thrown in a render is reported nowhere else.
const uncaught: unknown[] = [];
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  uncaught.push(event.reason);
});

/** After each test: fails on a rejection that nothing handles. */
export const expectNoRejection = (): void => expect(uncaught.splice(0)).toEqual([]);
