import type { JsonSchema } from './json-schema.js';

/** The meaning of a field by its name, which is the same everywhere in the contract. */
const MEANINGS: Readonly<Record<string, string>> = {
  additional_data: 'Further data.',
  active_to: 'The end of the time that is paid for.',
  amount: 'Minor units.',
  as_first_payment: 'Whether the trial counts as the first payment, with every rule of recovery. Default false.',
  bank_fee: 'The fee itself, in major units of its currency.',
  billing_address: 'From the previous API version; use sender_billing_address and recipient_billing_address.',
  billing_cycles: 'Number of charges. Ignored when infinite is true.',
  bin: 'First digits of the card number.',
  cancel_reason: 'Why it was cancelled.',
  commission: 'The cost of the transfer on top of its amount. Absent when fields are missing.',
  confirm_url: 'Where a customer confirms the order; also accepts orders as JSON.',
  contract: 'oneclick: the response has a token of the saved card.',
  country: 'ISO 3166-1 alpha-2.',
  created_at: 'Time of creation.',
  credit_card: 'The card that pays.',
  currency: 'ISO 4217 alpha-3.',
  description: 'The purpose of the payment.',
  duplicate_check: 'Refuses the same card and amount within 30 seconds. Default true.',
  exp_month: 'Month of expiry, 1 to 12.',
  exp_year: 'Year of expiry, four digits.',
  expired_at: 'When it can no longer be paid or confirmed.',
  finished: 'false: the result of the operation is unknown.',
  holder: 'Name on the card, at most 35 characters.',
  infinite: 'Without limit.',
  interval: 'Length of the interval, in its unit.',
  interval_unit: 'hour, day or month.',
  ip: "Address of the customer's device.",
  job_id: 'Id of the job; poll it.',
  language: 'Language of pages and e-mails. Default en.',
  last_4: 'Last four digits of the card number.',
  message: 'The status in words.',
  minimum: 'Minimum fee, in major units of its currency.',
  notification_url: 'Receives a signed notification when the status is final.',
  number: 'Card number. Needs a PCI DSS certificate; send token instead.',
  number_failed_payment_attempts: 'Failed attempts at the charge that is due.',
  number_payment_attempts: 'Failed attempts after which a subscription ends. Default 3.',
  paid_billing_cycles: 'Paid cycles. A paid trial counts only with as_first_payment.',
  paid_at: 'When it became successful.',
  parent_uid: 'The transaction that it is about.',
  pay_url: 'Payment link.',
  payment_url: 'Payment link, the same as pay_url.',
  percent: 'Percentage of the amount.',
  prevent_payments_at_night: 'Charges only from 08:00 to 20:00. Default false.',
  quantity: 'How many are left; null when infinite is true.',
  renew_at: 'When the next charge is due.',
  reason: 'Why the money goes back.',
  receipt_text: "Lines for the customer's e-mail.",
  receipt_url: 'Page with the receipt.',
  recipient_card: 'The card that receives the money.',
  redirect_url: 'Where the payer goes while the status is incomplete.',
  required_fields: 'Fields to ask the payer for first.',
  return_url: 'Where the payer returns to.',
  state: 'Two letters; in US and CA only.',
  status: 'Current status.',
  test: 'Whether it is a test.',
  token: 'The whole section encrypted (JWE), or the token of a saved card.',
  tracking_id: "The merchant's own id.",
  transaction_type: 'payment: authorizes and captures at once; authorization: only reserves the amount.',
  trial: 'Price and length of the first period.',
  uid: 'Id of the transaction.',
  updated_at: 'Time of the last change.',
  verification_value: 'Security code, 3 or 4 digits. Needs a PCI DSS certificate; send token instead.',
  visible_fields: 'The fields that the payment page asks the customer for.',
  zip: 'In the US: NNNNN or NNNNN-NNNN.',
};

/** Adds descriptions to the fields of a schema and of those inside it. */
export function describeFields(schema: JsonSchema): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const text = MEANINGS[name];
    if (text !== undefined && field.description === undefined) field.description = text;
    describeFields(field);
  }
  for (const inner of schema.anyOf ?? []) describeFields(inner);
  if (schema.items) describeFields(schema.items);
}
