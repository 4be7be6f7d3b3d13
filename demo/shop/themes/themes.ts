import { meadow } from './meadow.js';
import { midnight } from './midnight.js';
import { paper } from './paper.js';

/** A style sheet on top of the shop's own. */
export interface Theme {
  readonly title: string;
  /** The rules for the elements, which a merchant can copy. */
  readonly elements: string;
  /** The rules for the page around them. */
  readonly page: string;
}

/** Examples of how far custom properties and parts go, by the name in the page's address. */
export const THEMES = { midnight, paper, meadow } as const satisfies Readonly<Record<string, Theme>>;

export type ThemeName = keyof typeof THEMES;

export const isThemeName = (name: string | undefined): name is ThemeName => name !== undefined && Object.hasOwn(THEMES, name);
