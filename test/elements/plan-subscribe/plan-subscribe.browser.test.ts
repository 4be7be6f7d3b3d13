import axe from 'axe-core';
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import '../../../src/define.js';
import type { CheckoutErrorEvent, CheckoutRedirectEvent, PlanOnOffer, PlanSubscribeElement } from '../../../src/index.js';

const BASE = 'https://gateway.example';
const PLAN: PlanOnOffer = {
  id: 'pln_1',
  title: 'Paper',
  currency: 'USD',
  plan: { amount: 1000, interval: 1, interval_unit: 'month' },
  trial: { amount: 100, interval: 3, interval_unit: 'day' },
};

let mounted = 0;

/** Puts the element into the page, and records where it would have led and the errors it reported. */
async function mount(attributes: Readonly<Record<string, string | null>> = {}, properties: Partial<PlanSubscribeElement> = {}) {
  document.body.replaceChildren();
  const element = document.createElement('plan-subscribe');
  const given = { 'base-url': BASE, 'plan-id': 'pln_1', ...attributes };
  for (const [name, value] of Object.entries(given)) if (value !== null) element.setAttribute(name, value);
  element.dataset['testid'] = `plan-${(mounted += 1)}`;
  Object.assign(element, properties);
  const left: string[] = [];
  const errors: string[] = [];
  element.addEventListener('checkout-redirect', (event: CheckoutRedirectEvent) => {
    left.push(event.url);
    event.preventDefault();
  });
  element.addEventListener('checkout-error', (event: CheckoutErrorEvent) => errors.push(event.error.message));
  document.body.append(element);
  await element.updateComplete;
  const within: Locator = page.getByTestId(element.dataset['testid']);
  return { element, within, left, errors };
}

const form = (element: PlanSubscribeElement): HTMLFormElement => element.shadowRoot!.querySelector('form')!;

test('the terms show in words above the button, and axe finds nothing', async () => {
  const { element, within } = await mount({}, { plan: PLAN });
  await expect.element(within.getByRole('heading', { name: 'Paper' })).toBeVisible();
  await expect.element(within.getByText('3 days for 1.00 USD, then 10.00 USD a month, until you cancel.')).toBeVisible();
  await expect.element(within.getByRole('button', { name: 'Subscribe to Paper' })).toBeVisible();
  expect((await axe.run(element)).violations).toEqual([]);
});

test.each([
  [null, 'get'],
  ['get', 'get'],
  ['POST', 'post'],
] as const)('method %s sends the browser to the plan’s page by %s', async (method, expected) => {
  const { element, within, left } = await mount({ method }, { plan: PLAN });
  expect(form(element)).toMatchObject({ method: expected, action: `${BASE}/plans/pln_1/pay` });
  await within.getByRole('button').click();
  element.subscribe();
  expect(left).toEqual([`${BASE}/plans/pln_1/pay`, `${BASE}/plans/pln_1/pay`]);
});

test('it leads only to the plan’s page: an id with path segments stays an id', async () => {
  const { element } = await mount({ 'plan-id': '../../evil?x=1', 'base-url': `${BASE}/api/` });
  expect(form(element).action).toBe(`${BASE}/api/plans/..%2F..%2Fevil%3Fx%3D1/pay`);
});

