import { describe, expect, test } from 'vitest';
import { document, element, OWN_SCRIPT } from './checked-page.js';
import { useCheck } from './use-check.js';

describe('a name that is none of ours is found:', () => {
  const { check, serve } = useCheck();

  /** Checks a page whose script gets the element as `element`. */
  async function found(script: string, attributes: Readonly<Record<string, string>> = {}) {
    const body = `const element = globalThis.document.querySelector('p2p-transfer'); ${script}`;
    serve('https://shop.example/more.js', { type: 'text/javascript', body });
    const { report } = await check(document(`${element(attributes)}${OWN_SCRIPT}<script src="/more.js" defer></script>`));
    return report.findings.map(({ code, cure }) => `${code}: ${cure}`);
  }
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
});
