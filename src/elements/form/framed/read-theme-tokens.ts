import { isThemeValue, THEME_TOKENS } from '../../../channel/theme-tokens.js';

/** The theme of an element: the values of `THEME_TOKENS`, in their order. A value that is not allowed becomes empty. */
export function readThemeTokens(host: Element): string[] {
  const style = getComputedStyle(host);
  const root = getComputedStyle(document.documentElement);
  return THEME_TOKENS.map((name) => {
    const value = (name === 'root-font-size' ? root.fontSize : style.getPropertyValue(name)).trim();
    return isThemeValue(value) ? value : '';
  });
}
