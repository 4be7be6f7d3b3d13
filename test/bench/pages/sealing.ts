// Compares sealing: ours, jose alone, and the minimum with WebCrypto.
import { CompactEncrypt } from 'jose';
import { type EncryptionKey, importKey } from '../../../src/checkout/key.js';
import { sealSections, systemRandom } from '../../../src/checkout/seal.js';

declare global {
  var sealingBench: {
    /** Milliseconds of each round, by implementation. */
    seal(publicKey: string, rounds: number): Promise<Record<'ours' | 'jose' | 'raw', number[]>>;
  };
}

// Test numbers of the sandbox.
const SECTIONS = {
  credit_card: { number: '4200000000000000', exp_month: '01', exp_year: '2030', verification_value: '123' },
  recipient_card: { number: '5204240000015029' },
};
const HEADER = { alg: 'RSA-OAEP-256', enc: 'A256GCM', typ: 'JOSE', cty: 'application/json' };

const encoder = new TextEncoder();
/** As many bytes as a sealed section has, made beforehand: the twins only encrypt. */
const plaintext = encoder.encode(JSON.stringify(SECTIONS.credit_card).padEnd(640));

/** base64url without padding (RFC 7515, 2), by the engine itself where it can: the twin has to be as fast as possible. */
function base64url(buffer: ArrayBuffer | Uint8Array): string {
  const bytes = new Uint8Array(buffer) as Uint8Array & { toBase64?(options: object): string };
  if (bytes.toBase64) return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** One compact JWE (RFC 7516) with nothing but WebCrypto. */
async function rawJwe({ cryptoKey, thumbprint }: EncryptionKey): Promise<string> {
  const header = base64url(encoder.encode(JSON.stringify({ ...HEADER, kid: thumbprint })));
  const contentKey = crypto.getRandomValues(new Uint8Array(32));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  // One after the other. All at once they are slower, because each is a round trip to another thread.
  const wrapped = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, cryptoKey, contentKey);
  const key = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: encoder.encode(header) }, key, plaintext);
  const tagAt = sealed.byteLength - 16;
  return [header, ...[wrapped, iv, sealed.slice(0, tagAt), sealed.slice(tagAt)].map(base64url)].join('.');
}

const joseJwe = ({ cryptoKey, thumbprint }: EncryptionKey): Promise<string> =>
  new CompactEncrypt(plaintext).setProtectedHeader({ ...HEADER, kid: thumbprint }).encrypt(cryptoKey);

async function time(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

globalThis.sealingBench = {
  async seal(publicKey, rounds) {
    const key = await importKey(publicKey);
    const binding = { operation: 'transfer', amount: 10_000, currency: 'USD', trackingId: systemRandom.uuid() } as const;
    const contenders = {
      raw: () => Promise.all([rawJwe(key), rawJwe(key)]),
      jose: () => Promise.all([joseJwe(key), joseJwe(key)]),
      ours: () => sealSections(SECTIONS, { ...binding, issuedAt: Date.now() }, key, systemRandom),
    };
    const lengths = [(await contenders.raw())[0].length, (await contenders.ours()).credit_card!.token.length];
    if (lengths[0] !== lengths[1]) throw new Error(`The twins seal different things: ${lengths.join(' and ')} characters.`);
    const times = { raw: [], jose: [], ours: [] } as Record<keyof typeof contenders, number[]>;
    const warmUp = 50;
    for (let round = -warmUp; round < rounds; round += 1) {
      // They take turns in each position: the one after the heaviest has the coldest caches.
      const names = Object.keys(contenders) as (keyof typeof contenders)[];
      for (let place = 0; place < names.length; place += 1) {
        const name = names[(place + round + warmUp) % names.length]!;
        const taken = await time(contenders[name]);
        if (round >= 0) times[name].push(taken);
      }
    }
    return times;
  },
};
