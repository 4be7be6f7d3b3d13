import { expect, test } from 'vitest';
import '../../../src/define.js';
import { importKey } from '../../../src/checkout/key.js';
import { configure } from '../../../src/index.js';
import { gateway, otherKey } from '../gateway.js';
import { mount } from '../payer.js';

test('publicKeys takes RFC 7638 thumbprints: of the credential key, and of the sealing key', async () => {
  const [own, other] = [gateway.shop.publicKey, otherKey];
  const { thumbprint } = await importKey(own);
  configure({ publicKeys: [thumbprint] });
  const payer = await mount();
  await payer.pays();
  await payer.learns('successful');
  const stranger = await mount({ 'public-key': other });
  await stranger.sees(stranger.alert());
  expect(stranger.events('checkout-error')[0]?.error).toMatchObject({ code: 'key_not_allowed', setting: 'public-key' });
});
