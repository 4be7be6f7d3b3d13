// The part of Lit that the fields use. The build of the frame puts it in the place of `lit`.
import type { Template } from './template.js';

/** What shows nothing, and removes an attribute. */
export const nothing = Symbol('nothing');

/** A template; its tag in Lit distinguishes markup from SVG, here the elements around it do. */
export const html = (strings: readonly string[], ...values: readonly unknown[]): Template => ({ strings, values });

export const svg = html;
