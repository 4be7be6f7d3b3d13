import { plan as planSchema } from '../../../../src/wire/response/plan.js';
import { call } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { messagesAt, says } from '../../answers/error-body.js';
import { exchange, type Exchange } from '../../answers/exchange.js';
import { planOf, withValue, type Fields } from '../../requests/requests.js';
import { decided, fact, spec } from '../../answers/rule.js';
import type { Section } from '../../section.js';
import { at, exactly, integer, member, object, pattern, url } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';

const CREATED = spec('4.3 POST plans');
const LEFTOVERS = decided('plan leftovers');
const TRIAL = { amount: 100, interval: 3, interval_unit: 'day' } as const;

const create = (context: TestContext, changes: Fields = {}): Promise<Exchange> => call(context, ROWS.createPlan, planOf(changes));

/** Spec 2.8: values that the columns "Type" and "R" exclude. */
const WRONG: readonly (readonly [path: string, wrong: unknown])[] = [
  ['title', undefined],
  ['title', ''],
  ['title', null],
  ['title', 7],
  ['currency', undefined],
  ['currency', ''],
  ['currency', 'US'],
  ['currency', 'XXZ'],
  ['currency', 840],
  ['plan', 'monthly'],
  ['plan.amount', undefined],
  ['plan.amount', '1000'],
  ['plan.amount', 10.5],
  ['plan.interval', undefined],
  ['plan.interval', '1'],
  ['plan.interval', 1.5],
  ['plan.interval_unit', undefined],
  ['plan.interval_unit', 'week'],
  ['plan.interval_unit', 7],
  ['trial', 'free'],
  ['trial.amount', '100'],
  ['trial.amount', 1.5],
  ['trial.interval', '3'],
  ['trial.interval', 1.5],
  ['trial.interval_unit', 'year'],
  ['trial.as_first_payment', 'yes'],
  ['test', 'yes'],
  ['language', 7],
  ['infinite', 'yes'],
  ['billing_cycles', '3'],
  ['billing_cycles', 1.5],
  ['number_payment_attempts', '3'],
  ['number_payment_attempts', 1.5],
  ['prevent_payments_at_night', 'yes'],
];

async function request(context: TestContext): Promise<void> {
  const { judge } = context;
  for (const [path, wrong] of WRONG) {
    const got = await call(
      context,
      ROWS.createPlan,
      withValue(planOf({ trial: TRIAL, infinite: false, billing_cycles: 12 }), path, wrong),
    );
    judge.of(got).refused(spec(`2.8 ${path}`), `${path} ${JSON.stringify(wrong) ?? 'left out'} is refused`, [path], CREATED);
  }
  for (const unit of ['hour', 'day', 'month']) {
    const got = await create(context, {
      plan: { amount: 1000, interval: 2, interval_unit: unit },
      trial: { ...TRIAL, interval_unit: unit },
    });
    judge.of(got).status(spec('2.8 plan.interval_unit'), `${unit} is a unit`, 201);
  }
  const finite = await create(context, { infinite: false, billing_cycles: 12 });
  judge.of(finite).status(spec('2.8 billing_cycles'), 'a plan of 12 cycles is created', 201);
  const ignored = await create(context, { infinite: true, billing_cycles: 12 });
  judge.of(ignored).status(spec('2.8 billing_cycles'), 'billing_cycles is ignored when infinite is true', 201);
  const amountAlone = await create(context, { trial: { amount: 100 } });
  judge.of(amountAlone).refused(LEFTOVERS, 'trial.amount without trial.interval is refused', ['trial.interval'], LEFTOVERS);
  const unitAlone = await create(context, { trial: { interval_unit: 'day' } });
  judge.of(unitAlone).refused(LEFTOVERS, 'trial.interval_unit alone is refused', ['trial.amount', 'trial.interval'], LEFTOVERS);
  const flagAlone = await create(context, { trial: { as_first_payment: true } });
  judge
    .of(flagAlone)
    .refused(LEFTOVERS, 'trial.as_first_payment alone is refused', ['trial.amount', 'trial.interval'], LEFTOVERS);
  const intervalAlone = await create(context, { trial: { interval: 3, interval_unit: 'day' } });
  judge.of(intervalAlone).refused(LEFTOVERS, 'trial.interval without trial.amount is refused', ['trial.amount'], LEFTOVERS);
}

