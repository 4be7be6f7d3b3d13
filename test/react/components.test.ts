import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { listedElements } from '../../build/elements.mjs';
import * as components from '../../src/react.js';
import { P2pTransferElement } from '../../src/elements/p2p-transfer/p2p-transfer.js';
import { sortProps } from '../../src/react/component.js';

const { P2pTransfer, PlanSubscribe, ProductPay } = components;

// The markup from a server. Its hydration in a browser is tested in hydration.browser.test.ts.

const prepare = async (): Promise<void> => undefined;

test('a server writes attributes by their own names, and leaves out functions and objects', () => {
  const markup = renderToString(
    createElement(
      P2pTransfer,
      {
        id: 'pay',
        className: 'wide',
        publicKey: 'MIIB',
        checkoutUrl: 'https://gateway.example',
        amount: 10_000,
        currency: 'USD',
        test: true,
        saveCard: false,
        trackingId: null,
        prepare,
        savedCards: [{ token: 't' }],
        onCheckoutOutcome: () => undefined,
        'aria-label': 'Pay',
      },
      createElement('p', {}, 'Loading'),
    ),
  );
  expect(markup).toBe(
    '<p2p-transfer id="pay" class="wide" public-key="MIIB" checkout-url="https://gateway.example" amount="10000" ' +
      'currency="USD" test="" aria-label="Pay" data-checkout-react=""><p>Loading</p></p2p-transfer>',
  );
});

test('each element has its component', () => {
  expect(renderToString(createElement(ProductPay, { payUrl: 'https://x.example/p' }))).toMatch(/^<product-pay pay-url="https:/);
  expect(renderToString(createElement(PlanSubscribe, { baseUrl: 'https://x.example/p' }))).toMatch(
    /^<plan-subscribe base-url="https:/,
  );
  const names = Object.values(components).map(({ displayName }) => displayName);
  expect(new Set(listedElements().map(({ className }) => className.replace(/Element$/, '')))).toEqual(new Set(names));
});

test('listeners and properties are sorted by their names', () => {
  const hear = (): undefined => undefined;
  void P2pTransferElement.observedAttributes;
  const { attributes, properties, listeners } = sortProps(P2pTransferElement, {
    onCheckoutCardRemove: hear,
    onCheckoutReady: undefined,
    onClick: hear,
    resolveStatus: prepare,
    saveCard: 'agreed',
    customer: undefined,
    children: 'text',
  });
  expect(attributes).toEqual({ onClick: hear, 'save-card': 'agreed', children: 'text' });
  expect([...properties]).toEqual([
    ['resolveStatus', prepare],
    ['customer', undefined],
  ]);
  expect([...listeners]).toEqual([['checkout-card-remove', hear]]);
});
