import { post, takings, type Taking } from '../bodies.js';
import { call, type Desk } from '../desk.js';
import { exchange } from '../exchange.js';
import { decided } from '../rule.js';
import type { Section } from '../section.js';
import { ROWS, basicOf, bearerOf } from '../target.js';
import { newProduct } from './products.js';

const RULE = decided('other statuses');

const nested = (depth: number, open: string, close: string, inside = ''): string => open.repeat(depth) + inside + close.repeat(depth);

/** Bodies that are no JSON in UTF-8 at all. */
const NO_JSON: readonly (readonly [string, string | Uint8Array])[] = [
  ['nothing', ''], ['a word', 'hello'], ['a cut object', '{"request": {'], ['a trailing comma', '{"request": {},}'], ['single quotes', "{'request': {}}"],
  ['a form', 'amount=100&currency=USD'], ['markup', '<request/>'], ['NaN', '{"amount": NaN}'], ['bytes that are no UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['two objects', '{} {}'], ['a comment', '{} // and so on'],
];

/** Bodies that are JSON, and no request. */
const NO_REQUEST: readonly (readonly [string, string])[] = [
  ['null', 'null'], ['a number', '7'], ['a text', '"request"'], ['true', 'true'], ['an array', '[]'], ['an array of requests', '[{"request":{}}]'],
  ['an empty object', '{}'], ['arrays nested 20,000 deep', nested(20_000, '[', ']')], ['objects nested 5,000 deep', nested(5_000, '{"request":', '}', '1')],
  ['__proto__', '{"__proto__": {"amount": 100}}'], ['constructor', '{"constructor": {"prototype": {"amount": 100}}}'],
  ['a name of 10,000 letters', `{"${'x'.repeat(10_000)}": 1}`], ['an empty name', '{"": {}}'],
];

/** Where one field of a right request becomes something JSON can write and no field is. The text replaces `"@"`. */
const ODD_VALUES: readonly (readonly [string, string])[] = [
  ['an array', '[]'], ['an object', '{}'], ['true', 'true'], ['a lone surrogate', '"\\ud800"'], ['a NUL', '"a\\u0000b"'],
  ['1e400', '1e400'], ['-1', '-1'], ['0', '0'], ['2^53', '9007199254740992'], ['a decimal', '0.1'], ['5,000 letters', `"${'x'.repeat(5000)}"`],
  ['__proto__', '{"__proto__": {"polluted": true}}'], ['an array nested 2,000 deep', nested(2000, '[', ']')], ['markup', '"<script>alert(1)</script>"'],
  ['SQL', '"\'; DROP TABLE products; --"'], ['emoji', '"💳"'],
];

const REQUIRED: Readonly<Record<string, string>> = {
  [ROWS.createProduct.name]: 'name', [ROWS.updateProduct.name]: 'name', [ROWS.createPlan.name]: 'title', [ROWS.createCustomer.name]: 'email',
};

async function updatable(desk: Desk): Promise<string | undefined> {
  return desk.rows.includes(ROWS.updateProduct) ? newProduct(desk) : undefined;
}

const named = ({ row }: Taking): string => `${row.method} ${row.path}`;

/** What is no request is refused with the error body, by every row that takes one. */
async function noRequests(desk: Desk): Promise<void> {
  const { judge } = desk;
  for (const taking of takings(desk, await updatable(desk))) {
    for (const [title, body] of NO_JSON) {
      judge.of(await post(desk, taking, body)).errorBody(RULE, `${named(taking)}, ${title} for a body`, 400);
    }
    for (const [title, body] of NO_REQUEST) {
      const got = await post(desk, taking, body);
      // An update of nothing is one that changes nothing.
      const nothing = taking.row === ROWS.updateProduct && got.status === 204;
      if (!nothing) judge.of(got).errorBody(RULE, `${named(taking)}, ${title} for a body`, 422, 400);
    }
    const right = JSON.stringify(await taking.wrap(taking.make()));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp', null]) {
      const got = await call(desk, taking.row, undefined, { id: taking.id ?? '', raw: right, headers: { 'content-type': type } });
      judge.of(got).errorBody(RULE, `${named(taking)}, content type ${type ?? 'left out'}`, 415);
    }
    const charset = await call(desk, taking.row, undefined, { id: taking.id ?? '', raw: right, headers: { 'content-type': 'Application/JSON; charset=UTF-8' } });
    judge.of(charset).status(RULE, `${named(taking)}: application/json with a charset is taken`, 200, 201, 204);
  }
}

