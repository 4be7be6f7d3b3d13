// The part of Lit that the fields use. The build of the frame replaces `lit` with this file.
import type { Template } from './template.js';

/** A value that shows nothing; as the value of an attribute, it removes the attribute. */
export const nothing = Symbol('nothing');

/** Creates a template. Lit distinguishes HTML from SVG by the tag; here the surrounding element decides. */
export const html = (strings: readonly string[], ...values: readonly unknown[]): Template => ({ strings, values });

export const svg = html;
