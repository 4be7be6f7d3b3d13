/** The reason of a wait that ended with `cancel()`, or of work whose cards have changed meanwhile. */
export const CANCELED = /* @__PURE__ */ Symbol('canceled');
