import { expect, test } from 'vitest';
import { gatherLines } from '../../../demo/gateway/log/gather-lines.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function gathering() {
  const writes: string[] = [];
  return { writes, lines: gatherLines({ write: (text) => writes.push(text) }) };
}

test('the lines of one turn are written together, in their order', async () => {
  const { writes, lines } = gathering();
  lines.write('one\n');
  lines.write('two\n');
  expect(writes).toEqual([]);
  await nextTurn();
  lines.write('three\n');
  await nextTurn();
  expect(writes).toEqual(['one\ntwo\n', 'three\n']);
});

test('a flush writes at once, and nothing is written twice', async () => {
  const { writes, lines } = gathering();
  lines.write('last words\n');
  lines.flush();
  expect(writes).toEqual(['last words\n']);
  await nextTurn();
  expect(writes).toEqual(['last words\n']);
});
