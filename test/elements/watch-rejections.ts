import { afterEach, beforeEach, expect } from 'vitest';

// An error thrown in a render is reported nowhere else. A test file that imports this fails on a rejection that nothing handles.
const uncaught: unknown[] = [];
const note = (event: PromiseRejectionEvent): void => {
  event.preventDefault();
  uncaught.push(event.reason);
};
beforeEach(() => window.addEventListener('unhandledrejection', note));
afterEach(() => {
  window.removeEventListener('unhandledrejection', note);
  expect(uncaught.splice(0)).toEqual([]);
});
