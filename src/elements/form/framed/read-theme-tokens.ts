import { isThemeValue, THEME_TOKENS } from '../../../channel/theme-tokens.js';

/** The theme of an element: the values of `THEME_TOKENS`, in their order. A value that is not allowed becomes empty. */
export function readThemeTokens(host: Element): string[] {
  const style = getComputedStyle(host);
  const others: Readonly<Record<string, string | null>> = {
    'root-font-size': getComputedStyle(document.documentElement).fontSize,
    'label-position': host.getAttribute('label-position'),
  };
  return THEME_TOKENS.map((name) => {
    const value = (name in others ? (others[name] ?? '') : style.getPropertyValue(name)).trim();
    return isThemeValue(value) ? value : '';
  });
}
