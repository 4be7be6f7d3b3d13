import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, inject, test } from 'vitest';
import { findOrInstallInterpreter } from '../../interpreters.mjs';

interface Vector {
  readonly title: string;
  readonly request: { readonly recipient_card?: object; readonly contract?: unknown };
  readonly sections: Readonly<Record<string, { readonly plaintext: Record<string, unknown> }>>;
  readonly unsealed?: readonly string[];
}

/** What a reader has to say of a vector that opens. */
function expected({ title, request, sections, unsealed = [] }: Vector): object {
  const plaintexts = Object.values(sections).map(({ plaintext }) => plaintext);
  const fields = Object.entries(sections).map(([name, { plaintext }]) => {
    const { iat: _i, jti: _j, bound_to: _b, attempt: _a, ...card } = plaintext;
    return [name, card] as const;
  });
  return {
    title,
    sections: { ...Object.fromEntries(fields), ...(request.recipient_card && { recipient_card: request.recipient_card }) },
    ids: [...plaintexts.map(({ jti }) => jti), `attempt ${String(plaintexts[0]?.['attempt'])}`],
    contract: unsealed.includes('contract') ? null : (request.contract ?? null),
  };
}

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
  const { vectors, refused } = JSON.parse(readFileSync(join(folder, 'sealed-sections.json'), 'utf8')) as {
    readonly vectors: readonly Vector[];
    readonly refused: readonly { readonly title: string; readonly refused: unknown }[];
  };
  // Go wants a folder for its cache.
  const env = { HOME: folder, ...process.env };
  const ran = spawnSync(program, [...args, 'key.json', 'sealed-sections.json'], { cwd: folder, env, encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  const said = ran.stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(said).toEqual([...vectors.map(expected), ...refused.map((each) => ({ title: each.title, refused: each.refused }))]);
});
