/** How an event of an element is dispatched: every element, the document and the window hear it. */
export const eventOptions = (cancelable = false): EventInit => ({ bubbles: true, composed: true, cancelable });
