import { describe, expect, test, vi } from 'vitest';
import { Merchant } from '../merchant.js';
import { API, Sandbox } from '../sandbox.js';

// Milliseconds: the first test of a file starts a database, and a year has many charges.
vi.setConfig({ testTimeout: 60_000 });

const BLANK = "can't be blank";
const MONTHLY = { amount: 1000, interval: 1, interval_unit: 'month' };
/** A trial that a plan does not have, as gateways of the family send it. */
const UNUSED = { amount: null, interval: null, interval_unit: 'hour' };
const TRIAL = { amount: 100, interval: 3, interval_unit: 'day' };

const least = (changes: object = {}) => ({ title: 'Tea of the month', currency: 'USD', plan: MONTHLY, ...changes });

async function created(changes: object, merchant = new Merchant()) {
  const { status, body } = await merchant.send('POST', '/plans', least(changes));
  expect([status, body]).toEqual([201, expect.objectContaining({ title: 'Tea of the month' })]);
  return body;
}

async function refusal(changes: object) {
  const { status, body } = await new Merchant().send('POST', '/plans', least(changes));
  expect([status, body.error_code]).toEqual([422, 'invalid_params']);
  return body;
}

describe('creating a plan', () => {
  test('answers 201 with every field of the plan and its links', async () => {
    const { status, body } = await new Merchant().send('POST', '/plans', {
      test: true,
      title: 'Tea',
      currency: 'EUR',
      language: 'de',
      infinite: false,
      billing_cycles: 12,
      plan: { amount: 1000, interval: 2, interval_unit: 'day' },
      trial: { amount: 1, interval: 12, interval_unit: 'hour', as_first_payment: true },
      number_payment_attempts: 5,
      prevent_payments_at_night: true,
    });
    expect(status).toBe(201);
    expect(body.id).toMatch(/^pln_[\da-f]{16}$/);
    expect(body).toEqual({
      id: body.id,
      title: 'Tea',
      name: 'Tea',
      description: 'Subscription. Main period: 10.00 EUR each 2 day. Trial: 0.01 EUR each 12 hour.',
      amount: 1,
      currency: 'EUR',
      language: 'de',
      test: true,
      plan: { amount: 1000, interval: 2, interval_unit: 'day', visible_fields: ['email'] },
      trial: { amount: 1, interval: 12, interval_unit: 'hour', as_first_payment: true },
      infinite: false,
      billing_cycles: 12,
      number_payment_attempts: 5,
      prevent_payments_at_night: true,
      created_at: '2026-11-21T10:00:00Z',
      updated_at: '2026-11-21T10:00:00Z',
      pay_url: `${API}/plans/${body.id}/pay`,
      payment_url: `${API}/plans/${body.id}/pay`,
      confirm_url: `${API}/v2/confirm_order/${body.id}/1002`,
    });
  });

  test('fills what was not sent with the defaults of the spec', async () => {
    expect(await created({})).toMatchObject({
      test: false,
      language: 'en',
      trial: UNUSED,
      infinite: true,
      billing_cycles: null,
      number_payment_attempts: 3,
      prevent_payments_at_night: false,
    });
    expect((await created({ trial: TRIAL })).trial).toEqual({ ...TRIAL, as_first_payment: false });
  });

  test.each([
    [true, 12],
    [undefined, 12],
    [null, 'a dozen'],
  ])('ignores billing_cycles when infinite is %s', async (infinite, billing_cycles) => {
    expect(await created({ infinite, billing_cycles })).toMatchObject({ infinite: true, billing_cycles: null });
  });

  test.each([[{}], [{ as_first_payment: true }], [{ interval_unit: 'day' }], [{ amount: null, interval: null }], [null]])(
    'ignores the trial %j, which has neither amount nor interval',
    async (trial) => {
      expect((await created({ trial })).trial).toEqual(UNUSED);
    },
  );

  test.each([
    ['hour', 876_600],
    ['day', 36_525],
    ['month', 1_200],
  ])('takes an interval in %ss up to a century', async (interval_unit, interval) => {
    expect((await created({ plan: { ...MONTHLY, interval, interval_unit } })).plan).toMatchObject({ interval });
    const { errors } = await refusal({ plan: { ...MONTHLY, interval: interval + 1, interval_unit } });
    expect(errors).toEqual({ plan: { interval: ['is longer than a century'] } });
  });

  test.each<[string, object, object]>([
    ['no title', { title: '' }, { title: [BLANK] }],
    ['no currency', { currency: undefined }, { currency: [BLANK] }],
    ['a currency in small letters', { currency: 'usd' }, { currency: ['is not in ISO 4217 Alpha-3 format'] }],
    ['a currency that does not exist', { currency: 'XYZ' }, { currency: ['is unknown ISO 4217 Alpha-3 code'] }],
    ['no terms', { plan: undefined }, { plan: [BLANK] }],
    ['terms that are no object', { plan: 'monthly' }, { plan: ['must be an object'] }],
    ['empty terms', { plan: {} }, { plan: { amount: [BLANK], interval: [BLANK], interval_unit: [BLANK] } }],
    ['an amount with a fraction', { plan: { ...MONTHLY, amount: 9.5 } }, { plan: { amount: ['must be an integer'] } }],
    ['an amount of 0', { plan: { ...MONTHLY, amount: 0 } }, { plan: { amount: ['must be greater than 0'] } }],
    ['an interval of 0', { plan: { ...MONTHLY, interval: 0 } }, { plan: { interval: ['must be greater than 0'] } }],
    ['an interval as text', { plan: { ...MONTHLY, interval: '1' } }, { plan: { interval: ['must be an integer'] } }],
    ['weeks', { plan: { ...MONTHLY, interval_unit: 'week' } }, { plan: { interval_unit: ['must be one of hour, day, month'] } }],
    ['a trial without an interval', { trial: { amount: 100, interval_unit: 'day' } }, { trial: { interval: [BLANK] } }],
    ['a trial without an amount', { trial: { interval: 3, interval_unit: 'day' } }, { trial: { amount: [BLANK] } }],
    ['a trial without a unit', { trial: { amount: 100, interval: 3 } }, { trial: { interval_unit: [BLANK] } }],
    ['a trial with the amount 0', { trial: { ...TRIAL, amount: 0 } }, { trial: { amount: ['must be greater than 0'] } }],
    [
      'a trial in weeks',
      { trial: { ...TRIAL, interval_unit: 'week' } },
      { trial: { interval_unit: ['must be one of hour, day, month'] } },
    ],
    [
      'a trial of two centuries',
      { trial: { ...TRIAL, interval: 80_000 } },
      { trial: { interval: ['is longer than a century'] } },
    ],
    ['a trial that is no object', { trial: 'yes' }, { trial: ['must be an object'] }],
    ['infinite: false without a number of cycles', { infinite: false }, { billing_cycles: [BLANK] }],
    ['an end after 0 cycles', { infinite: false, billing_cycles: 0 }, { billing_cycles: ['must be greater than 0'] }],
    ['no attempt', { number_payment_attempts: 0 }, { number_payment_attempts: ['must be greater than 0'] }],
    [
      'prevent_payments_at_night as text',
      { prevent_payments_at_night: 'yes' },
      { prevent_payments_at_night: ['must be true or false'] },
    ],
  ])('refuses %s', async (_, changes, errors) => {
    expect((await refusal(changes)).errors).toEqual(errors);
  });

  test('names every problem at once, in the message too', async () => {
    const { message, errors } = await refusal({
      title: null,
      currency: 'usd',
      infinite: false,
      trial: { amount: 100, interval_unit: 'day' },
    });
    expect(errors).toEqual({
      title: [BLANK],
      currency: ['is not in ISO 4217 Alpha-3 format'],
      trial: { interval: [BLANK] },
      billing_cycles: [BLANK],
    });
    expect(message).toBe(
      "Title can't be blank. Currency is not in ISO 4217 Alpha-3 format. Trial interval can't be blank. Billing cycles can't be blank",
    );
  });

  test('refuses a body that is not an object', async () => {
    const { status, body } = await new Merchant().send('POST', '/plans', []);
    expect([status, body.errors]).toEqual([422, { base: ['the body must be a JSON object'] }]);
  });
});

