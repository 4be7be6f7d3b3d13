// Doc comments: a description, then tags.

/**
 * @typedef {object} Tag
 * @property {string} name without the at sign.
 * @property {string | undefined} type the text in braces.
 * @property {string} subject the name before the hyphen; may be empty.
 * @property {string} text
 */

/** @typedef {{ description: string, tags: Tag[] }} Doc */

const TAG = /^(?<name>\w+)(?:\s+\{(?<type>[^}]*)\})?(?:\s+(?<rest>[^]*))?$/;

/** @param {string} text */
function joinLines(text) {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n\n');
}

/** @param {string} text */
function readTag(text) {
  const { name = '', type, rest = '' } = TAG.exec(text.trim())?.groups ?? {};
  // A hyphen with spaces ends the subject; names such as `checkout-url` contain hyphens without spaces.
  const { subject = '', text: described = rest } = /^(?<subject>[^]*?)(?:^|\s+)-\s+(?<text>[^]*)$/.exec(rest)?.groups ?? {};
  return { name, type, subject: subject.trim(), text: joinLines(described) };
}

/**
 * Reads a doc comment.
 *
 * @param {string} comment between its first `*` and its end.
 * @returns {Doc}
 */
export function readDocComment(comment) {
  const text = comment.replaceAll(/^[ \t]*\*? ?/gm, '');
  const [description = '', ...tags] = text.split(/^@(?=\w)/m);
  return { description: joinLines(description), tags: tags.map(readTag) };
}
