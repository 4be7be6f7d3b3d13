import { member } from './table.js';

/**
 * The texts about the parameter at a dotted path in an error body (spec 7.1): nested objects down to a list of texts.
 *
 * @returns undefined unless the parameter is named with a list of at least one text.
 */
export function messagesAt(body: unknown, path: string): readonly string[] | undefined {
  let node = member(body, 'errors');
  for (const name of path.split('.')) {
    // A section that is wrong as a whole has its texts directly.
    node = member(node, name);
  }
  const texts = Array.isArray(node) ? node : undefined;
  return texts && texts.length > 0 && texts.every((text) => typeof text === 'string') ? texts : undefined;
}

/** Whether `errors` has the form of spec 7.1: objects of objects, down to lists of texts. */
export function isErrorTree(node: unknown): boolean {
  if (Array.isArray(node)) return node.length > 0 && node.every((text) => typeof text === 'string' && text !== '');
  return typeof node === 'object' && node !== null && Object.values(node).every(isErrorTree);
}

const plain = (text: unknown): string => String(text).toLowerCase().replaceAll(/[._]/g, ' ');

/** Whether a message contains a text. Gateways write the field's name as it is sent, or as words: `Expired at can't be blank`. */
export const says = (message: unknown, text: string): boolean => plain(message).includes(plain(text));