describe('reading plans', () => {
  test('finds a plan by its id, as it was created', async () => {
    const merchant = new Merchant();
    const plan = await created({ trial: TRIAL }, merchant);
    expect(await merchant.get(`/plans/${plan.id}`)).toMatchObject({ status: 200, body: plan });
  });

  test("lists a shop's own plans, oldest first, and finds no other shop's", async () => {
    const sandbox = new Sandbox();
    const [merchant, other] = [new Merchant(sandbox), new Merchant(sandbox, 'sealed')];
    const first = await created({}, merchant);
    const foreign = await created({}, other);
    const second = await created({ currency: 'EUR' }, merchant);
    expect((await merchant.get('/plans')).body).toEqual([first, second]);
    const { status, body } = await merchant.get(`/plans/${foreign.id}`);
    expect([status, body]).toEqual([404, { error_code: 'not_found', message: 'The plan was not found.', errors: {} }]);
  });

  test.each([
    ['GET', '/plans'],
    ['POST', '/plans'],
    ['GET', '/plans/pln_x'],
  ])('%s %s accepts only the secret key', async (method, path) => {
    const sandbox = new Sandbox();
    const none = await sandbox.ask(path, { method });
    const bearer = await sandbox.ask(path, { method, headers: await sandbox.bearer() });
    expect([none.status, bearer.status]).toEqual([401, 401]);
    expect(none.headers.get('access-control-allow-origin')).toBeNull();
  });

  test.each([
    ['DELETE', '/plans', 'POST, GET'],
    ['PUT', '/plans/pln_x', 'GET'],
  ])('%s %s is not one of its methods', async (method, path, allow) => {
    const { status, headers } = await new Sandbox().ask(path, { method });
    expect([status, headers.get('allow')]).toEqual([405, allow]);
  });
});