async function response(context: TestContext): Promise<void> {
  const { judge, target } = context;
  const got = await create(context, {
    trial: { ...TRIAL, as_first_payment: true },
    number_payment_attempts: 5,
    language: 'ru',
    prevent_payments_at_night: true,
    infinite: false,
    billing_cycles: 12,
  });
  const judged = judge.of(got);
  judged.status(CREATED, 'a plan is created with 201', 201);
  judged.parsed(CREATED, 'src/wire accepts the plan', planSchema);
  judged.table('2.8', got.json, {
    id: pattern('a string that begins with pln_', /^pln_./),
    title: exactly('Conformance monthly'),
    currency: exactly('USD'),
    language: exactly('ru'),
    plan: object,
    trial: object,
    number_payment_attempts: exactly(5),
    test: exactly(true),
  });
  judged.table('2.8 plan', member(got.json, 'plan'), {
    amount: exactly(1000),
    interval: exactly(1),
    interval_unit: exactly('month'),
  });
  judged.table('2.8 trial', member(got.json, 'trial'), {
    amount: exactly(100),
    interval: exactly(3),
    interval_unit: exactly('day'),
  });
  const facts = fact('subscription object');
  judged.equal(
    facts,
    'the plan has infinite, billing_cycles and prevent_payments_at_night',
    ['infinite', 'billing_cycles', 'prevent_payments_at_night'].map((name) => member(got.json, name)),
    [false, 12, true],
  );
  for (const name of ['pay_url', 'payment_url', 'confirm_url'])
    judged.holds(facts, `${name} is an address`, url.is(member(got.json, name)), url.type);
  judged.equal(
    fact('links'),
    'confirm_url is {checkout_url}/v2/confirm_order/{id}/{shop_id}',
    member(got.json, 'confirm_url'),
    `${target.addresses.checkout}/v2/confirm_order/${String(member(got.json, 'id'))}/${target.shop.shopId}`,
  );
  await defaultsOf(context);
}

async function defaultsOf(context: TestContext): Promise<void> {
  const { judge } = context;
  const least = await create(context, { test: undefined });
  const defaults: readonly (readonly [string, unknown])[] = [
    ['language', 'en'],
    ['infinite', true],
    ['number_payment_attempts', 3],
    ['prevent_payments_at_night', false],
  ];
  for (const [name, value] of defaults) {
    // The spec gives the default, and does not show whether every one of them is in the answer.
    const came = member(least.json, name);
    judge
      .of(least)
      .holds(
        spec(`2.8 ${name}`),
        `${name} is ${String(value)} by default`,
        came === value || came === undefined,
        String(value),
        came,
      );
  }
  judge.of(least).equal(spec('2.8 test'), 'test is false by default', member(least.json, 'test'), false);
  const paid = await create(context, { trial: TRIAL });
  judge
    .of(paid)
    .holds(
      spec('2.8 trial.as_first_payment'),
      'as_first_payment is false by default',
      [false, undefined, null].includes(at(paid.json, 'trial.as_first_payment') as null),
      'false',
    );
}

