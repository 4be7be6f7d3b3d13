import type { PropertyDeclaration, PropertyDeclarations } from 'lit';
import { attributeOf } from './attribute-name.js';
import type { SettingReader } from './setting-reader.js';

/**
 * One attribute of an element, as a row of its table: the element's property, its type, its default, what reads it, and by its doc
 * comment the manifest and the documentation come from it.
 */
export interface Attribute<Read, Given = string | null> {
  /** For Lit, beside the attribute's name. */
  readonly declaration: PropertyDeclaration;
  /** Reads it, and reports what is wrong with it. */
  readonly read: (reader: SettingReader, property: string) => Read;
  /** What the property can be set to; only for the compiler. */
  readonly given?: Given;
}

/** The attributes of an element, by the names of their properties. */
export type AttributeTable = Readonly<Record<string, Attribute<unknown, unknown>>>;

/** The properties of the attributes, as a page sets them. */
export type Properties<Table> = { [Name in keyof Table]: Table[Name] extends Attribute<unknown, infer Given> ? Given : never };

/** The attributes as they were read. */
export type Readings<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Attribute<infer Read, unknown> ? Read : never;
};

const attribute = <Read, Given = string | null>(
  read: Attribute<Read, Given>['read'],
  declaration: PropertyDeclaration = {},
): Attribute<Read, Given> => ({ declaration, read });

/** Any text; undefined when it is absent or empty. */
export const text = () => attribute((reader, name) => reader.text(name) || undefined);

/** A text that may not be missing. */
export const required = (expected: string, cure: string) => attribute((reader, name) => reader.required(name, expected, cure));

/** One of a set of words; the first is the default. */
export const word = <Word extends string>(...words: readonly [Word, ...Word[]]) =>
  attribute<Word, Word | null>((reader, name) => reader.word(name, words));

/** One of a set of words, by which the element's own styles are chosen. */
export const look = <Word extends string>(...words: readonly [Word, ...Word[]]) =>
  attribute<Word, Word | null>((reader, name) => reader.word(name, words), { reflect: true });

/** Several words, separated by spaces. */
export const words = () => attribute((reader, name) => reader.words(name) ?? []);

/** An https address. */
export const address = () => attribute((reader, name) => reader.address(name));

/** The origins of several addresses, separated by spaces. */
export const origins = () => attribute((reader, name) => reader.origins(name));

/** A sum in minor units. */
export const sum = () => attribute<number | undefined, string | number | null>((reader, name) => reader.sum(name));

/** On when its attribute is there, whatever its value. */
export const toggle = () => attribute<void, boolean>((reader, name) => reader.flag(name), { type: Boolean });

/** On when its attribute is there; only one value means more. */
export const toggleOr = <Word extends string>(more: Word) =>
  attribute<void, boolean | Word>((reader, name) => reader.flag(name, more), {
    type: Boolean,
    converter: (value: string | null) => (value === more ? more : value !== null),
  });

/** A language tag. */
export const language = () =>
  attribute<void, string>((reader, name) => reader.language(name), { converter: (value: string | null) => value || 'en' });

/** Lit's declarations of the properties. */
export const declared = (table: AttributeTable): PropertyDeclarations =>
  Object.fromEntries(
    Object.entries(table).map(([name, { declaration }]) => [name, { attribute: attributeOf(name), ...declaration }]),
  );

/** The attributes of every element. */
export const COMMON_ATTRIBUTES = {
  /**
   * Keeps the payer from using the element, as with any control of a form; a `<fieldset disabled>` around it has the same effect. What was
   * typed stays, and a payment under way goes on.
   */
  disabled: toggle(),
  /**
   * The language of the element, the gateway's pages and its e-mails, for example `ru` or `ar-EG`. `auto` takes the first that the
   * element has: of the page's `lang` around it, then of the payer's browser.
   * @default en
   */
  language: language(),
  /**
   * A set of custom properties to begin with: `flat` without shadows, `dark` on any page, `contrast` for pages whose payers need it. What
   * your page sets on the element replaces them.
   */
  theme: look('own', 'flat', 'dark', 'contrast'),
};

/** Reads all attributes of a table. */
export const readAll = <Table extends AttributeTable>(reader: SettingReader, table: Table): Readings<Table> =>
  Object.fromEntries(Object.entries(table).map(([name, { read }]) => [name, read(reader, name)])) as Readings<Table>;
