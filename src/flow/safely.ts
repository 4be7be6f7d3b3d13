function reportToPage(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}

/**
 * Calls somebody else's code (a listener, a callback). An error of its own goes to the console, as if it had been thrown
 * where nobody catches, and what the flow does about the money goes on.
 */
export function safely(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportToPage(error);
  }
}

/** Takes the error of a promise that nobody waits for to the console. */
export const detached = (promise: Promise<unknown>): void => void promise.catch(reportToPage);
