import { expect, test } from 'vitest';
import { main } from './main.js';
import { readOptions } from './options.js';
import { redactor } from './answers/redact.js';

const NEEDED = [
  '--gateway-url',
  'https://gateway.example/',
  '--checkout-url',
  'https://checkout.example',
  '--base-url',
  'https://api.example//',
  '--public-key',
  'KEY',
  '--shop-id',
  '7',
];

async function program(...args: readonly string[]) {
  const printed = { out: '', err: '' };
  const code = await main(args, {}, { out: (text) => (printed.out += text), err: (text) => (printed.err += text) });
  return { code, ...printed };
}

test('without arguments it shows how it is used', async () => {
  const { code, out } = await program();
  expect(code).toBe(2);
  expect(out).toMatch(/^Usage: npm run conformance -- --gateway-url/);
});

test('--help shows the same and succeeds', async () => {
  expect((await program('--help')).code).toBe(0);
});

test('all missing options are named at once', async () => {
  const { code, err } = await program('--gateway-url', 'https://gateway.example', '--shop-id', '7');
  expect(code).toBe(2);
  expect(err).toContain('Missing: --checkout-url, --base-url, --public-key, --secret-key.');
});

test.each([
  [['--gateway-url', 'gateway.example'], '--gateway-url takes an http or https address'],
  [['--seed', 'x'], '--seed takes a whole number'],
  [['--rules', 'spec,law'], '--rules takes spec, fact, decision, not law.'],
  [['--other-shop-id', '8'], 'come together'],
  [['--unknown'], '--unknown'],
])('%j is refused', async (args, text) => {
  const { code, err } = await program(...NEEDED, '--secret-key', 'SECRET', ...args);
  expect(code).toBe(2);
  expect(err).toContain(text);
});

test('the secret key comes from the environment, unless the command line has it', () => {
  const secretOf = (...more: readonly string[]) =>
    readOptions([...NEEDED, ...more], { GATEWAY_SECRET_KEY: 'from the environment' })?.run.shop.secretKey;
  expect(secretOf()).toBe('from the environment');
  expect(secretOf('--secret-key', 'given')).toBe('given');
});

test('addresses lose their trailing slashes, and the sections to skip are split', () => {
  const command = readOptions([...NEEDED, '--secret-key', 'S', '--skip', '2.8,4.3', '--skip', '6'], {});
  expect(command?.run.addresses).toEqual({
    gateway: 'https://gateway.example',
    checkout: 'https://checkout.example',
    base: 'https://api.example',
    console: undefined,
  });
  expect(command?.run.skip).toEqual(['2.8', '4.3', '6']);
  expect(command?.run.settings.forms).toEqual(['sealed']);
});

test.each([
  ['a card number', 'the card 4200 0000 0000 0000 is bad', 'the card (redacted) is bad'],
  ['a verification value', '{"verification_value":"987"}', '{"verification_value":"(redacted)"}'],
  ['a member with spaces', '{"number" : "1"}', '{"number" : "(redacted)"}'],
  ['a number that is no text', '{"number":4200}', '{"number":"(redacted)"}'],
  ['the secret', 'Basic SECRET', 'Basic (redacted)'],
  ['a sealed section', `{"x":"${'a'.repeat(60)}.${'b'.repeat(60)}.c.d.e"}`, '{"x":"(redacted)"}'],
  ['nothing else', '{"amount":"1000.50","currency":"USD"}', '{"amount":"1000.50","currency":"USD"}'],
])('%s is redacted', (_, text, shown) => {
  expect(redactor(['SECRET', ''])(text)).toBe(shown);
});
