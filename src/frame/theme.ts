import { TOKENS } from '../channel/tokens.js';

/** Lets the fields look as the page has it; a token that is no longer there has its own value again. */
export function applyTokens({ documentElement: root, body }: Document, values: readonly string[]): void {
  for (const [index, name] of TOKENS.entries()) {
    const isOfRoot = name.startsWith('--') || name === 'color-scheme' || name === 'root-font-size';
    const property = name === 'root-font-size' ? 'font-size' : name;
    // One declaration at a time, by script: a style attribute would be refused.
    (isOfRoot ? root : body).style.setProperty(property, values[index] ?? '');
  }
}