async function rows(context: TestContext): Promise<void> {
  const { judge, settings, target } = context;
  const created = await create(context, { title: 'Tea of the month' });
  judge.of(created).status(CREATED, 'a plan is created with 201', 201);
  const id = String(member(created.json, 'id'));
  const got = await call(context, ROWS.getPlan, undefined, { id });
  judge.of(got).status(spec('4.3 GET plan'), 'a plan is read with 200', 200);
  judge.of(got).equal(spec('4.3 GET plan'), 'it is the same as when it was created', got.json, created.json);
  const ids = [id];
  for (let more = 0; more < 11; more += 1) ids.push(String(member((await create(context)).json, 'id')));
  const listed = await call(context, ROWS.listPlans);
  judge.of(listed).status(spec('4.3 GET plans'), 'plans are listed with 200', 200);
  const list = Array.isArray(listed.json) ? listed.json.map((one) => member(one, 'id')) : [];
  judge.of(listed).holds(
    spec('4.3 GET plans'),
    'the list is an array with every plan in it',
    ids.every((one) => list.includes(one)),
    ids.join(),
    `${list.length} plans`,
  );
  judge.holds(spec('8 plan count'), 'a dozen plans of one shop are created', new Set(ids).size === 12, '12 plans', ids);

  const page = `${target.addresses.base}/plans/${id}/pay`;
  for (const method of ['GET', 'POST'] as const) {
    const opened = await exchange({
      method,
      url: page,
      headers: method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
      body: method === 'POST' ? '' : undefined,
    });
    const judged = judge.of(opened);
    judged.holds(
      spec('4.3 plans/{id}/pay'),
      `${method} leads a browser to the plan's page`,
      opened.status >= 200 && opened.status < 400,
      'a page, or a redirect to one',
    );
    judged.holds(
      spec('4.3 plans/{id}/pay'),
      `${method}: the page is HTML`,
      (opened.status >= 300 && opened.status < 400) || (opened.headers.get('content-type') ?? '').startsWith('text/html'),
      'text/html',
      opened.headers.get('content-type'),
    );
    judged.holds(
      decided('other statuses'),
      `${method}: the page names the plan without a script`,
      opened.text.includes('Tea of the month'),
      'Tea of the month',
    );
  }
  const noPage = await exchange({ method: 'GET', url: `${target.addresses.base}/plans/pln_0000000000000000/pay` });
  judge.of(noPage).status(decided('other statuses'), 'the page of an unknown plan is not found', 404);
  const missing = await call(context, ROWS.getPlan, undefined, { id: 'pln_0000000000000000' });
  judge.of(missing).errorBody(decided('other statuses'), 'an unknown plan is not found', 404);
  if (!settings.otherShop)
    return judge.skip(decided('other statuses'), "another shop's plan is not found", 'needs a second shop (--other-shop-id)');
  const foreign = await call(context, ROWS.getPlan, undefined, { id, credentials: settings.otherShop });
  judge.of(foreign).errorBody(decided('other statuses'), "another shop's plan is not found", 404);
}

async function errors(context: TestContext): Promise<void> {
  const { judge } = context;
  const empty = await call(context, ROWS.createPlan, { plan: {} });
  const required = ['title', 'currency', 'plan.amount', 'plan.interval', 'plan.interval_unit'];
  judge.of(empty).refused(spec('7.2'), 'every missing field is named at once', required, CREATED);
  for (const name of required)
    judge.of(empty).equal(spec('7.2'), `${name}: can't be blank`, messagesAt(empty.json, name), ["can't be blank"]);
  const message = member(empty.json, 'message');
  for (const name of ['title', 'currency'])
    judge
      .of(empty)
      .holds(
        spec('7.2 message'),
        `message joins the texts: "${name} can't be blank"`,
        says(message, `${name} can't be blank`),
        "the field's name before its text",
        message,
      );
  judge.holds(
    spec('2.8 plan.amount'),
    'amounts come back as integers',
    integer.is(at((await create(context)).json, 'plan.amount')),
    integer.type,
  );
}

export const plans: readonly Section[] = [
  { number: '2.8', title: 'Plan request', run: request },
  { number: '2.8', title: 'Plan object', run: response },
  { number: '4.3', title: 'Plan endpoints', run: rows },
  { number: '7.2', title: 'Errors of plans', run: errors },
];
