import { trueTimeout } from './fast-clock.js';
import { report } from './reports.js';
import type { View } from './setup.js';

/** One of our elements, as a page sees it. */
export interface Checkout extends HTMLElement {
  readonly step?: string;
  readonly outcome?: 'successful' | 'failed' | 'unknown' | undefined;
  submit?(): Promise<void>;
  cancel?(): void;
  prepare?: unknown;
  resolveStatus?: unknown;
}

const { name, tag, attributes, prepares, resolves } = globalThis.setup;

/** The headings that a payer reads, in English, and the outcomes that they mean. */
const HEADINGS: Readonly<Record<string, View['outcome']>> = {
  'Transfer complete': 'successful',
  'Payment complete': 'successful',
  'Transfer didn’t go through': 'failed',
  'Payment didn’t go through': 'failed',
  'We don’t know yet if it went through. Please don’t pay again.': 'unknown',
};

const forms: { readonly name: string; readonly element: Checkout; last: string }[] = [];
const reported = new Set<string>();

const place = (): HTMLElement => document.getElementById('place') as HTMLElement;
const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`The shop answers ${response.status}.`);
  return response.json();
};

function make(): Checkout {
  const element = document.createElement(tag) as Checkout;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (prepares) element.prepare = () => ask('/prepare', { method: 'POST' });
  if (resolves) {
    element.resolveStatus = ({ trackingId, uid, startedAt, repeatedAt }: Readonly<Record<string, string | undefined>>) =>
      ask(
        `/status?${new URLSearchParams(Object.entries({ trackingId, uid, startedAt, repeatedAt }).filter((entry): entry is [string, string] => entry[1] !== undefined))}`,
      );
  }
  return element;
}

/** Puts an element on the page, which replaces the one before. */
export function putForm(): void {
  const element = make();
  forms.push({ name: forms.length === 0 ? name : `${name}.${forms.length + 1}`, element, last: '' });
  place().replaceChildren(element);
}

export const removeForm = (): void => place().replaceChildren();

/** Puts the same element back. */
export const returnForm = (): void => place().replaceChildren(current().element);

/** The form that is on the page, or the last one that was. */
export const current = (): (typeof forms)[number] => forms.at(-1)!;

/** Which form is sending at this moment. */
export const sender = (): string => (forms.findLast(({ element }) => element.step === 'transferring') ?? current()).name;

const textOf = (element: Element | null | undefined): string => element?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
const isVisible = (element: Element): boolean =>
  element.isConnected && document.visibilityState === 'visible' && (element as HTMLElement).checkVisibility();
const idIn = (notice: Element): string => textOf(notice.querySelector('span[dir=auto]'));

/** The outcome that is shown, by the words that a payer reads. */
function readOutcome(root: ShadowRoot | null): {
  outcome: View['outcome'];
  trackingId: string | undefined;
  uid: string | undefined;
} {
  const section = root?.querySelector('[part~=outcome]');
  const facts = new Map(
    [...(section?.querySelectorAll('dl > div') ?? [])].map((row) => [
      textOf(row.querySelector('dt')),
      textOf(row.querySelector('dd')),
    ]),
  );
  return {
    outcome: HEADINGS[textOf(section?.querySelector('h2'))],
    trackingId: facts.get('Reference'),
    uid: facts.get('Transaction'),
  };
}

function look(): void {
  for (const form of forms) {
    const { element } = form;
    const visible = isVisible(element);
    for (const notice of visible ? (element.shadowRoot?.querySelectorAll('[part^=ended]') ?? []) : []) {
      const text = textOf(notice);
      const outcome = text.includes('went through') ? 'successful' : text.includes('didn’t go through') ? 'failed' : undefined;
      const key = `${idIn(notice)} ${outcome}`;
      if (!outcome || reported.has(key)) continue;
      reported.add(key);
      report({ what: 'tells', form: form.name, outcome, trackingId: idIn(notice) });
    }
    if (element.step === undefined) continue;
    const shown = {
      what: 'shows',
      form: form.name,
      visible,
      step: element.step,
      state: element.outcome,
      ...readOutcome(element.shadowRoot),
    } as const;
    const key = JSON.stringify(shown);
    if (key === form.last) continue;
    form.last = key;
    report(shown);
  }
}

/** Looks for what the forms show, from now on. */
export function watchForms(): void {
  const again = (): void => {
    look();
    trueTimeout(again, 15);
  };
  again();
  for (const what of ['checkout-outcome', 'pagehide']) addEventListener(what, look, true);
}

const rootOf = (): ShadowRoot | null => current().element.shadowRoot;
const shownAll = (selector: string): HTMLElement[] =>
  [...(rootOf()?.querySelectorAll<HTMLElement>(selector) ?? [])].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  );
const payButton = (): HTMLButtonElement | undefined => shownAll('button[type=submit]')[0] as HTMLButtonElement | undefined;
const ways = (): HTMLElement[] => shownAll('button:not([type=submit]), a[href]');

export function view(): View {
  const { element, name: form } = current();
  const root = element.shadowRoot;
  const button = payButton();
  button?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = button?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0, height: 0 };
  const price = root?.querySelector('[part=price]');
  const { outcome, trackingId } = readOutcome(root);
  return {
    form,
    step: element.isConnected ? (element.step ?? 'loading') : 'removed',
    outcome,
    trackingId,
    price: textOf(price),
    quote: price?.getAttribute('data-quote') ?? '',
    isFilled: shownAll('input').length > 0 && shownAll('input').every((input) => (input as HTMLInputElement).value !== ''),
    button: button && {
      text: textOf(button),
      x: x + width / 2,
      y: y + height / 2,
      isFree: !button.disabled && button.getAttribute('aria-disabled') !== 'true' && button.getAttribute('aria-busy') !== 'true',
    },
    ways: ways().map(textOf),
    offers: shownAll('[part=unfinished]').map(idIn),
  };
}

/** Presses a button or link by its text. @returns whether there is one. */
export function press(text: string): boolean {
  const found = [payButton(), ...ways()].find((each) => each && textOf(each).startsWith(text));
  // A moment later, because the press may lead to another page, and this page has to answer first.
  if (found) trueTimeout(() => found.click(), 10);
  return found !== undefined;
}

/** Types into the visible inputs, by their ids. */
export function fill(values: Readonly<Record<string, string>>): void {
  for (const input of shownAll('input') as HTMLInputElement[]) {
    const value = values[input.id];
    if (value === undefined) continue;
    input.focus();
    input.select();
    if (!document.execCommand('insertText', false, value)) throw new Error(`Nothing could be typed into ${input.id}.`);
    input.blur();
  }
}

/** Presses as often as this, without a pause. */
export function pressOften(times: number): void {
  const { element } = current();
  for (let presses = 0; presses < times; presses += 1) void element.submit?.().catch(() => undefined);
}

export const cancel = (): void => current().element.cancel?.();
