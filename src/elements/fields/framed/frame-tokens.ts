import { isTokenValue, TOKENS } from '../../../channel/tokens.js';

/** The theme of an element: the values of `TOKENS`, in their order. A value that is not allowed becomes empty. */
export function readTokens(host: Element): string[] {
  const style = getComputedStyle(host);
  const root = getComputedStyle(document.documentElement);
  return TOKENS.map((name) => {
    const value = (name === 'root-font-size' ? root.fontSize : style.getPropertyValue(name)).trim();
    return isTokenValue(value) ? value : '';
  });
}
