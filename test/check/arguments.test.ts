import { expect, test } from 'vitest';
import { readArguments, UsageError } from '../../src/check/arguments.js';

const ADDRESS = 'https://shop.example/pay';

test.each<[string, string[], object]>([
  ['an address', ['check', ADDRESS], { address: ADDRESS, json: false, ignored: [], patience: 10_000 }],
  ['a bare host', ['check', 'https://shop.example'], { address: 'https://shop.example/' }],
  ['JSON', ['check', '--json', ADDRESS], { json: true }],
  ['findings to ignore', ['check', ADDRESS, '--ignore', 'test_mode, console_error'], { ignored: ['test_mode', 'console_error'] }],
  [
    'two --ignore options with equals signs',
    ['check', ADDRESS, '--ignore=test_mode', '--ignore=sandbox_key'],
    { ignored: ['test_mode', 'sandbox_key'] },
  ],
  ['an address with an equals sign', ['check', `${ADDRESS}?a=b`], { address: `${ADDRESS}?a=b` }],
  ['patience in seconds', ['check', ADDRESS, '--patience', '0.5'], { patience: 500 }],
])('reads %s', (_, words, expected) => {
  expect(readArguments(words)).toMatchObject(expected);
});

test.each([[[]], [['--help']], [['check', '-h']]])('%j requests help', (words) => {
  expect(readArguments(words)).toBeUndefined();
});

test.each<[string[], RegExp]>([
  [['verify', ADDRESS], /Expected the command check or fields; came verify/],
  [['check'], /expected one address/],
  [['check', ADDRESS, ADDRESS], /expected one address/],
  [['check', 'shop.example'], /Expected the address of a page.*came "shop.example"/],
  [['check', 'file:///etc/passwd'], /Expected the address of a page/],
  [['check', ADDRESS, '--loud'], /Unknown option '--loud'/],
  [['check', ADDRESS, '--ignore', 'nonsense'], /--ignore: expected codes out of .*element_missing.*came "nonsense"/],
  [['check', ADDRESS, '--ignore'], /--ignore.* argument missing/],
  [['check', ADDRESS, '--ignore', ''], /--ignore: expected codes/],
  [['check', ADDRESS, '--patience', 'long'], /--patience: expected seconds/],
  [['check', ADDRESS, '--patience'], /--patience.* argument missing/],
  [['check', ADDRESS, '--patience', ''], /--patience: expected seconds/],
  [['check', ADDRESS, '--patience', '0'], /--patience: expected seconds/],
])('refuses %j', (words, message) => {
  expect(() => readArguments(words)).toThrow(UsageError);
  expect(() => readArguments(words)).toThrow(message);
});
