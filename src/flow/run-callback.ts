function reportToPage(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}

/**
 * Calls code of the page (a listener, a callback). Its errors are reported like uncaught ones, and the flow goes on with the
 * payment.
 */
export function runCallback(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportToPage(error);
  }
}

/** Reports the error of a promise that is not awaited. */
export const reportRejection = (promise: Promise<unknown>): void => void promise.catch(reportToPage);
