/** A member of any value; undefined when it is missing or inherited. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** The member at the end of a dotted path. */
export const at = (value: unknown, path: string): unknown => path.split('.').reduce(member, value);

/** A type as the field tables of the spec name it. */
export interface FieldType {
  readonly type: string;
  readonly is: (value: unknown) => boolean;
}

/** A field table of the spec: field names to types. */
export type Table = Readonly<Record<string, FieldType>>;

const kind = (type: string, is: (value: unknown) => boolean): FieldType => ({ type, is });

export const someText = kind('a string', (value) => typeof value === 'string' && value !== '');
export const bool = kind('a boolean', (value) => typeof value === 'boolean');
export const integer = kind('an integer', Number.isSafeInteger);
export const float = kind('a number', (value) => typeof value === 'number' && Number.isFinite(value));
export const object = kind('an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value));
export const url = kind(
  'an absolute URL',
  (value) => typeof value === 'string' && /^https?:\/\/[^/]/.test(value) && URL.canParse(value),
);
export const currency = kind('an ISO 4217 code', (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value));

/** Spec 2.1: YYYY-MM-DDThh:mm:ssTZD. */
export const timestamp = kind(
  'a time as YYYY-MM-DDThh:mm:ssTZD',
  (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
);

export const exactly = (expected: string | number | boolean | null): FieldType =>
  kind(JSON.stringify(expected), (value) => value === expected);
export const oneOf = (...values: readonly (string | number | boolean | null)[]): FieldType =>
  kind(`one of ${values.join(', ')}`, (value) => values.some((one) => one === value));
export const pattern = (type: string, expression: RegExp): FieldType =>
  kind(type, (value) => typeof value === 'string' && expression.test(value));
export const orNull = ({ type, is }: FieldType): FieldType => kind(`${type} or null`, (value) => value === null || is(value));
/** A field that is not always sent. */
export const ifSent = ({ type, is }: FieldType): FieldType =>
  kind(`${type}, null or absent`, (value) => value === null || value === undefined || is(value));

/** An array of some of these names. */
export const namesAmong = (...names: readonly string[]): FieldType =>
  kind(
    `an array among ${names.join(', ')}`,
    (value) => Array.isArray(value) && value.every((name) => names.includes(name as string)),
  );
