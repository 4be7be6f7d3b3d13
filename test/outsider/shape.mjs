// The field tables of spec 2.3, 2.4 and 2.6 written down once, with facts F/D where the spec is silent.

/** Spec 2.1: YYYY-MM-DDThh:mm:ssTZD, no fraction (facts, "conventions of 2.1"). */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/;

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const stringOrNull = (value) => value === null || typeof value === 'string';
const string = (value) => typeof value === 'string' && value.length > 0;
const number = (value) => typeof value === 'number';
const arrayOfStrings = (value) => Array.isArray(value) && value.every((item) => typeof item === 'string');

const TRANSACTION = {
  uid: string, id: string, status: string, amount: Number.isInteger, currency: string, description: string, type: (v) => v === 'p2p',
  payment_method_type: (v) => v === 'credit_card', tracking_id: string, message: stringOrNull, test: (v) => typeof v === 'boolean',
  created_at: (v) => TIMESTAMP.test(v), updated_at: (v) => TIMESTAMP.test(v), paid_at: (v) => v === null || TIMESTAMP.test(v),
  redirect_url: string, receipt_url: string, language: string, credit_card: isObject, recipient_card: isObject, verify_p2p: isObject,
  p2p: isObject, customer: isObject, sender_billing_address: isObject, recipient_billing_address: isObject, additional_data: isObject,
};
const SOURCE_CARD = {
  holder: string, stamp: string, brand: string, last_4: (v) => /^\d{4}$/.test(v), first_1: (v) => /^\d$/.test(v), bin: (v) => /^\d{6,8}$/.test(v),
  issuer_country: string, issuer_name: string, product: string, exp_month: (v) => /^\d\d$/.test(v), exp_year: (v) => /^\d{4}$/.test(v), token: string,
};
const VERIFY = {
  status: string, message: string, amount: Number.isInteger, currency: string, bank_fee: number,
  required_fields: (v) => v === null || isObject(v),
};
const P2P = {
  ref_id: string, bank_code: string, message: string, amount: Number.isInteger, currency: string, billing_descriptor: string, gateway_id: Number.isInteger, status: string,
};

function table(t, where, object, fields) {
  for (const [field, test] of Object.entries(fields)) {
    const value = object?.[field];
    t.ok(`${where}.${field} is there with its type`, value !== undefined && test(value), 'the type of spec 2.6', value);
  }
}

/** Checks a transaction of a request that sent every optional field and asked for card tokens. */
export function checkFullTransaction(t, transaction) {
  table(t, 'transaction', transaction, TRANSACTION);
  table(t, 'transaction.credit_card', transaction?.credit_card, SOURCE_CARD);
  table(t, 'transaction.recipient_card', transaction?.recipient_card, SOURCE_CARD);
  table(t, 'transaction.verify_p2p', transaction?.verify_p2p, VERIFY);
  table(t, 'transaction.p2p', transaction?.p2p, P2P);
}

/** Spec 2.3: an answer that says the transfer is possible. */
export function checkPossible(t, where, answer) {
  t.equal(`${where}: status successful`, answer?.status, 'successful');
  t.ok(`${where}: message is a string`, typeof answer?.message === 'string', 'string', answer?.message);
  t.ok(`${where}: commission.minimum and percent are numbers`, number(answer?.commission?.minimum) && number(answer?.commission?.percent), 'two numbers', answer?.commission);
  t.ok(`${where}: commission.bank_fee is a number where present`, [undefined, null].includes(answer?.commission?.bank_fee) || number(answer.commission.bank_fee), 'number, null or absent', answer?.commission?.bank_fee);
  t.match(`${where}: commission.currency is alpha-3`, answer?.commission?.currency, /^[A-Z]{3}$/);
  t.ok(`${where}: test is a boolean`, typeof answer?.test === 'boolean', 'boolean', answer?.test);
}

/** Spec 7.1: the flat error body; returns true when the body has the form. */
export function checkErrorBody(t, where, got, status) {
  t.equal(`${where}: HTTP status`, got.status, status);
  const body = got.json;
  return t.ok(`${where}: error body of spec 7.1`, string(body?.error_code) && string(body?.message) && isObject(body?.errors), '{error_code, message, errors: object}', got.json ?? got.text);
}

/** Array of messages at a dotted path of `errors`, or undefined. */
export const errorsAt = (body, path) => path.split('.').reduce((node, key) => node?.[key], body?.errors);

/** Every message in `errors`, whatever its path, sorted. */
export function allMessages(body) {
  const walk = (node) => (Array.isArray(node) ? node : isObject(node) ? Object.values(node).flatMap(walk) : [String(node)]);
  return walk(body?.errors ?? {}).map(String).sort();
}

/** Problems are named at their paths (spec 7.1: arrays of messages, nested sections as nested objects). */
export function checkPaths(t, where, body, paths) {
  for (const path of paths) {
    const at = errorsAt(body, path);
    t.ok(`${where}: errors.${path} names the problem`, arrayOfStrings(at) && at.length > 0, 'array of messages', body?.errors);
  }
}
