import { isTokenValue, TOKENS } from '../../../channel/tokens.js';

/** What the page has set for the looks of an element, as texts in the order of `TOKENS`. */
export function readTokens(host: Element): string[] {
  const style = getComputedStyle(host);
  const root = getComputedStyle(document.documentElement);
  return TOKENS.map((name) => {
    const value = (name === 'root-font-size' ? root.fontSize : style.getPropertyValue(name)).trim();
    return isTokenValue(value) ? value : '';
  });
}
