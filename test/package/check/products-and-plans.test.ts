import { describe, expect, test } from 'vitest';
import { document, OWN_SCRIPT } from './checked-page.js';
import { whatOf, useCheck } from './use-check.js';

describe('a page at its production address', () => {
  const { check } = useCheck();

  /** A product as the page’s script describes it. */
  const product = (changes: Readonly<Record<string, unknown>>, attributes = ''): string => {
    const json = {
      id: 'prd_1',
      name: 'Tea',
      currency: 'USD',
      amount: 1_250,
      infinite: true,
      pay_url: 'https://api.example/products/prd_1/pay',
      ...changes,
    };
    return `<product-pay ${attributes} data-product='${JSON.stringify(json)}'></product-pay>`;
  };

  test('with a product and a plan is checked', async () => {
    const plan = '<plan-subscribe base-url="https://api.example" plan-id="pln_1"></plan-subscribe>';
    const { report, codes } = await check(document(product({}) + plan + OWN_SCRIPT));
    expect(codes).toEqual(['registered_address_needed', 'registered_address_needed']);
    expect(report.problems).toBe(0);
    const asTest = await check(document(product({ test: true }) + plan + OWN_SCRIPT));
    expect(asTest.codes).toContain('test_mode');
    expect(whatOf(asTest.report, 'test_mode')).toBe('<product-pay> sells a test product or plan.');
  });

  test('is checked after an element reports that its description never came', async () => {
    const { report, codes } = await check(document(`<plan-subscribe plan-id="pln_1"></plan-subscribe>${OWN_SCRIPT}`));
    expect(codes).toContain('element_error');
    expect(whatOf(report, 'element_error')).toMatch(/base-url: expected/);
  });

  test('whose product description links to this machine is found, and so is a sold-out product', async () => {
    const here = { pay_url: 'http://127.0.0.1:4010/products/prd_1/pay' };
    const { report, codes } = await check(document(product({ ...here, infinite: false, quantity: 0 }) + OWN_SCRIPT));
    expect(codes).toEqual(expect.arrayContaining(['loopback_address', 'not_for_sale']));
    expect(whatOf(report, 'loopback_address')).toBe(
      'pay_url in the description of <product-pay> is http://127.0.0.1:4010/products/prd_1/pay.',
    );
    expect(whatOf(report, 'not_for_sale')).toBe('The offer of <product-pay> is unavailable: it is sold out.');
  });

  test.each([
    ['by its link', ''],
    ['in the page', 'mode="link"'],
  ])('whose product has expired is found %s', async (_, attributes) => {
    const { report, codes } = await check(document(product({ expired_at: '2020-01-01T00:00:00Z' }, attributes) + OWN_SCRIPT));
    expect(codes).toContain('not_for_sale');
    expect(whatOf(report, 'not_for_sale')).toBe('The offer of <product-pay> is unavailable: it can no longer be bought.');
  });
});
