import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { SCHEMA } from '../../../demo/gateway/store/database/migrate.js';
import { MIGRATIONS } from '../../../demo/gateway/store/database/migrations.js';
import { emptyDatabase } from '../../../build/empty-database.mjs';

test('the ready-made database has all tables, so that a start has none to create, and no record', async () => {
  const lite = await PGlite.create({ loadDataDir: new Blob([await readFile(await emptyDatabase())]) });
  const rowsOf = async (query: string) => (await lite.query<Record<string, unknown>>(query)).rows;
  const names = (await rowsOf(`select table_name from information_schema.tables where table_schema = '${SCHEMA}'`)).map(
    ({ table_name: name }) => String(name),
  );
  const counts = new Map<string, unknown>();
  for (const name of names) counts.set(name, (await rowsOf(`select count(*)::integer from "${SCHEMA}"."${name}"`))[0]?.['count']);
  expect(counts.get('migrations')).toBe(MIGRATIONS.length);
  counts.delete('migrations');
  expect(counts.size).toBeGreaterThan(5);
  expect([...counts.values()].every((count) => count === 0)).toBe(true);
  await lite.close();
});
