import { expect, test } from 'vitest';
import { readArguments, UsageError } from '../../src/check/arguments.js';

const ADDRESS = 'https://shop.example/pay';

test.each<[string, string[], object]>([
  ['an address', [ADDRESS], { address: ADDRESS, json: false, ignored: [], patience: 10_000 }],
  ['a bare host', ['https://shop.example'], { address: 'https://shop.example/' }],
  ['JSON', ['--json', ADDRESS], { json: true }],
  ['findings to ignore', [ADDRESS, '--ignore', 'test_mode, console_error'], { ignored: ['test_mode', 'console_error'] }],
  [
    'two --ignore options with equals signs',
    [ADDRESS, '--ignore=test_mode', '--ignore=sandbox_key'],
    { ignored: ['test_mode', 'sandbox_key'] },
  ],
  ['an address with an equals sign', [`${ADDRESS}?a=b`], { address: `${ADDRESS}?a=b` }],
  ['patience in seconds', [ADDRESS, '--patience', '0.5'], { patience: 500 }],
])('reads %s', (_, words, expected) => {
  expect(readArguments(words)).toMatchObject(expected);
});

test.each([[['--help']], [['-h']], [[ADDRESS, '-h']]])('%j requests help', (words) => {
  expect(readArguments(words)).toBeUndefined();
});

test.each<[string[], RegExp]>([
  [[], /expected one address/],
  [[ADDRESS, ADDRESS], /expected one address/],
  [['shop.example'], /Expected the address of a page.*got "shop.example"/],
  [['file:///etc/passwd'], /Expected the address of a page.*with http or https; got "file:\/\/\/etc\/passwd"/],
  [['data:text/html,<p2p-transfer>'], /Expected the address of a page/],
  [['javascript:alert(1)'], /Expected the address of a page/],
  [['blob:https://shop.example/1'], /Expected the address of a page/],
  [[ADDRESS, '--loud'], /Unknown option '--loud'/],
  [[ADDRESS, '--ignore', 'nonsense'], /--ignore: expected codes of this list: .*element_missing.*got "nonsense"/],
  [[ADDRESS, '--ignore'], /--ignore.* argument missing/],
  [[ADDRESS, '--ignore', ''], /--ignore: expected codes/],
  [[ADDRESS, '--patience', 'long'], /--patience: expected seconds/],
  [[ADDRESS, '--patience'], /--patience.* argument missing/],
  [[ADDRESS, '--patience', ''], /--patience: expected seconds/],
  [[ADDRESS, '--patience', '0'], /--patience: expected seconds/],
])('refuses %j', (words, message) => {
  expect(() => readArguments(words)).toThrow(UsageError);
  expect(() => readArguments(words)).toThrow(message);
});
