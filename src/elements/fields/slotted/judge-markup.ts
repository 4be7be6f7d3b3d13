import { inputsAsked } from '../../../card/card-fields.js';
import type { SectionName } from '../../../wire/request/card-section.js';
import { SettingError } from '../../errors.js';
import { byId } from '../text-field.js';

const SLOTS: Readonly<Record<SectionName, string>> = { credit_card: 'source', recipient_card: 'recipient' };

/** A problem in the markup. */
type Problem = readonly [expected: string, got: string];

const nothingOr = (text: string | null): string => (text === null ? 'none' : `"${text}"`);

function* problemsOfForm(form: HTMLFormElement): Generator<Problem> {
  // Without the script, the browser would submit any other form, and card data could end up in the next page's address.
  const { method, action } = { method: form.getAttribute('method'), action: form.getAttribute('action') };
  if (method !== 'dialog') yield ['method="dialog", which sends nothing', nothingOr(method)];
  if (action !== null) yield ['no action, so that nothing is sent', nothingOr(action)];
  if (!form.querySelector('fieldset > legend')) yield ['a <legend> in a <fieldset>', 'none'];
}

function* problemsOfInput(input: HTMLInputElement, slot: string): Generator<Problem> {
  const { name, id, type } = input;
  const root = input.getRootNode() as Document | ShadowRoot;
  if (name) yield ['no name, so that no form can send it', `name="${name}"`];
  if (!/^(text|tel)$/.test(type)) yield ['type="text"', `type="${type}"`];
  if (!id || root.querySelectorAll(byId(id)).length > 1)
    yield ['an id that no other element of the page has (option --prefix)', id ? `"${id}" twice` : 'none'];
  if (!input.labels?.length) yield ['a <label> for it', 'none'];
  if (!input.matches('.fields > .field > .control > input')) yield ['the input in .fields > .field > .control', 'another place'];
  // Autofill would put the payer's own card there, and that money can't be called back.
  if (slot === 'recipient' && input.autocomplete !== 'off')
    yield ['autocomplete="off" for the recipient', nothingOr(input.getAttribute('autocomplete'))];
}

function* problemsOfCard(host: Element, section: SectionName): Generator<readonly [where: string, ...Problem]> {
  const slot = SLOTS[section];
  const where = `<form slot="${slot}">`;
  const [form, second] = host.querySelectorAll<HTMLFormElement>(`:scope > form[slot=${slot}]`);
  if (!form || second) {
    yield ['', `one ${where} as a child of the element`, second ? 'two' : 'none'];
    return;
  }
  for (const problem of problemsOfForm(form)) yield [`${where}: `, ...problem];
  for (const name of inputsAsked(section)) {
    const field = `data-checkout-field="${name}"`;
    const [input, other] = form.querySelectorAll<HTMLInputElement>(`input[${field}]`);
    if (!input || other) yield [`${where}: `, `one <input ${field}>`, other ? 'two' : 'none'];
  }
  for (const input of form.querySelectorAll<HTMLInputElement>('input[data-checkout-field]'))
    for (const problem of problemsOfInput(input, slot)) yield [`${where}, ${input.dataset['checkoutField']}: `, ...problem];
}

/**
 * Checks the inputs that the page has written for `fields="slot"`. A required input that is missing is an error: the element could
 * add it, but before the script runs it would still be missing.
 */
export function judgeMarkup(host: Element, sections: readonly SectionName[]): SettingError[] {
  // The parser may not have reached the rest.
  if (document.readyState === 'loading') return [];
  const cure = `To write the markup, run where the package is installed: npx --no-install checkout-elements markup ${host.localName}.`;
  // The HTML parser drops a form inside another form.
  if (host.closest('form')) {
    const expected = 'the element outside any form, because a form inside another one is lost';
    return [new SettingError('fields', expected, 'a form around it', 'Move the element.')];
  }
  return sections.flatMap((section) =>
    [...problemsOfCard(host, section)].map(([where, expected, got]) => new SettingError('fields', where + expected, got, cure)),
  );
}
