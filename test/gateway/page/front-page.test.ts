import { expect, test } from 'vitest';
import { Sandbox } from '../sandbox.js';

test('the page at the gateway’s own address explains what it is, and links to the console, the reference and the script', async () => {
  const sandbox = new Sandbox();
  const response = await sandbox.fetch('/', { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const text = await response.text();
  expect(text).toContain('This is a sandbox of a card gateway');
  const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => link);
  expect(links.filter((link) => link.startsWith('/'))).toEqual(['/openapi.json', '/checkout.js']);
  expect(links.filter((link) => link.startsWith('http'))).toEqual([
    expect.stringMatching(/\d$/),
    expect.stringMatching(/\/reference$/),
  ]);
  expect((await sandbox.fetch('/openapi.json')).status).toBe(200);
});

test('/console redirects browsers, but not programs', async () => {
  const sandbox = new Sandbox();
  const response = await sandbox.fetch('/console', { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' });
  expect(response.status).toBe(302);
  const front = await (await sandbox.fetch('/', { headers: { accept: 'text/html' } })).text();
  expect(front).toContain(`<a href="${response.headers.get('location')}">The console</a>`);
  expect((await sandbox.fetch('/console')).status).toBe(404);
});

test('a program whose path leads there, such as /products/.., gets an error body', async () => {
  const response = await new Sandbox().fetch('/products/..');
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json']);
});
