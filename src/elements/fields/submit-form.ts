/** What a form listens to, so that Enter in it is a press of the button, which is in a form of its own. */
export interface FormListeners {
  readonly submit: (event: Event) => void;
  readonly keydown: (event: KeyboardEvent) => void;
}

/** Turns each way to submit a form into a press. */
export const pressBy = (press: () => void): FormListeners => ({
  submit: (event) => {
    event.preventDefault();
    press();
  },
  // Browsers do not submit a form of several inputs without a button.
  keydown: (event) => {
    if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    press();
  },
});
