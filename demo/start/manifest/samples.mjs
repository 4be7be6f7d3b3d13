// The documentation's samples: each is a file below docs/samples, which is type-checked and tested.
import { extname } from 'node:path';

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
      const fence = `\`\`\`${extname(path).slice(1)}\n${read(path).trimEnd()}\n\`\`\``;
      return `<!-- sample ${path} -->\n${fence}\n<!-- /sample ${path} -->`;
    });
  return new Map([...documents].map(([path, document]) => [path, fill(document)]));
}
