// The folder for the sandbox's state between runs.
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../../build/install.mjs';

/** The folder of `npm run gateway`, `npm run demo` and `npm run dev`; git ignores it. */
const FOLDER = join(root, '.sandbox');

/**
 * The gateway's flags with a folder for its state, unless the flags or the environment already name a place.
 *
 * @param {readonly string[]} flags
 */
export function withData(flags) {
  const isSet = process.env.CHECKOUT_SANDBOX_DATA || flags.some((flag) => flag === '--data' || flag.startsWith('--data='));
  return isSet ? [...flags] : [...flags, '--data', FOLDER];
}
