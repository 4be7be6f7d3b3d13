import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, inject, test } from 'vitest';
import { findOrInstallInterpreter } from '../../interpreters.mjs';

interface Vectors {
  readonly vectors: { title: string; sections: { credit_card?: { plaintext: Record<string, unknown> } } }[];
  readonly refused: { title: string; refused: unknown }[];
}

const linesOf = ({ stdout }: SpawnSyncReturns<string>): string[] => stdout.trim().split('\n');

test.for([
  ['PHP', 'phpseclib', ['unseal.php']],
  ['Python', 'cryptography', ['unseal.py']],
  ['Ruby', 'ruby', ['unseal.rb']],
  ['Go', 'go', ['run', 'unseal.go']],
] as const)('the reader of seals in %s opens and refuses what it has to', { timeout: 120_000 }, ([, name, args], { skip }) => {
  let program = '';
  try {
    program = findOrInstallInterpreter(name);
  } catch (error) {
    skip((error as Error).message);
  }
  const folder = join(inject('packed').folder, 'docs/samples/seals');
  // Go wants a folder for its cache.
  const env = { HOME: folder, ...process.env };
  const read = (file: string): SpawnSyncReturns<string> =>
    spawnSync(program, [...args, 'key.json', file], { cwd: folder, env, encoding: 'utf8' });
  const document = JSON.parse(readFileSync(join(folder, 'sealed-sections.json'), 'utf8')) as Vectors;
  const titles = [...document.vectors, ...document.refused].map(({ title }) => title);

  const ran = read('sealed-sections.json');
  expect(ran.stderr).toBe('');
  expect(linesOf(ran)).toEqual(titles.map((title) => `ok ${title}`));
  expect(ran.status).toBe(0);

  // It compares: when the file expects something else of each, each differs.
  for (const [index, { sections }] of document.vectors.entries()) {
    const changes = [{ number: '1' }, { jti: '00000000-0000-4000-8000-000000000999' }, { attempt: 'x' }];
    // A source that is no seal: here it is one.
    sections.credit_card ??= { plaintext: { ...changes[1], attempt: 'x' } };
    Object.assign(sections.credit_card.plaintext, changes[index % changes.length]);
  }
  for (const each of document.refused) each.refused = each.refused === 'duplicate' ? ['credit_card'] : 'duplicate';
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(document));
  const differing = read(`${name}.json`);
  expect(linesOf(differing).filter((line) => /^ok|^DIFFERS/.test(line))).toHaveLength(titles.length);
  for (const [index, line] of linesOf(differing).entries()) expect(line).toMatch(`DIFFERS ${titles[index]}: {`);
  expect(differing.status).toBe(1);
});
