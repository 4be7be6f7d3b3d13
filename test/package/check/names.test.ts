import { describe, expect, test } from 'vitest';
import { document, element, OWN_SCRIPT } from './checked-page.js';
import { useCheck } from './use-check.js';

/** How long to wait for an element that never becomes ready, in milliseconds. */
const SOON = 500;

describe('a name that is none of ours is found:', () => {
  const { check, serve } = useCheck();

  /** Checks a page whose script gets the element as `element`. */
  async function findings(script: string, attributes: Readonly<Record<string, string>> = {}) {
    const body = `const element = globalThis.document.querySelector('p2p-transfer'); ${script}`;
    serve('https://shop.example/more.js', { type: 'text/javascript', body });
    const { report } = await check(document(`${element(attributes)}${OWN_SCRIPT}<script src="/more.js" defer></script>`));
    return report.findings;
  }
  const found = async (...given: Parameters<typeof findings>) =>
    (await findings(...given)).map(({ code, cure }) => `${code}: ${cure}`);
  const HEAR = /^event_unknown: Listen to checkout-outcome\b/;

  test.each([
    ["element.addEventListener('checkout-sucess', () => {})", HEAR],
    ["element.addEventListener('checkout-outcom', () => {})", HEAR],
    ["element.addEventListener('success', () => {})", HEAR],
    ["element.addEventListener('CheckoutOutcome', () => {})", HEAR],
    ["addEventListener('checkout-success', () => {})", HEAR],
    ["document.body.addEventListener('checkout-outcomes', () => {})", HEAR],
    [
      'element.onCheckoutOutcome = () => {}',
      /^property_unknown: Set it in a script: element\.addEventListener\('checkout-outcome'/,
    ],
    ['element.onsuccess = () => {}', /^property_unknown: Set it in a script: element\.addEventListener\('checkout-outcome'/],
    ["element.publickey = 'MIIB'", /^property_unknown: Write publicKey\./],
    ["element.returnURL = '/paid'", /^property_unknown: Write returnUrl\./],
    ['element.resolveStaus = async () => {}', /^property_unknown: Write resolveStatus\./],
    ["element.locale = 'ru'", /^property_unknown: Write language\./],
  ])('%s', async (script, cure) => {
    expect(await found(script)).toEqual([expect.stringMatching(cure)]);
  });

  test('none in what frameworks and other libraries do to an element', async () => {
    const script = `
      for (const type of ['click', 'input', 'focusin', 'change', 'submit', 'keydown', 'transitionend', 'turbo:load', 'checkout-outcome'])
        element.addEventListener(type, { handleEvent() {} });
      addEventListener('checkout-drawer-opened', () => {});
      document.addEventListener('success', () => {});
      Object.assign(element, { __reactProps$k3: {}, _vei: {}, __ngContext__: 1, __svelte_meta: {}, $$click() {}, l: {} });
      element['__zone_symbol__checkout-outcomefalse'] = [];
      element.ownData = {};`;
    expect(await found(script)).toEqual([]);
  });

  test('attributes of other products, with the one of ours that does it', async () => {
    const attributes = { locale: 'ru', 'success-url': '/thanks', onsuccess: 'thank()', 'client-secret': 'pi_1', interval: '3' };
    expect(await found('', attributes)).toEqual([
      'attribute_unknown: Write language.',
      'attribute_unknown: Write return-url.',
      expect.stringMatching(/^attribute_unknown: .*prepare/),
      expect.stringMatching(/^listener_without_effect: .*'checkout-outcome'/),
      expect.stringMatching(/^attribute_foreign: .*docs\/reference\/p2p-transfer\.md/),
    ]);
  });

  test('a tag that another script has defined first', async () => {
    const body = "customElements.define('p2p-transfer', class Other extends HTMLElement {});";
    serve('https://shop.example/other.js', { type: 'text/javascript', body });
    const { codes, report } = await check(
      document(`<script src="/other.js"></script>${element()}${OWN_SCRIPT}`),
      undefined,
      SOON,
    );
    expect(codes).toEqual(['tag_taken']);
    expect(report.findings[0]?.what).toContain('another script');
  });

  test('a resolveStatus that returns a text, as the element reports it', async () => {
    const script = "element.resolveStatus = async () => 'successful'";
    expect(await findings(script, { 'tracking-id': 'order-1' })).toMatchObject([
      {
        code: 'element_error',
        what: expect.stringMatching(/Expected resolveStatus to return \{outcome: .*; it returned "successful"\./) as string,
        cure: 'Correct the function, or what your server answers to it.',
      },
    ]);
  });
});
