// A source file as a syntax tree with its doc comments.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from '../install.mjs';
import { readDocComment } from './doc-comment.mjs';

/** @typedef {{ type: string, start: number, end: number } & Record<string, any>} Node */

/**
 * @typedef {object} Source
 * @property {string} path from the project's top.
 * @property {Node[]} body the statements, without `export`.
 * @property {(node: Node) => import('./doc-comment.mjs').Doc | undefined} docOf
 * @property {(node: Node) => string} textOf
 */

/**
 * Reads and parses a file.
 *
 * @param {string} path from the project's top.
 * @returns {Source}
 * @throws {Error} at a syntax error.
 */
export function readSource(path) {
  const code = readFileSync(join(root, path), 'utf8');
  const { program, comments, errors } = parseSync(path, code);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
  /** Where a declaration starts: at its `export`, if it has one. @type {Map<Node, number>} */
  const begins = new Map();
  const body = /** @type {Node[]} */ (program.body).map((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return statement;
    begins.set(statement.declaration, statement.start);
    return statement.declaration;
  });
  return {
    path,
    body,
    textOf: (node) => code.slice(node.start, node.end),
    docOf: (node) => {
      const start = begins.get(node) ?? node.start;
      const doc = docs.findLast(({ end }) => end <= start && code.slice(end, start).trim() === '');
      return doc && readDocComment(doc.value.slice(1));
    },
  };
}
