import { expect, test } from 'vitest';
import { Sandbox } from './sandbox.js';

const get = async (sandbox: Sandbox, path: string) => {
  const response = await sandbox.fetch(path, { headers: { origin: 'https://docs.example' } });
  return { headers: response.headers, body: (await response.json()) as Record<string, unknown> };
};

test.each([
  ['product', 'prd_example', { name: 'Green tea, 100 g', amount: 1250, currency: 'USD', infinite: true }],
  ['plan', 'pln_example', { title: 'Tea club', currency: 'USD', plan: { amount: 1000, interval: 1, interval_unit: 'month' } }],
])('a page of any origin reads the example %s, which is the same each time', async (name, id, terms) => {
  const sandbox = new Sandbox();
  const answers = await Promise.all([get(sandbox, `/examples/${name}`), get(sandbox, `/examples/${name}`)]);
  const [first, second] = answers;
  for (const { headers, body } of answers) {
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body).toMatchObject({ id, ...terms });
  }
  expect(first?.body).toEqual(second?.body);
  const offered = await sandbox.fetch(new URL(String(first?.body['confirm_url'])).pathname, {
    headers: { accept: 'application/json', ...(await sandbox.bearer('sealed')) },
  });
  expect(offered.status).toBe(200);
});

test('a shop has no product before its example was asked for', async () => {
  const sandbox = new Sandbox();
  expect((await sandbox.get('/products', 'sealed')).body).toEqual([]);
  await sandbox.fetch('/examples/product');
  expect((await sandbox.get('/products', 'sealed')).body).toMatchObject([{ id: 'prd_example' }]);
});
