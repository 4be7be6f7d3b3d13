import type { Judge } from '../../answers/judge.js';
import { fact, spec } from '../../answers/rule.js';
import {
  at,
  currency,
  exactly,
  float,
  ifSent,
  integer,
  member,
  namesAmong,
  object,
  orNull,
  pattern,
  someText,
  timestamp,
  url,
  type Table,
} from '../../answers/table.js';
import type { Fields } from '../../requests/requests.js';

/** Spec 2.6, "Card data fields". */
const CARD: Table = {
  holder: someText,
  stamp: someText,
  brand: someText,
  last_4: pattern('four digits', /^\d{4}$/),
  first_1: pattern('one digit', /^\d$/),
  bin: pattern('six to eight digits', /^\d{6,8}$/),
  issuer_country: pattern('a country code', /^[A-Z]{2}$/),
  issuer_name: someText,
  product: someText,
  token: someText,
};

/** A card in the answer, compared with the one sent. */
export function judgeCard(
  judged: Judge,
  name: 'credit_card' | 'recipient_card',
  card: unknown,
  sent: Readonly<Record<string, string>>,
): void {
  judged.table(`2.6 ${name}`, card, CARD);
  for (const part of ['exp_month', 'exp_year'] as const) {
    const came = member(card, part);
    judged.equal(
      spec(`2.6 ${name}.${part}`),
      `${name}.${part} is the value sent, as text or number`,
      Number(came),
      Number(sent[part]),
    );
    // The spec's table has text; its samples, and every public one of the family, have numbers.
    judged.holds(fact('expiry'), `${name}.${part} is a number`, typeof came === 'number', 'a number', came);
  }
  const number = sent['number'] ?? '';
  judged.equal(
    spec(`2.6 ${name}`),
    `${name} shows the first and last digits and the BIN of the card`,
    [member(card, 'first_1'), member(card, 'last_4'), String(member(card, 'bin')).slice(0, 6)],
    [number.slice(0, 1), number.slice(-4), number.slice(0, 6)],
  );
  judged.equal(spec(`2.6 ${name}.holder`), `${name}.holder is the value sent`, member(card, 'holder'), sent['holder']);
}

/** The table of the transaction itself. */
export function judgeTransaction(judged: Judge, transaction: unknown, fields: Fields): void {
  judged.table('2.6 transaction', transaction, {
    uid: someText,
    id: exactly(String(member(transaction, 'uid'))),
    status: exactly('successful'),
    amount: exactly(fields['amount'] as number),
    currency: exactly('USD'),
    description: exactly('Conformance'),
    type: exactly('p2p'),
    payment_method_type: exactly('credit_card'),
    tracking_id: exactly(fields['tracking_id'] as string),
    message: orNull(someText),
    test: exactly(true),
    created_at: timestamp,
    updated_at: timestamp,
    paid_at: timestamp,
    redirect_url: ifSent(url),
    receipt_url: url,
    language: exactly('en'),
    credit_card: object,
    recipient_card: object,
    verify_p2p: object,
    p2p: object,
    customer: object,
    sender_billing_address: object,
    recipient_billing_address: object,
    additional_data: object,
  });
}

/** The tables of the check and of the transfer inside the transaction. */
export function judgeOperations(judged: Judge, transaction: unknown, fields: Fields): void {
  judged.table('2.6 verify_p2p', member(transaction, 'verify_p2p'), {
    status: exactly('successful'),
    message: someText,
    amount: exactly(fields['amount'] as number),
    currency,
    bank_fee: float,
    required_fields: orNull(object),
  });
  const required = at(transaction, 'verify_p2p.required_fields');
  // Null when nothing is needed.
  judged.table('2.6 verify_p2p.required_fields', required ?? {}, {
    credit_card: ifSent(namesAmong('holder', 'verification_value', 'exp_month', 'exp_year')),
    recipient_card: ifSent(namesAmong('holder', 'exp_month', 'exp_year')),
  });
  judged.table('2.6 p2p', member(transaction, 'p2p'), {
    ref_id: someText,
    bank_code: someText,
    message: someText,
    amount: exactly(fields['amount'] as number),
    currency,
    billing_descriptor: someText,
    gateway_id: integer,
    status: exactly('successful'),
  });
}
