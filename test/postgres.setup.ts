// Vitest's global setup: a real PostgreSQL server for the tests of the gateway's store.
import type { TestProject } from 'vitest/node';
import { findOrInstallPostgres, startPostgres } from './postgres.mjs';

/** Starts a separate server, provides its address to the tests, and returns a function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres(findOrInstallPostgres());
  project.provide('postgresUrl', url);
  return stop;
}
