// The form of a transfer as an application writes it in React: four controlled inputs, the number in groups of four, a complaint below
// each, a button. Hardly more than nothing, and what everything with more is compared with.
import { type ChangeEvent, createElement, type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const FIELDS = [
  { id: 'credit_card-number', label: 'Card number', name: 'number', least: 16 },
  { id: 'credit_card-expiry', label: 'Expiry date', name: 'expiry', least: 4 },
  { id: 'credit_card-verification_value', label: 'Security code', name: 'verification_value', least: 3 },
  { id: 'recipient_card-number', label: 'Recipient’s card number', name: 'number', least: 16 },
] as const;

const figures = (text: string): string => text.replaceAll(/\D/g, '');
const grouped = (text: string): string => (figures(text).match(/.{1,4}/g) ?? []).join(' ');

function Form(): ReactNode {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [isPressed, setPressed] = useState(false);
  const fields = FIELDS.map(({ id, label, name, least }) => {
    const text = texts[id] ?? '';
    const change = ({ target }: ChangeEvent<HTMLInputElement>): void =>
      setTexts({ ...texts, [id]: name === 'number' ? grouped(target.value) : target.value });
    return createElement(
      'div',
      { key: id },
      createElement('label', { htmlFor: id }, label),
      createElement('input', { id, name, value: text, inputMode: 'numeric', onChange: change }),
      isPressed && figures(text).length < least ? createElement('p', null, 'Enter all figures.') : null,
    );
  });
  const submit = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    setPressed(true);
  };
  return createElement(
    'form',
    { noValidate: true, onSubmit: submit },
    fields,
    createElement('button', { className: 'submit' }, 'Show the fee'),
  );
}

class ReactTransferElement extends HTMLElement {
  connectedCallback(): void {
    createRoot(this).render(createElement(Form));
  }
}

customElements.define('react-transfer', ReactTransferElement);
