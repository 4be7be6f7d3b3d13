import { LitElement } from 'lit';
import { expect, test } from 'vitest';
import { importKey } from '../../../src/checkout/key.js';
import { sealSections, systemRandom } from '../../../src/checkout/seal.js';
import { InlineFields } from '../../../src/elements/fields/inline-fields.js';
import { en } from '../../../src/locales/en.js';
import { canary } from '../watch-leaks.js';
import { PAYS, attributesOf } from '../payer.js';

type Key = Awaited<ReturnType<typeof importKey>>;

class Host extends LitElement {
  import: (key: Key) => void = () => undefined;
  readonly key = new Promise<Key>((resolve) => (this.import = resolve));
  readonly cards = new InlineFields(this, {
    legends: { credit_card: 'card' },
    sealer: async () => {
      const key = await this.key;
      return { thumbprint: key.thumbprint, seal: (sections, binding) => sealSections(sections, binding, key, systemRandom) };
    },
    remove: () => undefined,
    now: () => Date.now(),
    press: () => undefined,
  });
  override render() {
    return this.cards.render(en);
  }
}
customElements.define('stale-seal-host', Host);

test('a number that changes while the key is being imported is not sealed for the old one’s price', async () => {
  const host = new Host();
  document.body.append(host);
  await host.updateComplete;
  const number = host.renderRoot.querySelector('input')!;
  const type = (digits: string): void => {
    canary.keepPan(digits);
    number.focus();
    number.value = digits;
    number.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  type(PAYS);
  const binding = { operation: 'check', amount: 100, currency: 'USD', issuedAt: Date.now() } as const;
  const first = host.cards.seal(binding, host.cards.state.revision);
  type('4111111111111111');
  host.import(await importKey(attributesOf()['public-key']!));
  expect(await first).toBeUndefined();
  expect(await host.cards.seal(binding, host.cards.state.revision)).toHaveProperty('credit_card.token');
  host.remove();
});
