import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readErrorBody } from '../../../src/wire/response/error-body.js';
import { withoutPan } from '../../../src/wire/response/without-pan.js';
import { fixture } from '../fixture.js';

const { bodies, none } = fixture('error-bodies') as {
  bodies: { form: string; body: unknown; code?: string; message: string; fields: [string, string[]][] }[];
  none: unknown[];
};

test.each(bodies)('$form', ({ body, code, message, fields }) => {
  expect(readErrorBody(body)).toEqual({
    code,
    message,
    fields: fields.map(([path, messages]) => ({ path: path === '' ? [] : path.split('.'), messages })),
  });
});

test.each(none)('%j is not an error body', (value) => {
  expect(readErrorBody(value)).toBeUndefined();
});

test('an endlessly nested body is read to a limited depth', () => {
  let nested: unknown = ['deep'];
  for (let depth = 0; depth < 50_000; depth += 1) nested = { base: nested };
  expect(readErrorBody({ message: 'Wrong', errors: nested })).toMatchObject({ message: 'Wrong' });
});

test('never throws, whatever the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (message, errors) => {
      const read = readErrorBody({ message, errors });
      for (const { messages } of read?.fields ?? []) expect(messages.length).toBeGreaterThan(0);
      if (read) expect(read.message).not.toBe('');
    }),
  );
});

test.each([
  ['4200000000000000', '****'],
  ['card 4200 0000 0000 0000, declined', 'card ****, declined'],
  ['4200-0000-0000-0000', '****'],
  ['4200\u00a00000\u00a00000\u00a00000', '****'],
  ['420000000000', '****'],
  ['4200000000000000123', '****'],
  ['4200000000000000 123 0130', '****'],
  ['PAN:4200000000000000.', 'PAN:****.'],
  ['4200\u20130000\u20130000\u20130000', '****'],
  ['4200.0000.0000.0000', '****'],
  ['4200 - 0000 - 0000 - 0000', '****'],
  ['4200/0000/0000/0000', '****'],
  ['4200_0000_0000_0000', '****'],
  ['4\u200b200000000000000', '****'],
  ['\uff14\uff12\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10', '****'],
  ['\u0664\u0662\u0660\u0660 \u0660\u0660\u0660\u0660 \u0660\u0660\u0660\u0660 \u0660\u0660\u0660\u0660', '****'],
  ['pan=4200%2D0000%2D0000%2D0000', 'pan=****'],
  ['pan=4200%200000%200000%200000', 'pan=****'],
  ['at 2026-11-21T12:30:00Z, for 100.00 USD', 'at 2026-11-21T12:30:00Z, for 100.00 USD'],
  ['between 21.11.2026, 10:00 and 22.11.2026, 10:00', 'between 21.11.2026, 10:00 and 22.11.2026, 10:00'],
  ['12345678901', '12345678901'],
  ['order 7 of 2026-11-21', 'order 7 of 2026-11-21'],
  ['', ''],
])('%j is shown as %j', (text, shown) => {
  expect(withoutPan(text)).toBe(shown);
});

test('no text keeps twelve consecutive digits, however they are grouped', () => {
  const digit = fc.integer({ min: 0, max: 9 }).map(String);
  const grouped = fc.tuple(
    fc.array(digit, { minLength: 12, maxLength: 19 }),
    fc.constantFrom('', ' ', '-', '\u00a0'),
    fc.integer({ min: 1, max: 6 }),
  );
  fc.assert(
    fc.property(fc.string(), grouped, (before, [digits, gap, size]) => {
      const pan = digits.map((each, index) => (index > 0 && index % size === 0 ? gap : '') + each).join('');
      expect(withoutPan(`${before} ${pan}`)).not.toContain(pan);
    }),
  );
});
