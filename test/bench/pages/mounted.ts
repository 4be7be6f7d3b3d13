// <p2p-transfer> and its plain twin in one page: mounted, typed into and removed by turns.
import '../../../src/define.js';
import './plain-transfer.js';

/** The measured element, or its twin. */
export type Tag = 'p2p-transfer' | 'plain-transfer';

declare global {
  var mountedBench: {
    /** Attributes for every element from now on. */
    setUp(attributes: Readonly<Record<string, string>>): void;
    /** Mounts some and leaves them there. @returns milliseconds until their fields are laid out, and until ready. */
    mount(tag: Tag, count: number): Promise<{ usable: number; ready: number }>;
    unmount(): void;
    /** Types digits into the first number field, each in a frame of its own. @returns milliseconds until the browser could draw, in all. */
    type(tag: Tag, digits: number): Promise<number>;
  };
}

// One of the sandbox's test cards: the payer's keystrokes are always those of a whole card.
const PAN = '4200000000000000';

let given: Readonly<Record<string, string>> = {};
const place = document.createElement('main');
document.body.append(place);

function make(tag: Tag): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
  return element;
}

/** Lit renders in microtasks, some of which start others. After these, everything is rendered. */
async function drawn(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

/** The task after a frame's callbacks comes after its drawing. */
const nextFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const numberField = (element: Element): HTMLInputElement | null | undefined =>
  element.shadowRoot?.querySelector<HTMLInputElement>('#credit_card-number');

async function mount(tag: Tag, count: number): Promise<{ usable: number; ready: number }> {
  let missing = tag === 'p2p-transfer' ? count : 0;
  const listening = new AbortController();
  const ready = new Promise<void>((resolve) => {
    if (missing === 0) resolve();
    place.addEventListener(
      'checkout-ready',
      () => {
        missing -= 1;
        if (missing === 0) resolve();
      },
      { signal: listening.signal },
    );
  });
  const began = performance.now();
  for (let made = 0; made < count; made += 1) place.append(make(tag));
  await drawn();
  const unusable = [...place.children].filter((element) => !numberField(element)?.getBoundingClientRect().height).length;
  const usable = performance.now() - began;
  if (unusable > 0) throw new Error(`${unusable} of ${count} ${tag} have no field to type into.`);
  await ready;
  listening.abort();
  return { usable, ready: performance.now() - began };
}

globalThis.mountedBench = {
  setUp(attributes) {
    given = attributes;
  },
  mount,
  unmount() {
    place.replaceChildren();
  },
  async type(tag, digits) {
    await mount(tag, 1);
    const [element] = place.children;
    const input = element && numberField(element);
    if (!element || !input) throw new Error(`There is no ${tag} to type into.`);
    input.focus();
    let taken = 0;
    for (let typed = 0; typed < digits; typed += 1) {
      const data = PAN[typed % PAN.length]!;
      if (data === PAN[0] && typed % PAN.length === 0) {
        input.select();
        document.execCommand('delete');
        await drawn();
      }
      const began = performance.now();
      // The editing command makes the browser's own input event, but leaves out the one before it.
      input.dispatchEvent(
        new InputEvent('beforeinput', { inputType: 'insertText', data, bubbles: true, composed: true, cancelable: true }),
      );
      document.execCommand('insertText', false, data);
      await drawn();
      element.getBoundingClientRect();
      taken += performance.now() - began;
      await nextFrame();
    }
    await nextFrame();
    const brand = element.shadowRoot?.querySelector('.brand')?.textContent.trim();
    if (brand !== 'Visa') throw new Error(`${tag} shows "${brand}" beside ${input.value.length} characters of a Visa card.`);
    place.replaceChildren();
    return taken;
  },
};