/** Spec's every row, asked by a method it has not. */
async function methods(desk: Desk): Promise<void> {
  const { judge, target } = desk;
  const { shop } = target;
  const paths = new Map(desk.rows.map((row) => [target.url(row, 'any'), row]));
  for (const [url, row] of paths) {
    const has = desk.rows.filter((one) => target.url(one, 'any') === url).map(({ method }) => method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !has.some((own) => own === one))) {
      // The address of a uid "p2ps" is the one transfers are posted to.
      if (row === ROWS.p2ps && method === 'GET') continue;
      const got = await exchange({
        method, url, headers: { authorization: row.scheme === 'basic' ? basicOf(shop) : bearerOf(shop), 'x-api-version': '2', ...(method !== 'GET' && { 'content-type': 'application/json' }) },
        body: method === 'GET' ? undefined : '{}',
      });
      judge.of(got).errorBody(RULE, `${method} ${row.path}`, 405);
      const allowed = got.headers.get('allow') ?? '';
      judge.of(got).holds(RULE, `${method} ${row.path}: Allow names what it takes`, has.every((own) => allowed.includes(own)), has.join(', '), allowed);
    }
  }
  for (const [host, scheme] of [['gateway', basicOf(shop)], ['checkout', bearerOf(shop)], ['base', basicOf(shop)]] as const) {
    const got = await exchange({ method: 'GET', url: `${target.addresses[host]}/no-such-address`, headers: { authorization: scheme, 'x-api-version': '2' } });
    judge.of(got).errorBody(RULE, `an unknown address below {${host}_url}`, 404);
  }
}

/** Ids that are none, in every path that has one. */
async function ids(desk: Desk): Promise<void> {
  const { judge } = desk;
  const odd = ['%', '\0', '../shops', '..', 'x'.repeat(4000), "' OR 1=1--", '__proto__', 'constructor', '💳', ' ', '{id}'];
  for (const row of desk.rows.filter(({ path, method }) => path.includes('{id}') && method === 'GET')) {
    for (const id of odd) {
      const got = await call(desk, row, undefined, { id });
      const shown = JSON.stringify(id.slice(0, 16));
      // A tracking_id is the merchant's own text: one that was never sent finds an empty list.
      if (row === ROWS.byTrackingId && got.status === 200) continue;
      judge.of(got).errorBody(RULE, `${row.path} with the id ${shown}`, 404, 400, 414);
    }
  }
}

/** One odd value in a field of an otherwise right request, where the field's own table doesn't forbid it. */
async function oddValues(desk: Desk): Promise<void> {
  const { judge } = desk;
  for (const taking of takings(desk, await updatable(desk))) {
    const name = REQUIRED[taking.row.name] ?? 'currency';
    for (const [title, text] of ODD_VALUES) {
      const body = JSON.stringify(await taking.wrap({ ...taking.make(), [name]: '@' })).replace('"@"', () => text);
      const got = await post(desk, taking, body);
      const told = judge.of(got);
      told.holds(decided('no insight'), `${named(taking)}, ${title} in ${name}: no failure of the server`, got.status > 0 && got.status < 500, 'below 500');
      if (got.status >= 400) told.errorBody(RULE, `${named(taking)}, ${title} in ${name}`, 422, 400);
    }
    const twice = JSON.stringify(await taking.wrap({ ...taking.make(), test: true })).replace('"test":true', '"test":true,"test":false');
    const got = await post(desk, taking, twice);
    judge.of(got).holds(RULE, `${named(taking)}, a name that comes twice: taken or refused, no failure`, got.status > 0 && got.status < 500, 'below 500');
  }
}

export const badInput: readonly Section[] = [
  { number: '7', title: 'Bodies that are no request', look: noRequests },
  { number: '7', title: 'Methods and addresses', look: methods },
  { number: '7', title: 'Ids that are none', look: ids },
  { number: '7', title: 'Odd values', look: oddValues },
];
