// Vitest's global setup: a real PostgreSQL server for the tests of the gateway's store.
import type { TestProject } from 'vitest/node';
import { findOrInstallPostgres, startPostgres } from './postgres.mjs';

/** Starts a server of its own, hands its address to the tests, and returns what ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres(findOrInstallPostgres());
  project.provide('postgresUrl', url);
  return stop;
}