test.each(['.', '..', 'pln_\ud800'])(
  'a plan-id that cannot be one is reported to the developer, and leads nowhere: %j',
  async (planId) => {
    const { element, within, errors } = await mount({ 'plan-id': planId });
    await expect.element(within.getByRole('alert')).toBeVisible();
    expect(errors).toEqual([expect.stringMatching(/^plan-id: expected the id of the plan; got "/)]);
    expect(element.shadowRoot?.querySelector('form')).toBeNull();
  },
);

test('without a plan it shows a button, and the page shows the terms', async () => {
  const { within, errors } = await mount();
  await expect.element(within.getByRole('button', { name: 'Subscribe' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('while the terms may still come there is a placeholder and nothing to press, and a press by the page waits for them', async () => {
  const { element, within, left } = await mount({ 'plan-id': null });
  await expect.element(within.getByRole('status', { name: 'Loading…' })).toBeVisible();
  expect(within.getByRole('button').elements()).toEqual([]);
  element.subscribe();
  expect(left).toEqual([]);
  Object.assign(element, { planId: PLAN.id, plan: PLAN });
  await expect.element(within.getByRole('button', { name: 'Subscribe to Paper' })).toBeVisible();
  await expect.poll(() => left).toEqual([`${BASE}/plans/pln_1/pay`]);
});

test.each([true, 'true', 'false', 1, 0])('a plan whose test is %j shows the badge', async (mark) => {
  const { within } = await mount({}, { plan: { ...PLAN, test: mark as boolean } });
  await expect.element(within.getByText('Test mode: no money moves')).toBeVisible();
});

test.each([false, null, undefined])('a plan whose test is %j shows none', async (mark) => {
  const { within } = await mount({}, { plan: { ...PLAN, test: mark } });
  await expect.element(within.getByRole('button')).toBeVisible();
  expect(within.getByText('Test mode: no money moves').elements()).toEqual([]);
});

test.each<[string, Record<string, string | null>, Partial<PlanSubscribeElement>, RegExp]>([
  ['no base-url', { 'base-url': null }, {}, /base-url: expected the address/],
  ['http', { 'base-url': 'http://gateway.example' }, {}, /base-url: expected an https address/],
  ['no plan-id', { 'plan-id': '' }, {}, /plan-id: expected the id/],
  ['another method', { method: 'put' }, {}, /method: expected get, post/],
  [
    'the terms of another plan',
    { 'plan-id': 'pln_2' },
    { plan: PLAN },
    /plan-id: expected the id of the plan whose terms are shown/,
  ],
  [
    'terms in weeks',
    {},
    { plan: { ...PLAN, plan: { amount: 1, interval: 1, interval_unit: 'week' } } },
    /plan: expected terms in hours, days or months/,
  ],
  ['an unknown currency', {}, { plan: { ...PLAN, currency: 'XXX' } }, /plan: expected terms/],
  [
    'the attribute test',
    { test: '' },
    {},
    /test: expected no such attribute here; got one\. The plan’s own test decides: create it with test: true/,
  ],
])('%s is an error that the developer reads, and there is nothing to press', async (_, attributes, properties, text) => {
  const { within, errors } = await mount(attributes, properties);
  // A missing plan may still arrive, with the missing settings, for 3 seconds.
  await expect.element(within.getByRole('alert'), { timeout: 10_000 }).toHaveTextContent(text);
  expect(errors.join()).toMatch(text);
  expect(within.getByRole('button').elements()).toEqual([]);
});

test('something that is no plan leaves the button without the terms; only the developer gets an error', async () => {
  const { element, within, errors } = await mount({}, { plan: { id: 'pln_1' } });
  await expect.poll(() => errors.join()).toMatch(/^plan: expected what is on offer/);
  await expect.element(within.getByRole('button', { name: 'Subscribe' })).toBeVisible();
  expect(within.getByRole('alert').elements()).toEqual([]);
  expect(element.shadowRoot?.querySelector<HTMLElement>('.base')?.innerText.trim()).toBe('Subscribe');
});

test('in Arabic the text, the plurals and the direction are Arabic', async () => {
  const { element, within } = await mount({ language: 'ar' }, { plan: PLAN });
  await expect.element(within.getByText(/^3 أيام مقابل|^٣ أيام مقابل/)).toBeVisible();
  expect(element.shadowRoot?.querySelector('.base')?.getAttribute('dir')).toBe('rtl');
});

test('a name in Latin letters begins where an Arabic page begins: on the right', async () => {
  const { element } = await mount({ language: 'ar' }, { plan: PLAN });
  const title = (): Element | null | undefined => element.shadowRoot?.querySelector('[part=name] bdi');
  await expect.poll(() => title()?.getBoundingClientRect().right).toBe(element.getBoundingClientRect().right);
});
