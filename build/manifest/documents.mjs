// The pages of the documentation.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

/**
 * README.md and every page below docs, by the path from the root with forward slashes.
 *
 * @returns {Map<string, string>} each page's text by its path.
 */
export function readDocuments() {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md') && !path.startsWith('docs/.'))
    .sort();
  return new Map(['README.md', ...pages].map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
