/** The options of every event: it bubbles out of shadow roots, up to the window. */
export const eventOptions = (cancelable = false): EventInit => ({ bubbles: true, composed: true, cancelable });
