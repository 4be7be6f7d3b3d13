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

test('reads what to allow: the key by its thumbprint, the address without its slash', async () => {
  await expect(readFieldsArguments(ALL)).resolves.toEqual({
    out: 'x',
    host: 'gateway',
    addresses: ['https://checkout.example'],
    keys: [shop.thumbprint],
    parents: ['https://shop.example'],
    guard: 'optional',
  });
  await expect(readFieldsArguments([...ALL, '--guard', 'required'])).resolves.toMatchObject({ guard: 'required' });
  await expect(readFieldsArguments([...ALL, '--font', 'Open Sans 600=https://shop.example/open.woff2'])).resolves.toMatchObject({
    fonts: { 'Open Sans 600': 'https://shop.example/open.woff2' },
  });
  await expect(readFieldsArguments([...ALL, '--guard', 'on'])).rejects.toThrow(
    '--guard: expected required or optional; got "on".',
  );
  await expect(readFieldsArguments([...ALL, '--same-host', '--key', shop.thumbprint])).resolves.toMatchObject({
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
])('refuses %s', async (_, words, text) => {
  await expect(readFieldsArguments(words)).rejects.toThrow(text);
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

test.each(['--help', '-h'])('%s requests help, even if other options are missing', async (flag) => {
  await expect(readFieldsArguments([flag])).resolves.toBeUndefined();
});

/** What the document has to be served with, written by hand; `a()` and `b{}` by their SHA-256 from openssl. */
const headersFor = (resourcePolicy: string, sandbox = ''): readonly (readonly [name: string, value: string])[] => [
  ['Content-Type', 'text/html; charset=utf-8'],
  [
    'Content-Security-Policy',
    "default-src 'none'; script-src 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='; " +
      "style-src 'sha256-7yqHVAesot11p6HczDsgKRipvI5UPgs97z80zNXlans='; connect-src 'none'; " +
      "frame-ancestors https://shop.example; base-uri 'none'; form-action 'none'; " +
      `require-trusted-types-for 'script'; trusted-types lit-html${sandbox}`,
  ],
  ['Cross-Origin-Embedder-Policy', 'require-corp'],
  ['Cross-Origin-Resource-Policy', resourcePolicy],
  [
    'Permissions-Policy',
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), ' +
      'gyroscope=(), hid=(), identity-credentials-get=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), ' +
      'midi=(), payment=(), picture-in-picture=(), publickey-credentials-create=(), publickey-credentials-get=(), ' +
      'screen-wake-lock=(), serial=(), storage-access=(), usb=(), xr-spatial-tracking=()',
  ],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
];

test.each([
  ['a gateway', [], headersFor('cross-origin')],
  ['the host of the pages', ['--same-host'], headersFor('same-origin', '; sandbox allow-scripts allow-forms')],
] as const)('writes the document for %s, all its headers for each kind of server, and its hash', async (_, flags, headers) => {
  const out = join(folder, flags.join(), 'fields');
  const command = (await readFieldsArguments([...ALL, ...flags]))!;
  const output = await writeFields({ ...command, out }, pathToFileURL(`${folder}/`));
  const read = (name: string): string => readFileSync(join(out, name), 'utf8');
  const html = `<i>https://shop.example</i><b>${shop.thumbprint}</b><script>a()</script>`;
  expect(read('index.html')).toBe(html);
  expect(read('hashes.txt')).toBe(`${createHash('sha256').update(html).digest('hex')}  index.html\n`);
  expect(read('headers.txt')).toBe(headers.map(([name, value]) => `${name}: ${value}\n`).join(''));
  const [, ...others] = headers;
  expect(read('nginx.conf').split('\n').slice(1, -1)).toEqual([
    // nginx writes the type itself, and the character set with it.
    'default_type text/html; charset utf-8;',
    ...others.map(([name, value]) => `add_header ${name} "${value}" always;`),
  ]);
  expect(read('Caddyfile').split('\n').slice(1, -1)).toEqual([
    'header /fields/* {',
    ...headers.map(([name, value]) => `\t${name} "${value}"`),
    '}',
  ]);
  expect(read('_headers').split('\n').slice(0, -1)).toEqual([
    '/fields/*',
    ...headers.map(([name, value]) => `  ${name}: ${value}`),
  ]);
  expect(JSON.parse(read('vercel.json'))).toEqual({
    headers: [{ source: '/fields/(.*)', headers: headers.map(([key, value]) => ({ key, value })) }],
  });
  expect(output).toContain(shop.thumbprint);
});
