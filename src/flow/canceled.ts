/** Thrown when `cancel()` ended a wait, or when the cards changed during the work. */
export const CANCELED = /* @__PURE__ */ Symbol('canceled');
