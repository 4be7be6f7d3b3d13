import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MUST_BE_ENCRYPTED, UNREADABLE } from '../../demo/gateway/card/sections.js';
import { SEAL_WINDOW } from '../../demo/gateway/card/unseal.js';
import { allowEveryOrigin } from '../../demo/gateway/http/cross-origin.js';
import { duplicate, unauthorized } from '../../demo/gateway/http/error-response.js';
import { Hono } from 'hono';

const read = (path: string): string => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8');
const page = read('operators.md');

test('operators read the words of the sandbox’s refusals', () => {
  expect(page).toContain(JSON.stringify({ credit_card: { token: [UNREADABLE] } }).replaceAll(/([:,])(?=["{[])/g, '$1 '));
  expect(page).toContain(MUST_BE_ENCRYPTED);
  for (const { answer } of [duplicate('this encrypted card data was already used for a payment'), unauthorized('Bearer')]) {
    expect(page).toContain(`${answer.status} \`${answer.code}\``);
    for (const [text] of Object.values(answer.errors ?? {}) as string[][]) expect(page).toContain(text);
  }
});

test('operators read how long a seal is good for, and how many of them there are to try', () => {
  expect(page).toContain(`at most ${SEAL_WINDOW / 60} minutes from your clock`);
  const { vectors, refused } = JSON.parse(read('samples/seals/sealed-sections.json')) as { vectors: []; refused: [] };
  expect(page).toContain(`has ${vectors.length} requests that must open, with their contents, and ${refused.length} that must`);
});

test('operators read every header that lets a page of another origin in', async () => {
  const app = new Hono().use(allowEveryOrigin).get('/', ({ text }) => text('here'));
  for (const method of ['OPTIONS', 'GET']) {
    const { headers } = await app.request('/', { method });
    const names = [...headers].filter(([name]) => name.startsWith('access-control-'));
    expect(names.length).toBeGreaterThan(1);
    const spelled = (name: string): string => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
    for (const [name, value] of names) expect(page).toContain(`\`${spelled(name)}: ${value}\``);
  }
});
