import { post, rowsWithBody, type RowWithBody } from '../../requests/rows-with-body.js';
import { call } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { exchange } from '../../answers/exchange.js';
import { messagesAt } from '../../answers/error-body.js';
import { withValue } from '../../requests/requests.js';
import { decided, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { ROWS, basicOf, bearerOf } from '../../answers/target.js';

const RULE = decided('other statuses');

const nested = (depth: number, open: string, close: string, inside = ''): string =>
  open.repeat(depth) + inside + close.repeat(depth);

/** Bodies that are not JSON in UTF-8. */
const NO_JSON: readonly (readonly [string, string | Uint8Array])[] = [
  ['nothing', ''],
  ['a word', 'hello'],
  ['a cut object', '{"request": {'],
  ['a trailing comma', '{"request": {},}'],
  ['single quotes', "{'request': {}}"],
  ['a form', 'amount=100&currency=USD'],
  ['markup', '<request/>'],
  ['NaN', '{"amount": NaN}'],
  ['bytes that are not UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['two objects', '{} {}'],
  ['a comment', '{} // and so on'],
];

/** Bodies that are JSON, but not a request. */
const NO_REQUEST: readonly (readonly [string, string])[] = [
  ['null', 'null'],
  ['a number', '7'],
  ['a text', '"request"'],
  ['true', 'true'],
  ['an array', '[]'],
  ['an array of requests', '[{"request":{}}]'],
  ['an empty object', '{}'],
  ['arrays nested 20,000 deep', nested(20_000, '[', ']')],
  ['objects nested 5,000 deep', nested(5_000, '{"request":', '}', '1')],
  ['__proto__', '{"__proto__": {"amount": 100}}'],
  ['constructor', '{"constructor": {"prototype": {"amount": 100}}}'],
  ['a name of 10,000 letters', `{"${'x'.repeat(10_000)}": 1}`],
  ['an empty name', '{"": {}}'],
];

/** Wrong values for a field, as JSON. The text replaces `"@"`. */
const ODD_VALUES: readonly (readonly [string, string])[] = [
  ['an array', '[]'],
  ['an object', '{}'],
  ['true', 'true'],
  ['a lone surrogate', '"\\ud800"'],
  ['a NUL', '"a\\u0000b"'],
  ['1e400', '1e400'],
  ['-1', '-1'],
  ['0', '0'],
  ['2^53', '9007199254740992'],
  ['a decimal', '0.1'],
  ['5,000 letters', `"${'x'.repeat(5000)}"`],
  ['__proto__', '{"__proto__": {"polluted": true}}'],
  ['an array nested 2,000 deep', nested(2000, '[', ']')],
  ['markup', '"<script>alert(1)</script>"'],
  ['SQL', '"\'; DROP TABLE products; --"'],
  ['emoji', '"💳"'],
];

/** Text fields of each row, which the gateway stores. */
const TEXTS: readonly (readonly [row: string, ...paths: readonly string[]])[] = [
  [ROWS.restrictions.name, 'currency', 'additional_data.p2p.type'],
  [ROWS.verify.name, 'currency'],
  [
    ROWS.p2p.name,
    'description',
    'tracking_id',
    'language',
    'customer.email',
    'customer.device_id',
    'sender_billing_address.city',
    'additional_data.receipt_text',
  ],
  [ROWS.p2ps.name, 'description', 'return_url', 'expired_at'],
  [ROWS.p2pAsync.name, 'tracking_id', 'notification_url', 'recipient_billing_address.first_name'],
  [ROWS.createProduct.name, 'name', 'description', 'additional_data', 'visible_fields', 'return_url', 'language', 'expired_at'],
  [ROWS.updateProduct.name, 'name', 'quantity', 'transaction_type'],
  [ROWS.createPlan.name, 'title', 'language', 'trial', 'billing_cycles'],
  [ROWS.createCustomer.name, 'email', 'first_name', 'phone', 'external_id', 'ip'],
  ['4.2 POST confirm_url', 'tracking_id', 'customer.first_name', 'customer.email', 'language', 'return_url'],
];

const AMOUNTS: Readonly<Record<string, string>> = { [ROWS.createPlan.name]: 'plan.amount' };
/** Invalid amounts in minor units (spec 2.1), as JSON. */
const NO_AMOUNTS = [
  '"1000"',
  '10.5',
  '-1',
  '-9007199254740993',
  '0',
  '9007199254740992',
  '9007199254740993',
  '1e21',
  '1e400',
  'true',
  'null',
  '[]',
  '{}',
  '""',
  '"1e3"',
  '"0x10"',
];
/** Invalid amounts of a product, which are decimal text (spec 2.7). */
const NO_PRICES = [
  '"10.5"',
  '"-1"',
  '"9007199254740993"',
  '"1e3"',
  '"0x10"',
  '" 7"',
  '"7 "',
  '"٧"',
  '""',
  'true',
  '[]',
  '{}',
  '10.5',
  '1e400',
];

const named = ({ row }: RowWithBody): string => `${row.method} ${row.path}`;

/** Every row with a body refuses anything that is not a request, with the error body. */
async function noRequests(context: TestContext): Promise<void> {
  const { judge } = context;
  for (const entry of await rowsWithBody(context)) {
    for (const [title, body] of NO_JSON) {
      judge.of(await post(context, entry, body)).errorBody(RULE, `${named(entry)}, ${title} for a body`, 400);
    }
    for (const [title, body] of NO_REQUEST) {
      const got = await post(context, entry, body);
      // An empty update is valid and changes nothing.
      const nothing = entry.row === ROWS.updateProduct && got.status === 204;
      if (!nothing) judge.of(got).errorBody(RULE, `${named(entry)}, ${title} for a body`, 422, 400);
    }
    const right = JSON.stringify(entry.wrap(entry.make()));
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      null,
    ]) {
      const got = await call(context, entry.row, undefined, {
        id: entry.id ?? '',
        raw: right,
        headers: { 'content-type': type },
      });
      judge.of(got).errorBody(RULE, `${named(entry)}, content type ${type ?? 'left out'}`, 415);
    }
    const charset = await call(context, entry.row, undefined, {
      id: entry.id ?? '',
      raw: right,
      headers: { 'content-type': 'Application/JSON; charset=UTF-8' },
    });
    judge.of(charset).status(RULE, `${named(entry)}: application/json with a charset is accepted`, 200, 201, 204);
  }
}

