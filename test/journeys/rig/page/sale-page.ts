import { inject } from 'vitest';
import type { Sold } from '../merchant.js';
import { shop } from '../merchant.js';
import { html, scriptMarkup, useOwnPage } from './own-page.js';
import { ownFieldsUrl } from '../fields-place.js';

type Attributes = Readonly<Record<string, string>>;

const markup = (tag: string, attributes: Attributes, inside: string): string =>
  `<${tag} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}>${inside}</${tag}>`;

const fieldsAttribute = (): Attributes => {
  const url = ownFieldsUrl();
  return url === undefined ? {} : { 'fields-url': url };
};

// As strict as a merchant's policy can be: scripts, requests and forms to the gateway, and nothing else.
const policy = (): string => {
  const { checkout_url: checkout, base_url: base } = inject('gateway');
  return `default-src 'none'; script-src ${checkout}; connect-src ${checkout}; frame-src 'self' ${checkout}; img-src data:; form-action 'self' ${base}; base-uri 'none'`;
};

/**
 * A merchant's own page with one of our elements, for the calling file: its query string sets the element's attributes.
 */
export function useSalePage(): {
  /** The address of a page with `<product-pay>`; without its script, the page shows what the payer sees while it loads. */
  product(sold: Sold, attributes?: Attributes, script?: 'script' | 'no script'): string;
  /** The address of a page with `<plan-subscribe>` around a plain form that leads to the plan's page. */
  plan(sold: Sold, method: 'get' | 'post'): string;
} {
  const own = useOwnPage(({ pathname, searchParams }) => {
    const attributes = JSON.parse(searchParams.get('attributes') ?? '{}') as Attributes;
    const link = searchParams.get('link') ?? '';
    const method = attributes['method'] ?? 'get';
    const inside =
      pathname === '/product'
        ? `<a href="${link}">Pay by card</a>`
        : `<form method="${method}" action="${link}"><button>Subscribe without script</button></form>`;
    const element = markup(pathname === '/product' ? 'product-pay' : 'plan-subscribe', attributes, inside);
    const script = searchParams.get('script') === 'no script' ? '' : scriptMarkup();
    return ['/product', '/plan'].includes(pathname) ? html(element + script, { 'content-security-policy': policy() }) : undefined;
  });
  const address = (path: string, attributes: Attributes, link: string, script: string): string =>
    `${own.url}${path}?${new URLSearchParams({ attributes: JSON.stringify(attributes), link, script })}`;
  return {
    product: (sold, attributes = {}, script = 'script') =>
      address(
        '/product',
        {
          ...fieldsAttribute(),
          'public-key': shop().public_key,
          'confirm-url': sold.confirm_url,
          'pay-url': sold.pay_url,
          ...attributes,
        },
        sold.pay_url,
        script,
      ),
    plan: ({ id, pay_url }, method) =>
      address('/plan', { 'base-url': inject('gateway').base_url, 'plan-id': id, method }, pay_url, 'script'),
  };
}
