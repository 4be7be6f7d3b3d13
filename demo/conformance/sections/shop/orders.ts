import { orderOffer, orderResponse } from '../../../../src/wire/response/order.js';
import { CARDS, sourceCard } from '../../requests/cards.js';
import { passChallenge } from '../../requests/challenge.js';
import { call } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { exchange } from '../../answers/exchange.js';
import { CONFIRM, order, orderOf } from '../../requests/order.js';
import { newAmount, planOf, type Fields } from '../../requests/requests.js';
import { decided, fact, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { at, member, pattern, someText } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';
import { newProduct } from '../../requests/create-product.js';

const RULE = decided('card form for a product or plan');
const LEFTOVERS = decided('product leftovers');

async function sell(context: TestContext, changes: Fields = {}): Promise<{ readonly id: string; readonly amount: number }> {
  const amount = newAmount();
  return { id: await newProduct(context, { amount: String(amount), ...changes }), amount };
}

const quantityOf = async (context: TestContext, id: string): Promise<unknown> =>
  member((await call(context, ROWS.getProduct, undefined, { id })).json, 'quantity');

/** What a browser may know about an item: its page, and its JSON. */
async function offers(context: TestContext): Promise<void> {
  const { judge, target, settings } = context;
  const product = await sell(context, { name: 'Tea for two' });
  for (const path of ['pay', `../v2/confirm_order/${product.id}/${target.shop.shopId}`] as const) {
    const url =
      path === 'pay'
        ? `${target.addresses.base}/products/${product.id}/pay`
        : `${target.addresses.checkout}/v2/confirm_order/${product.id}/${target.shop.shopId}`;
    const page = await exchange({ method: 'GET', url, headers: { accept: 'text/html' } });
    const judged = judge.of(page);
    judged.status(fact('links'), `${path === 'pay' ? 'pay_url' : 'confirm_url'} opens`, 200);
    judged.holds(
      fact('links'),
      `${path === 'pay' ? 'pay_url' : 'confirm_url'} is a page`,
      (page.headers.get('content-type') ?? '').startsWith('text/html'),
      'text/html',
      page.headers.get('content-type'),
    );
    judged.holds(
      RULE,
      `${path === 'pay' ? 'pay_url' : 'confirm_url'} names the item without a script`,
      page.text.includes('Tea for two'),
      'Tea for two',
    );
  }
  const got = await call(context, CONFIRM.get(context), undefined, { id: product.id });
  judge.of(got).status(RULE, 'GET confirm_url answers a page’s request for JSON', 200);
  judge.of(got).parsed(RULE, 'src/wire accepts the offer', orderOffer);
  judge
    .of(got)
    .equal(RULE, 'it is the product', [at(got.json, 'product.id'), at(got.json, 'product.amount')], [product.id, product.amount]);
  judge.of(got).holds(RULE, 'it contains no secret', !got.text.includes(target.shop.secretKey), 'none', 'the secret key');
  const unknown = await call(context, CONFIRM.get(context), undefined, { id: 'prd_0000000000000000' });
  judge.of(unknown).errorBody(decided('other statuses'), 'an unknown id is not found', 404);
  const withoutKey = await call(context, CONFIRM.get(context), undefined, {
    id: product.id,
    headers: { authorization: 'Bearer not-a-key' },
  });
  judge.of(withoutKey).errorBody(decided('other statuses'), 'without the public key it is refused', 401);
  if (!settings.otherShop) return;
  const foreign = await call(context, CONFIRM.get(context), undefined, { id: product.id, credentials: settings.otherShop });
  judge.of(foreign).errorBody(decided('other statuses'), "by another shop's key it is not found", 404);
}

async function buying(context: TestContext): Promise<void> {
  const { judge } = context;
  const product = await sell(context, { quantity: '3' });
  const { posted, answer } = await order(context, product);
  const judged = judge.of(posted);
  judged.table('2.4', posted.json, { job_id: someText });
  judged.parsed(RULE, 'src/wire accepts the result', orderResponse, answer);
  judged.equal(
    RULE,
    'an order pays the product’s price',
    ['status', 'amount', 'currency', 'type'].map((name) => at(answer, `transaction.${name}`)),
    ['successful', product.amount, 'USD', 'payment'],
  );
  judged.equal(spec('2.7 quantity'), 'one less is left', await quantityOf(context, product.id), 2);
  const declined = await order(context, product, { credit_card: sourceCard(CARDS.declined) });
  judge
    .of(declined.posted)
    .equal(RULE, 'a declined order is a job that is done', at(declined.answer, 'transaction.status'), 'failed');
  judge
    .of(declined.posted)
    .equal(spec('2.7 quantity'), 'after a decline the quantity is the same as before', await quantityOf(context, product.id), 2);

  const held = await sell(context, { transaction_type: 'authorization' });
  judge.equal(
    spec('2.7 transaction_type'),
    'an authorization is answered as an authorization',
    at((await order(context, held)).answer, 'transaction.type'),
    'authorization',
  );
  const endless = await sell(context, { infinite: true, quantity: undefined });
  judge.equal(
    spec('2.7 infinite'),
    'an order of an infinite product is paid',
    at((await order(context, endless)).answer, 'transaction.status'),
    'successful',
  );
  await refusals(context);
  await visibleFields(context);
  await onlyOnce(context);
  await throughChallenge(context);
}

/** Orders that can't be carried out: of nothing that is left, and at an old price. */
async function refusals(context: TestContext): Promise<void> {
  const { judge } = context;
  const last = await sell(context, { quantity: '1' });
  await order(context, last);
  const late = await order(context, last, { credit_card: sourceCard('4111111111111111') });
  judge.of(late.posted).refused(LEFTOVERS, 'an order of a sold-out product is refused', ['quantity'], LEFTOVERS);

  const changed = await sell(context);
  await call(context, ROWS.updateProduct, { amount: '1' }, { id: changed.id });
  const dear = await order(context, changed);
  judge.of(dear.posted).refused(RULE, 'an order at another price than the payer saw is refused', ['amount'], RULE);
}

/** Spec 2.7: the fields that a product asks of its buyer. */
async function visibleFields(context: TestContext): Promise<void> {
  const { judge } = context;
  const asking = await sell(context, { visible_fields: ['first_name', 'country', 'state', 'zip'] });
  const silent = await order(context, asking);
  judge
    .of(silent.posted)
    .refused(
      spec('2.7 visible_fields'),
      'a visible field that was left out is named',
      ['customer.first_name', 'customer.country', 'customer.zip'],
      RULE,
    );
  const american = await order(context, asking, { customer: { first_name: 'Ada', country: 'US', zip: '1', state: 'Colorado' } });
  judge
    .of(american.posted)
    .refused(spec('2.1 zip'), "a buyer's US zip and state are checked", ['customer.zip', 'customer.state'], RULE);
  const complete = await order(context, asking, { customer: { first_name: 'Ada', country: 'DE', zip: '10115' } });
  judge
    .of(complete.posted)
    .equal(
      spec('2.7 visible_fields'),
      'an order with all visible fields is paid',
      at(complete.answer, 'transaction.status'),
      'successful',
    );
}

/** A sealed card pays once, and only for its own product. */
async function onlyOnce(context: TestContext): Promise<void> {
  const { judge } = context;
  // The last piece: a copy of the payment that bought it is a duplicate, and must not read that it was sold out before.
  const twice = await sell(context, { quantity: '1' });
  const request = orderOf(context, twice);
  const first = await call(context, CONFIRM.post(context), { request }, { id: twice.id });
  const second = await call(context, CONFIRM.post(context), { request }, { id: twice.id });
  judge
    .of(second)
    .equal(
      decided('gateway side'),
      'the same bytes do not pay twice, and are a duplicate rather than sold out',
      [first.status, second.status, member(second.json, 'job_id'), at(second.json, 'errors.quantity')],
      [200, 422, undefined, undefined],
    );
  const elsewhere = await call(
    context,
    CONFIRM.post(context),
    { request: orderOf(context, twice) },
    { id: (await sell(context)).id },
  );
  judge
    .of(elsewhere)
    .refused(
      decided('gateway side'),
      'a card sealed for one product does not pay for another',
      ['credit_card.token'],
      decided('gateway side'),
    );
}

async function throughChallenge(context: TestContext): Promise<void> {
  const { judge, settings } = context;
  if (settings.challengeCode === undefined)
    return judge.skip(RULE, 'an order passes 3-D Secure', "needs the code of the test bank's page (--challenge-code)");
  const challenged = await sell(context);
  const waiting = await order(context, challenged, {
    credit_card: sourceCard(CARDS.challenge),
    return_url: 'http://127.0.0.1:4099/returned?order=7',
  });
  judge
    .of(waiting.posted)
    .equal(
      spec('3 transaction.status'),
      'an order can need 3-D Secure too',
      at(waiting.answer, 'transaction.status'),
      'incomplete',
    );
  const { pressed } = await passChallenge(String(at(waiting.answer, 'transaction.redirect_url')), settings.challengeCode);
  judge.matches(
    spec('6 rule 2'),
    'its payer is sent back to return_url',
    pressed?.headers.get('location'),
    /^http:\/\/127\.0\.0\.1:4099\/returned\?order=7/,
  );
  const after = await call(context, ROWS.byUid, undefined, { id: String(at(waiting.answer, 'transaction.uid')) });
  judge.of(after).equal(RULE, 'after 3-D Secure the order is paid', at(after.json, 'transaction.status'), 'successful');
}

/** A plan's confirm_url begins a subscription, and makes its customer (spec 1). */
async function subscribing(context: TestContext): Promise<void> {
  const { judge } = context;
  const amount = newAmount();
  const created = await call(context, ROWS.createPlan, planOf({ plan: { amount, interval: 1, interval_unit: 'month' } }));
  const id = String(member(created.json, 'id'));
  const offer = await call(context, CONFIRM.get(context), undefined, { id });
  judge.of(offer).equal(RULE, 'GET confirm_url shows the plan', at(offer.json, 'plan.id'), id);
  const email = `${id}@example.com`;
  const { posted, answer } = await order(context, { id, amount }, { customer: { email, first_name: 'Ada' } });
  const judged = judge.of(posted);
  judged.parsed(RULE, 'src/wire accepts the subscription', orderResponse, answer);
  judged.equal(
    fact('subscription states'),
    'the subscription of a paid plan is active',
    at(answer, 'subscription.state'),
    'active',
  );
  judged.holds(
    fact('subscription object'),
    'its id begins with sbs_',
    pattern('', /^sbs_./).is(at(answer, 'subscription.id')),
    'sbs_…',
    at(answer, 'subscription.id'),
  );
  judged.equal(
    fact('subscription object'),
    'it names its plan and its last transaction',
    [at(answer, 'subscription.plan.id'), at(answer, 'subscription.last_transaction.status')],
    [id, 'successful'],
  );
  const cycles = at(answer, 'subscription.paid_billing_cycles');
  // Not every gateway counts them.
  judged.holds(
    fact('subscription object'),
    'if it counts paid cycles, it counts one',
    cycles === undefined || cycles === 1,
    '1',
    cycles,
  );
  await judgeSubscription(context, answer, { amount, email });
  const anonymous = await order(context, { id, amount }, { customer: {} });
  judge
    .of(anonymous.posted)
    .refused(decided('plan leftovers'), 'a subscriber needs an e-mail address', ['customer.email'], decided('plan leftovers'));
  const declined = await order(context, { id, amount }, { credit_card: sourceCard(CARDS.declined) });
  judge
    .of(declined.posted)
    .equal(
      fact('subscription states'),
      'when the first charge fails the subscription fails too',
      at(declined.answer, 'subscription.state'),
      'failed',
    );
}

/** The first charge and the customer of a new subscription. */
async function judgeSubscription(context: TestContext, answer: unknown, { amount, email }: { amount: number; email: string }) {
  const { judge } = context;
  // Inside a subscription it has neither amount nor currency: merchants ask for it by its uid.
  const uid = String(at(answer, 'subscription.last_transaction.uid'));
  const charge = await call(context, ROWS.byUid, undefined, { id: uid });
  judge
    .of(charge)
    .equal(
      fact('subscription object'),
      'its last transaction can be queried by uid',
      at(charge.json, 'transaction.amount'),
      amount,
    );
  const customer = await call(context, ROWS.getCustomer, undefined, { id: String(at(answer, 'subscription.customer.id')) });
  judge
    .of(customer)
    .equal(
      spec('1 rule 4'),
      'the customer was created with it',
      [member(customer.json, 'email'), member(customer.json, 'first_name')],
      [email, 'Ada'],
    );
}

export const orders: readonly Section[] = [
  { number: '4.2', title: 'Payment links', run: offers },
  { number: '4.2', title: 'Orders of products', run: buying },
  { number: '4.3', title: 'Orders of plans', run: subscribing },
];
