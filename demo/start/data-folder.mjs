// Where the sandbox keeps its state between runs.
import { join } from 'node:path';
import process from 'node:process';
import { root } from './build/install.mjs';

/** The folder of `npm run gateway`, `npm run demo` and `npm run dev`; git knows nothing of it. */
const FOLDER = join(root, '.sandbox');

/**
 * The gateway's flags, completed by where its state lives unless they say so, or the environment does.
 *
 * @param {readonly string[]} flags
 */
export function withData(flags) {
  const said = process.env.DATABASE_URL || flags.some((flag) => flag === '--data' || flag.startsWith('--data='));
  return said ? [...flags] : [...flags, '--data', FOLDER];
}
