// The documentation's samples: each is a file below docs/samples, which is type-checked and tested.
import { extname } from 'node:path';

/** The languages of extensions that do not name one themselves. @type {Readonly<Record<string, string>>} */
const LANGUAGES = { mjs: 'js', env: 'sh' };

const PLACE = /<!-- sample (\S+) -->\n(?:.*?\n)??<!-- \/sample \1 -->/gs;

/**
 * Fills samples into their places in the documents, between `<!-- sample path -->` and `<!-- /sample path -->`.
 *
 * @param {ReadonlyMap<string, string>} documents
 * @param {(path: string) => string} read a sample by its path below docs/samples.
 * @returns {Map<string, string>} the documents with their samples.
 */
export function fillSamples(documents, read) {
  const fill = (/** @type {string} */ document) =>
    document.replaceAll(PLACE, (_, /** @type {string} */ path) => {
      const extension = extname(path).slice(1);
      const fence = `\`\`\`${LANGUAGES[extension] ?? extension}\n${read(path).trimEnd()}\n\`\`\``;
      return `<!-- sample ${path} -->\n${fence}\n<!-- /sample ${path} -->`;
    });
  return new Map([...documents].map(([path, document]) => [path, fill(document)]));
}
