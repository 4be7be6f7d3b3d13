import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fieldsPage, type FieldsPermissions } from '../../src/hosting/fields-page.js';

const FILES = {
  html: '<meta content="%parents%|%keys%|%addresses%"><style>%style%</style><script>%script%</script>',
  script: 'a()',
  style: 'b{}',
};
const PERMISSIONS: FieldsPermissions = {
  host: 'gateway',
  parents: ['https://shop.example', 'http://localhost:*'],
  keys: ['NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'],
  addresses: ['https://checkout.example'],
};
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const rules = async (change: Partial<FieldsPermissions> = {}): Promise<Map<string, string>> => {
  const { headers } = await fieldsPage(FILES, { ...PERMISSIONS, ...change });
  return new Map(
    headers['Content-Security-Policy']!.split('; ').map((rule) => {
      const [name = '', ...values] = rule.split(' ');
      return [name, values.join(' ')];
    }),
  );
};

test('the document contains the script, the style sheet, and its limits', async () => {
  const { html } = await fieldsPage(FILES, PERMISSIONS);
  expect(html).toBe(
    `<meta content="https://shop.example http://localhost:*|${PERMISSIONS.keys[0]}|https://checkout.example"><style>b{}</style><script>a()</script>`,
  );
});

test('the policy allows only the script and the style sheet, by their hashes', async () => {
  expect(Object.fromEntries(await rules())).toEqual({
    'default-src': "'none'",
    'script-src': hash('a()'),
    'style-src': hash('b{}'),
    'connect-src': "'none'",
    'frame-ancestors': 'https://shop.example http://localhost:*',
    'base-uri': "'none'",
    'form-action': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'lit-html',
  });
});

test('hosted by the merchant, the document is sandboxed and allows only the merchant’s own host', async () => {
  expect((await rules({ host: 'merchant' })).get('sandbox')).toBe('allow-scripts allow-forms');
  const { headers } = await fieldsPage(FILES, { ...PERMISSIONS, host: 'merchant' });
  expect(headers['Cross-Origin-Resource-Policy']).toBe('same-origin');
});

test('the other headers isolate the document, and keep it out of caches', async () => {
  const { headers } = await fieldsPage(FILES, PERMISSIONS);
  expect(headers).toMatchObject({
    'Content-Type': 'text/html; charset=utf-8',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  expect(headers['Permissions-Policy']).toMatch(/^([\w-]+=\(\)(, )?)+$/);
  expect(headers['Permissions-Policy']).not.toContain('shared-autofill');
});

test.each([
  ['parents', ['https://a.example; script-src *']],
  ['parents', ['https://a.example" onload="x']],
  ['parents', ["'self'"]],
  ['parents', []],
  ['keys', []],
  ['addresses', ['https://a.example/ b']],
])('refuses %s that would change the document or a header: %j', async (name, words) => {
  await expect(fieldsPage(FILES, { ...PERMISSIONS, [name]: words })).rejects.toThrow(name);
});

test.each(['"</script>"', '"<!-- a"'])('refuses a script with %s, which would end the script element', async (script) => {
  await expect(fieldsPage({ ...FILES, script }, PERMISSIONS)).rejects.toThrow('Expected a script without');
});
