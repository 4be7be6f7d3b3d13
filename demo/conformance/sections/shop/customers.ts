import { storedCustomer } from '../../../../src/wire/response/customer.js';
import { call } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { messagesAt, says } from '../../answers/error-body.js';
import { customerOf, withValue } from '../../requests/requests.js';
import { decided, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { exactly, member, pattern } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';

const CREATED = spec('4.4 POST customers');

/** Spec 2.9: values that its columns and notes exclude. */
const WRONG: readonly (readonly [path: string, wrong: unknown])[] = [
  ['email', undefined],
  ['email', ''],
  ['email', null],
  ['email', 7],
  ['ip', undefined],
  ['ip', ''],
  ['ip', null],
  ['ip', 'nowhere'],
  ['ip', '1.2.3'],
  ['ip', '256.1.1.1'],
  ['ip', '1.2.3.4.5'],
  ['ip', 7],
  ['country', 'USA'],
  ['country', 'us1'],
  ['zip', 'ABCDE'],
  ['zip', '9600'],
  ['zip', '96002-12'],
  ['state', undefined],
  ['state', 'Colorado'],
  ['external_id', 'x'.repeat(256)],
  ...['first_name', 'last_name', 'address', 'city', 'country', 'zip', 'state', 'phone', 'external_id'].map(
    (name): [string, unknown] => [name, 7],
  ),
];

async function fields(context: TestContext): Promise<void> {
  const { judge } = context;
  for (const [path, wrong] of WRONG) {
    const got = await call(context, ROWS.createCustomer, withValue(customerOf(), path, wrong));
    judge
      .of(got)
      .refused(spec(`2.9 ${path}`), `${path} ${JSON.stringify(wrong)?.slice(0, 20) ?? 'left out'} is refused`, [path], CREATED);
  }
  const canada = await call(context, ROWS.createCustomer, customerOf({ country: 'CA', state: undefined, zip: 'K1A 0B1' }));
  judge.of(canada).refused(spec('2.9 state'), 'a Canadian customer needs a state', ['state'], CREATED);

  const created = await call(context, ROWS.createCustomer, customerOf());
  const judged = judge.of(created);
  judged.status(CREATED, 'a customer is created with 201', 201);
  judged.parsed(CREATED, 'src/wire accepts the customer', storedCustomer);
  judged.table('2.9', created.json, {
    id: pattern('a string that begins with cst_', /^cst_./),
    ...Object.fromEntries(Object.entries(customerOf()).map(([name, value]) => [name, exactly(String(value))])),
  });
  const taken = [
    ['only e-mail and ip', { email: 'b@example.com', ip: '10.0.0.1' }],
    ['an IPv6 address', customerOf({ ip: '2001:db8::1' })],
    ['a zip of nine digits', customerOf({ zip: '96002-1234' })],
    ['a German address without state', customerOf({ country: 'DE', state: undefined, zip: '10115' })],
    ['an external_id of 255 characters', customerOf({ external_id: 'x'.repeat(255) })],
  ] as const;
  for (const [title, body] of taken) {
    const got = await call(context, ROWS.createCustomer, body);
    judge.of(got).status(CREATED, `a customer with ${title} is created`, 201);
  }
}

async function rows(context: TestContext): Promise<void> {
  const { judge, settings } = context;
  const created = await call(context, ROWS.createCustomer, customerOf());
  judge.of(created).status(CREATED, 'a customer is created with 201', 201);
  const id = String(member(created.json, 'id'));
  const got = await call(context, ROWS.getCustomer, undefined, { id });
  judge.of(got).status(spec('4.4 GET customer'), 'a customer is read with 200', 200);
  judge.of(got).equal(spec('4.4 GET customer'), 'it is the same as when it was created', got.json, created.json);
  const listed = await call(context, ROWS.listCustomers);
  judge.of(listed).status(spec('4.4 GET customers'), 'customers are listed with 200', 200);
  const list = Array.isArray(listed.json) ? listed.json : [];
  judge.of(listed).holds(
    spec('4.4 GET customers'),
    'the list is an array with the customer in it',
    list.some((one) => member(one, 'id') === id),
    `${id} in an array`,
    `${list.length} customers`,
  );
  const missing = await call(context, ROWS.getCustomer, undefined, { id: 'cst_0000000000000000' });
  judge.of(missing).errorBody(decided('other statuses'), 'an unknown customer is not found', 404);
  if (!settings.otherShop)
    return judge.skip(decided('other statuses'), "another shop's customer is not found", 'needs a second shop (--other-shop-id)');
  const foreign = await call(context, ROWS.getCustomer, undefined, { id, credentials: settings.otherShop });
  judge.of(foreign).errorBody(decided('other statuses'), "another shop's customer is not found", 404);
  const theirs = await call(context, ROWS.listCustomers, undefined, { credentials: settings.otherShop });
  judge
    .of(theirs)
    .holds(spec('4.4 GET customers'), "another shop's list has no customer of this shop", !theirs.text.includes(id), `no ${id}`);
}

async function errors(context: TestContext): Promise<void> {
  const { judge } = context;
  const empty = await call(context, ROWS.createCustomer, {});
  judge.of(empty).refused(spec('7.2'), 'both missing fields are named at once', ['email', 'ip'], CREATED);
  for (const name of ['email', 'ip']) {
    judge
      .of(empty)
      .holds(
        spec('7.2'),
        `${name}: can't be blank`,
        messagesAt(empty.json, name)?.includes("can't be blank") ?? false,
        "can't be blank",
      );
    judge
      .of(empty)
      .holds(
        spec('7.2 message'),
        `message joins the texts: "${name} can't be blank"`,
        says(member(empty.json, 'message'), `${name} can't be blank`),
        "the field's name before its text",
      );
  }
  const malformed = await call(context, ROWS.createCustomer, customerOf({ ip: 'nowhere' }));
  judge
    .of(malformed)
    .equal(spec('7.2'), 'a malformed ip: address is invalid', messagesAt(malformed.json, 'ip'), ['address is invalid']);
}

export const customers: readonly Section[] = [
  { number: '2.9', title: 'Customer', run: fields },
  { number: '4.4', title: 'Customer endpoints', run: rows },
  { number: '7.2', title: 'Errors of customers', run: errors },
];
