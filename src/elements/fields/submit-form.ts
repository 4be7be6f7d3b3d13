/** The listeners of a form. Enter moves the focus to the next field, and in the last one it presses the button. */
export interface FormListeners {
  readonly submit: (event: Event) => void;
  readonly keydown: (event: KeyboardEvent) => void;
}

const INPUTS = 'input:not([type=checkbox], :disabled), select, .isolated';

/** The inputs below a node in reading order. A slot counts as the inputs that are assigned to it. */
const inputsIn = (root: ParentNode): Element[] =>
  [...root.querySelectorAll(`${INPUTS}, slot`)].flatMap((each) =>
    each instanceof HTMLSlotElement ? each.assignedElements().flatMap(inputsIn) : each,
  );

/** The inputs of an element that the payer can fill in, in reading order. */
const inputsAround = (input: Element): Element[] =>
  inputsIn((input.closest('[slot]')?.assignedSlot ?? input).getRootNode() as ParentNode).filter(
    (each) => (each as Partial<Element>).checkVisibility?.() !== false,
  );

const radiosOf = (each: Element): HTMLInputElement[] => [
  ...(each.closest('form')?.querySelectorAll<HTMLInputElement>('[type=radio]:enabled') ?? []),
];

/** Whether the Tab key reaches it. Of a group of radio buttons, it reaches one. */
function isTabStop(each: Element, radios = radiosOf(each)): boolean {
  return !each.matches('[type=radio]') || each === (radios.find(({ checked }) => checked) ?? radios[0]);
}

function nextOf(input: Element): Element | undefined {
  const inputs = inputsAround(input);
  const group = input.matches('[type=radio]') ? radiosOf(input) : [];
  const rest = inputs.slice(inputs.indexOf(input) + 1);
  return rest.find((each) => isTabStop(each) && !group.includes(each as HTMLInputElement));
}

/** Moves the focus to the next input. @returns false after the last one. */
export function focusNext(input: Element): boolean {
  const next = nextOf(input);
  // Within a frame, only its own script can move the focus.
  if (next?.matches('.isolated')) next.dispatchEvent(new Event('focus-fields'));
  else if (next instanceof HTMLElement) next.focus();
  return next !== undefined;
}

/** Labels the Enter key of a phone's keyboard by its effect in the input that gets the focus. */
export function labelEnterKey(event: Event): void {
  const [input] = event.composedPath();
  if (input instanceof HTMLInputElement) input.enterKeyHint = nextOf(input) ? 'next' : 'go';
}

/**
 * Calls `press` when the form is submitted in any way. Enter moves the focus to the next input, and calls `press` in the last
 * one.
 */
export const formListeners = (press: (event: Event) => void): FormListeners => ({
  submit: (event) => {
    event.preventDefault();
    press(event);
  },
  // Browsers do not submit a form of several inputs without a button.
  keydown: (event) => {
    if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!focusNext(event.target)) press(event);
  },
});
