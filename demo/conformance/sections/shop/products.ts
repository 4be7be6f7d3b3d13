import { product as productSchema } from '../../../../src/wire/response/product.js';
import { call } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { createProduct } from '../../requests/create-product.js';
import { messagesAt, says } from '../../answers/error-body.js';
import type { Exchange } from '../../answers/exchange.js';
import { productOf, withValue, type Fields } from '../../requests/requests.js';
import { decided, fact, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { exactly, ifSent, integer, member, object, oneOf, pattern, timestamp, url } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';

const CREATED = spec('4.2 POST products');
const FUTURE = `${new Date().getUTCFullYear() + 3}-01-01T10:00:00+03:00`;

/** Spec 2.7, request: values that the columns "Type" and "R" exclude. */
const WRONG: readonly (readonly [path: string, wrong: unknown])[] = [
  ['name', undefined],
  ['name', ''],
  ['name', null],
  ['name', 7],
  ['description', undefined],
  ['description', ''],
  ['description', 7],
  ['currency', undefined],
  ['currency', ''],
  ['currency', 'US'],
  ['currency', 'XXZ'],
  ['currency', 840],
  ['amount', undefined],
  ['amount', ''],
  ['amount', '12.50'],
  ['amount', 'twelve'],
  ['amount', '-5'],
  ['amount', []],
  ['quantity', undefined],
  ['quantity', 'many'],
  ['quantity', '1.5'],
  ['quantity', '-1'],
  ['infinite', 'yes'],
  ['visible_fields', 'email'],
  ['visible_fields', ['email', 'shoe_size']],
  ['test', 'yes'],
  ['immortal', 'yes'],
  ['expired_at', 'tomorrow'],
  ['expired_at', 7],
  ['return_url', 'nowhere'],
  ['return_url', 'javascript:alert(1)'],
  ['shop_id', 'shop'],
  ['language', 7],
  ['transaction_type', 'gift'],
];

async function request(context: TestContext): Promise<void> {
  const { judge } = context;
  for (const [path, wrong] of WRONG) {
    const got = await call(
      context,
      ROWS.createProduct,
      withValue(productOf(path === 'expired_at' ? { immortal: false } : {}), path, wrong),
    );
    judge.of(got).refused(spec(`2.7 ${path}`), `${path} ${JSON.stringify(wrong) ?? 'left out'} is refused`, [path], CREATED);
  }
  const taken: readonly (readonly [row: string, title: string, changes: Fields])[] = [
    ['2.7 infinite', 'an infinite product without quantity', { infinite: true, quantity: undefined }],
    ['2.7 immortal', 'a product with expired_at that is not immortal', { immortal: false, expired_at: FUTURE }],
    ['2.7 immortal', 'an immortal product without expired_at', { immortal: true }],
    ['2.7 transaction_type', 'an authorization', { transaction_type: 'authorization' }],
    [
      '2.7 visible_fields',
      'every visible field',
      {
        visible_fields: [
          'first_name',
          'last_name',
          'country',
          'state',
          'city',
          'address',
          'zip',
          'phone',
          'birth_date',
          'email',
          'taxpayer_id',
        ],
      },
    ],
    ['2.7 return_url', 'a return_url', { return_url: 'http://127.0.0.1:4099/returned' }],
  ];
  for (const [row, title, changes] of taken) {
    const got = await createProduct(context, changes);
    judge.of(got).status(spec(row), `${title} is created`, 201);
  }
  const neither = await createProduct(context, { immortal: false });
  judge.of(neither).refused(spec('2.7 expired_at'), 'without immortal expired_at is required', ['expired_at'], CREATED);
  const both = await createProduct(context, { infinite: true });
  judge
    .of(both)
    .refused(decided('product leftovers'), 'a quantity with infinite is refused', ['quantity'], decided('product leftovers'));
  const silent = await createProduct(context, { language: undefined });
  judge.of(silent).equal(spec('2.7 language'), 'the language is en by default', member(silent.json, 'language'), 'en');
  const plain = await createProduct(context, { transaction_type: undefined });
  judge
    .of(plain)
    .equal(
      spec('2.7 transaction_type'),
      'the transaction_type is payment by default',
      member(plain.json, 'transaction_type'),
      'payment',
    );
}

async function response(context: TestContext): Promise<void> {
  const { judge, target } = context;
  const got = await createProduct(context, { additional_data: { sku: 'T-1' } });
  const judged = judge.of(got);
  judged.status(CREATED, 'a product is created with 201', 201);
  judged.parsed(CREATED, 'src/wire accepts the product', productSchema);
  const id = String(member(got.json, 'id'));
  judged.table('2.7', got.json, {
    id: pattern('a string that begins with prd_', /^prd_./),
    name: exactly('Conformance tea'),
    description: exactly('Black, 100 g'),
    currency: exactly('USD'),
    amount: exactly(1250),
    quantity: exactly(10),
    infinite: oneOf(false),
    language: exactly('en'),
    transaction_type: exactly('payment'),
    created_at: timestamp,
    updated_at: timestamp,
    test: exactly(true),
    additional_data: object,
    pay_url: url,
    payment_url: url,
    confirm_url: url,
  });
  const link = `${target.addresses.base}/products/${id}/pay`;
  judged.equal(
    fact('links'),
    'pay_url and payment_url are {base_url}/products/{id}/pay',
    [member(got.json, 'pay_url'), member(got.json, 'payment_url')],
    [link, link],
  );
  judged.equal(
    fact('links'),
    'confirm_url is {checkout_url}/v2/confirm_order/{id}/{shop_id}',
    member(got.json, 'confirm_url'),
    `${target.addresses.checkout}/v2/confirm_order/${id}/${target.shop.shopId}`,
  );
  const endless = await createProduct(context, { infinite: true, quantity: undefined });
  judge.of(endless).table('2.7', endless.json, { infinite: exactly(true), quantity: oneOf(0, null) });
  const authorization = await createProduct(context, { transaction_type: 'authorization' });
  judge
    .of(authorization)
    .equal(
      spec('2.7 transaction_type'),
      'an authorization has its transaction_type',
      member(authorization.json, 'transaction_type'),
      'authorization',
    );
}

async function rows(context: TestContext): Promise<void> {
  const { judge, settings } = context;
  const created = await createProduct(context);
  judge.of(created).status(CREATED, 'a product is created with 201', 201);
  const id = String(member(created.json, 'id'));
  const got = await call(context, ROWS.getProduct, undefined, { id });
  judge.of(got).status(spec('4.2 GET product'), 'a product is read with 200', 200);
  judge.of(got).equal(spec('4.2 GET product'), 'it is the same as when it was created', got.json, created.json);
  const listed = await call(context, ROWS.listProducts);
  judge.of(listed).status(spec('4.2 GET products'), 'products are listed with 200', 200);
  const list = Array.isArray(listed.json) ? listed.json : [];
  judge.of(listed).holds(
    spec('4.2 GET products'),
    'the list is an array with the product in it',
    list.some((one) => member(one, 'id') === id),
    `${id} in an array`,
    `${list.length} products`,
  );
  for (const [title, wrong] of [
    ['nonexistent', 'prd_0000000000000000'],
    ['invalid', 'x y/z'],
  ] as const) {
    const missing = await call(context, ROWS.getProduct, undefined, { id: wrong });
    judge.of(missing).errorBody(spec('4.2 GET product'), `an ${title} id is not found`.replace('an non', 'a non'), 404);
  }
  await updates(context, id);
  if (!settings.otherShop)
    return judge.skip(decided('other statuses'), "another shop's product is not found", 'needs a second shop (--other-shop-id)');
  const credentials = settings.otherShop;
  judge
    .of(await call(context, ROWS.getProduct, undefined, { id, credentials }))
    .errorBody(decided('other statuses'), "another shop's product is not found", 404);
  judge
    .of(await call(context, ROWS.updateProduct, { name: 'x' }, { id, credentials }))
    .errorBody(decided('other statuses'), "another shop's product is not updated", 404);
  const theirs = await call(context, ROWS.listProducts, undefined, { credentials });
  judge
    .of(theirs)
    .holds(spec('4.2 GET products'), "another shop's list has no product of this shop", !theirs.text.includes(id), `no ${id}`);
}

async function updates(context: TestContext, id: string): Promise<void> {
  const { judge } = context;
  const read = async (): Promise<Exchange> => call(context, ROWS.getProduct, undefined, { id });
  for (const [name, value, shown] of [
    ['name', 'Green tea', 'Green tea'],
    ['amount', '990', 990],
    ['quantity', '3', 3],
    ['currency', 'EUR', 'EUR'],
    ['language', 'ru', 'ru'],
  ] as const) {
    const put = await call(context, ROWS.updateProduct, { [name]: value }, { id });
    judge.of(put).status(spec('4.2 PUT product'), `${name} alone is updated with 204`, 204);
    judge.of(put).equal(spec('4.2 PUT product'), `${name}: the answer's body is empty`, put.text, '');
    const now = await read();
    judge.of(now).equal(spec('4.2 PUT product'), `${name} has its new value`, member(now.json, name), shown);
  }
  const after = await read();
  judge
    .of(after)
    .equal(
      spec('4.2 PUT product'),
      'fields that were not sent stay the same',
      [member(after.json, 'description'), member(after.json, 'transaction_type')],
      ['Black, 100 g', 'payment'],
    );
  const endless = await call(context, ROWS.updateProduct, { infinite: true, quantity: null }, { id });
  judge.of(endless).status(spec('2.7 infinite'), 'a product becomes infinite', 204);
  const finite = await call(context, ROWS.updateProduct, { infinite: false }, { id });
  judge
    .of(finite)
    .refused(spec('2.7 quantity'), 'a product that stops being infinite needs a quantity', ['quantity'], spec('2.7 quantity'));
  const bad = await call(context, ROWS.updateProduct, { name: '', currency: 'XXZ' }, { id });
  judge.of(bad).refused(spec('7.2'), 'an invalid update is refused', ['name', 'currency'], decided('product leftovers'));
  judge
    .of(await read())
    .equal(spec('4.2 PUT product'), 'a refused update changes nothing', member((await read()).json, 'name'), 'Green tea');
  const missing = await call(context, ROWS.updateProduct, { name: 'x' }, { id: 'prd_0000000000000000' });
  judge.of(missing).errorBody(decided('product leftovers'), 'an unknown product is not updated', 404);
}

/** Spec 7.2: the body's form and the texts that the spec shows. */
async function errors(context: TestContext): Promise<void> {
  const { judge } = context;
  const got = await call(context, ROWS.createProduct, { language: 'en' });
  const judged = judge.of(got);
  const required = ['name', 'description', 'currency', 'amount', 'quantity', 'expired_at'];
  judged.refused(spec('7.2'), 'every missing field is named at once', required, CREATED);
  // A gateway may add the value that it would accept.
  for (const name of required)
    judged.holds(
      spec('7.2'),
      `${name}: can't be blank`,
      messagesAt(got.json, name)?.includes("can't be blank") ?? false,
      "can't be blank",
    );
  const message = member(got.json, 'message');
  for (const name of required)
    judged.holds(
      spec('7.2 message'),
      `message joins the texts: "${name} can't be blank"`,
      says(message, `${name} can't be blank`),
      "the field's name before its text",
      message,
    );
  for (const [code, text] of [
    ['us', 'is not in ISO 4217 Alpha-3 format'],
    ['DOLLAR', 'is not in ISO 4217 Alpha-3 format'],
    ['XXZ', 'is unknown ISO 4217 Alpha-3 code'],
  ] as const) {
    const refused = await createProduct(context, { currency: code });
    judge
      .of(refused)
      .holds(spec('7.2'), `currency ${code}: "${text}"`, messagesAt(refused.json, 'currency')?.includes(text) ?? false, text);
  }
  for (const body of [null, [], 'x', 7]) {
    const refused = await call(context, ROWS.createProduct, undefined, { raw: JSON.stringify(body) });
    judge.of(refused).errorBody(decided('other statuses'), `the body ${JSON.stringify(body)} is refused as a product`, 422, 400);
  }
  const integerSent = await createProduct(context, { amount: 1250, quantity: 10 });
  judge.of(integerSent).table('2.7', integerSent.json, { amount: ifSent(integer) });
}

export const products: readonly Section[] = [
  { number: '2.7', title: 'Product request', run: request },
  { number: '2.7', title: 'Product object', run: response },
  { number: '4.2', title: 'Product endpoints', run: rows },
  { number: '7.2', title: 'Errors of products', run: errors },
];
