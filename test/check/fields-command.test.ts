import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFieldsArguments, writeFields } from '../../src/check/fields-command.js';
import { openShop, SANDBOX_SHOPS } from '../../demo/gateway/shop/shops.js';

const shop = openShop(SANDBOX_SHOPS[0]!);
const ALL = [
  '--out',
  'x',
  '--checkout-url',
  'https://checkout.example/',
  '--key',
  shop.publicKey,
  '--parent',
  'https://shop.example',
];
const without = (name: string): string[] => ALL.filter((word, index) => word !== name && ALL[index - 1] !== name);

test('reads what to allow: the key by its thumbprint, the address without its slash', () => {
  expect(readFieldsArguments(ALL)).toEqual({
    out: 'x',
    host: 'gateway',
    addresses: ['https://checkout.example'],
    keys: [shop.thumbprint],
    parents: ['https://shop.example'],
    guard: 'optional',
  });
  expect(readFieldsArguments([...ALL, '--guard', 'required'])).toMatchObject({ guard: 'required' });
  expect(() => readFieldsArguments([...ALL, '--guard', 'on'])).toThrow('--guard: expected required or optional; came "on".');
  expect(readFieldsArguments([...ALL, '--same-host', '--key', shop.thumbprint])).toMatchObject({
    host: 'merchant',
    keys: [shop.thumbprint, shop.thumbprint],
  });
});

test.each([
  ['no folder', without('--out'), /--out/],
  ['no address', without('--checkout-url'), /--checkout-url/],
  ['no key', without('--key'), /--key/],
  ['no parent', without('--parent'), /--parent/],
  ['a parent with a path', [...ALL, '--parent', 'https://shop.example/pay'], /expected an origin/],
  ['a parent without https', [...ALL, '--parent', 'http://shop.example'], /https/],
  ['any page as a parent', [...ALL, '--parent', '*'], /--parent/],
  ['a text that is not a key', [...ALL, '--key', 'MIIBIjANBg'], /--key: expected an RSA public key/],
  ['an unknown option', [...ALL, '--parents', 'https://shop.example'], /--parents/],
])('refuses %s', (_, words, text) => {
  expect(() => readFieldsArguments(words)).toThrow(text);
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fields-'));
  const files = {
    'fields.html': '<i>%parents%</i><b>%keys%</b><script>%script%</script>',
    'fields.js': 'a()',
    'fields.css': 'b{}',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['--help', '-h'])('%s requests help, whatever else is missing', (flag) => {
  expect(readFieldsArguments([flag])).toBeUndefined();
});

test('writes the document, its headers for three kinds of servers, and its hash', async () => {
  const out = join(folder, 'out/fields');
  const said = await writeFields({ ...readFieldsArguments(ALL)!, out }, pathToFileURL(`${folder}/`));
  const read = (name: string): string => readFileSync(join(out, name), 'utf8');
  const html = `<i>https://shop.example</i><b>${shop.thumbprint}</b><script>a()</script>`;
  expect(read('index.html')).toBe(html);
  expect(read('hashes.txt')).toBe(`${createHash('sha256').update(html).digest('hex')}  index.html\n`);
  const [, policy = ''] = /^Content-Security-Policy: (.*)$/m.exec(read('headers.txt')) ?? [];
  expect(policy).toContain("default-src 'none'; script-src 'sha256-");
  expect(policy).toContain('frame-ancestors https://shop.example;');
  expect(read('nginx.conf')).toContain(`add_header Content-Security-Policy "${policy}" always;`);
  expect(read('Caddyfile')).toContain(`Content-Security-Policy "${policy}"`);
  expect(said).toContain(shop.thumbprint);
});