/** Every row refuses other methods. */
async function methods(context: TestContext): Promise<void> {
  const { judge, target } = context;
  const { shop } = target;
  const paths = new Map(context.rows.map((row) => [target.url(row, 'any'), row]));
  for (const [url, row] of paths) {
    const has = context.rows.filter((one) => target.url(one, 'any') === url).map(({ method }) => method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !has.some((own) => own === one))) {
      // GET reads the transaction with the uid "p2ps".
      if (row === ROWS.p2ps && method === 'GET') continue;
      const got = await exchange({
        method,
        url,
        headers: {
          authorization: row.scheme === 'basic' ? basicOf(shop) : bearerOf(shop),
          'x-api-version': '2',
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        },
        body: method === 'GET' ? undefined : '{}',
      });
      judge.of(got).errorBody(RULE, `${method} ${row.path}`, 405);
      const allowed = got.headers.get('allow') ?? '';
      judge.of(got).holds(
        RULE,
        `${method} ${row.path}: Allow names the allowed methods`,
        has.every((own) => allowed.includes(own)),
        has.join(', '),
        allowed,
      );
    }
  }
  for (const [host, scheme] of [
    ['gateway', basicOf(shop)],
    ['checkout', bearerOf(shop)],
    ['base', basicOf(shop)],
  ] as const) {
    const got = await exchange({
      method: 'GET',
      url: `${target.addresses[host]}/no-such-address`,
      headers: { authorization: scheme, 'x-api-version': '2' },
    });
    judge.of(got).errorBody(RULE, `an unknown address below {${host}_url}`, 404);
  }
}

