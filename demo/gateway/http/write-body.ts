/** Writes a body as JSON. */
export type WriteBody = (body: unknown) => string;

const WHOLE_SECONDS = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z$/;

const withMilliseconds = (name: string, value: unknown): unknown =>
  typeof value === 'string' && /_at$|^active_to$/.test(name) ? value.replace(WHOLE_SECONDS, '$1.000Z') : value;

/** Creates the writer of bodies. With `milliseconds`, times have the family's form instead of spec 2.1's. */
export const createBodyWriter =
  (milliseconds: boolean): WriteBody =>
  (body) =>
    JSON.stringify(body, milliseconds ? withMilliseconds : undefined);
