import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Makes an empty database on the tests' PostgreSQL server and returns its URL. Each program that starts the gateway
 * needs its own: all programs use the same schema, and would share its clock, its work and its locks. It is removed
 * with the server.
 */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `of_${randomUUID().replaceAll('-', '_')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  return serverUrl.replace(/[^/]*$/, name);
}