/** Invalid ids, in every path with an id. */
async function ids(context: TestContext): Promise<void> {
  const { judge } = context;
  const invalid = ['%', '\0', '../shops', '..', 'x'.repeat(4000), "' OR 1=1--", '__proto__', 'constructor', '💳', ' ', '{id}'];
  for (const row of context.rows.filter(({ path, method }) => path.includes('{id}') && method === 'GET')) {
    for (const id of invalid) {
      const got = await call(context, row, undefined, { id });
      const shown = JSON.stringify(id.slice(0, 16));
      // A tracking_id is any text: an unknown one finds an empty list.
      if (row === ROWS.byTrackingId && got.status === 200) continue;
      judge.of(got).errorBody(RULE, `${row.path} with the id ${shown}`, 404, 400, 414);
    }
  }
}

/** A valid request with this JSON in place of the field at the path. */
function bodyWith(entry: RowWithBody, path: string, text: string): string {
  return JSON.stringify(entry.wrap(withValue(entry.make(), path, '@'))).replace('"@"', () => text);
}

/** One wrong value in an otherwise valid request is accepted or refused, but never a server error. */
async function oddValues(context: TestContext): Promise<void> {
  const { judge } = context;
  for (const entry of await rowsWithBody(context)) {
    const [, ...paths] = TEXTS.find(([row]) => row === entry.row.name) ?? ['', 'currency'];
    for (const path of paths) {
      for (const [title, text] of ODD_VALUES) {
        const got = await post(context, entry, bodyWith(entry, path, text));
        const judged = judge.of(got);
        judged.holds(
          decided('no insight'),
          `${named(entry)}, ${title} in ${path}: the server does not fail`,
          got.status > 0 && got.status < 500,
          'below 500',
        );
        if (got.status >= 400) judged.errorBody(RULE, `${named(entry)}, ${title} in ${path}`, 422, 400);
      }
    }
    const twice = JSON.stringify(entry.wrap({ ...entry.make(), language: 'en' })).replace(
      '"language":"en"',
      '"language":"en","language":7',
    );
    const got = await post(context, entry, twice);
    judge
      .of(got)
      .holds(
        decided('no insight'),
        `${named(entry)}, a name that comes twice: accepted or refused, the server does not fail`,
        got.status > 0 && got.status < 500,
        'below 500',
      );
  }
}

/** Spec 2.1: amounts are integers; an invalid one never becomes another amount. */
async function amounts(context: TestContext): Promise<void> {
  const { judge } = context;
  for (const entry of await rowsWithBody(context)) {
    const priced = entry.row === ROWS.createProduct || entry.row === ROWS.updateProduct;
    if (entry.row === ROWS.createCustomer || entry.row.name.endsWith('confirm_url')) continue;
    const path = AMOUNTS[entry.row.name] ?? 'amount';
    for (const text of priced ? NO_PRICES : NO_AMOUNTS) {
      const got = await post(context, entry, bodyWith(entry, path, text));
      const judged = judge.of(got);
      judged.errorBody(RULE, `${named(entry)}, the amount ${text}`, 422);
      judged.holds(
        spec('2.1 amounts'),
        `${named(entry)}: ${text} is refused at ${path}`,
        messagesAt(got.json, path) !== undefined,
        `errors.${path}`,
      );
    }
  }
}

export const badInput: readonly Section[] = [
  { number: '7', title: 'Bodies that are not requests', run: noRequests },
  { number: '7', title: 'Methods and addresses', run: methods },
  { number: '7', title: 'Invalid ids', run: ids },
  { number: '7', title: 'Odd values', run: oddValues },
  { number: '7', title: 'Invalid amounts', run: amounts },
];
