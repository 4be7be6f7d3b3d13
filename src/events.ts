/** The events of the elements, without the elements: for code that listens to them, or dispatches them in a test. */
export * from './elements/events.js';
