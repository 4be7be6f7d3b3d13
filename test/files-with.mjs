import { readdirSync, readFileSync } from 'node:fs';

/**
 * Files whose text matches, so that Vitest doesn't load the others for nothing.
 *
 * @param {string} folder
 * @param {string} ending of their names.
 * @param {RegExp} pattern
 */
export const filesWith = (folder, ending, pattern) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => pattern.test(readFileSync(path, 'utf8')));
