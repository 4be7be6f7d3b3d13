import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import * as errors from '../src/errors.js';
import type { AnyCheckoutError, CheckoutErrorCode } from '../src/errors.js';
import type { CheckoutErrorEvent } from '../src/events.js';

test('every error that an element can report is in the union of the types', () => {
  const declared = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/^(merchant|check)[\\/]/.test(name))
    .flatMap((name) => [...readFileSync(join('src', name), 'utf8').matchAll(/class (\w+) extends CheckoutError\b/g)])
    .map(([, name]) => name);
  const [, union = ''] = /type AnyCheckoutError =([^;]*);/.exec(readFileSync('src/elements/any-error.ts', 'utf8')) ?? [];
  expect(declared.length).toBeGreaterThan(10);
  expect(new Set([...union.matchAll(/\w+/g)].map(([name]) => name))).toEqual(new Set(declared));
  expect(Object.keys(errors)).toEqual(expect.arrayContaining(declared));
});

test('a listener gets a literal code, which tells the classes apart', () => {
  expectTypeOf<CheckoutErrorEvent['error']>().toEqualTypeOf<AnyCheckoutError>();
  expectTypeOf<CheckoutErrorEvent['error']['code']>().toEqualTypeOf<CheckoutErrorCode>();
  expectTypeOf<Extract<AnyCheckoutError, { code: 'setting_invalid' }>['setting']>().toEqualTypeOf<string>();
});
