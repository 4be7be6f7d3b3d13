import { THEME_TOKENS } from '../channel/theme-tokens.js';

/** Applies the page's theme to the fields. A token without a value returns to its default. */
export function applyTokens({ documentElement: root, body }: Document, values: readonly string[]): void {
  for (const [index, name] of THEME_TOKENS.entries()) {
    if (name === 'label-position') {
      body.setAttribute(name, values[index] ?? '');
      continue;
    }
    const isOfRoot = name.startsWith('--') || name === 'color-scheme' || name === 'root-font-size';
    const property = name === 'root-font-size' ? 'font-size' : name;
    // Set by script, one declaration at a time: the frame's policy refuses style attributes.
    (isOfRoot ? root : body).style.setProperty(property, values[index] ?? '');
  }
}
