import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLoopback, judgeUrl, safeUrl } from '../../src/url/safe-url.js';

describe('is visited', () => {
  test.each([
    ['https://bank.example/3ds', 'https://bank.example/3ds'],
    ['https://bank.example', 'https://bank.example/'],
    ['HTTPS://BANK.example:443/A?b=c&d=%20e#f', 'https://bank.example/A?b=c&d=%20e#f'],
    ['https://bank.example:8443/', 'https://bank.example:8443/'],
    ['https://bank.example?next=https://user:pass@evil.example', 'https://bank.example/?next=https://user:pass@evil.example'],
    ['https://bank.example/?q=a\\b', 'https://bank.example/?q=a\\b'],
    ['https://bücher.example/straße', 'https://xn--bcher-kva.example/stra%C3%9Fe'],
    ['https://[2001:db8::1]/', 'https://[2001:db8::1]/'],
    ['http://localhost:4010/3ds/1', 'http://localhost:4010/3ds/1'],
    ['http://shop.localhost/', 'http://shop.localhost/'],
    ['http://127.0.0.1:1/', 'http://127.0.0.1:1/'],
    ['http://127.9.9.9/', 'http://127.9.9.9/'],
    ['http://[::1]:8080/', 'http://[::1]:8080/'],
  ])('%s', (text, href) => {
    expect(safeUrl(text)?.href).toBe(href);
  });
});

test('an address is accepted however often it is checked', () => {
  // Node 20's `URL.canParse` changes its result for an ü once it is optimized.
  const answers = new Set(Array.from({ length: 50_000 }, () => safeUrl('https://bücher.example/straße')?.host));
  expect([...answers]).toEqual(['xn--bcher-kva.example']);
});

describe('is refused', () => {
  test.each([
    ['', /absolute/],
    ['/3ds', /absolute/],
    ['3ds', /absolute/],
    ['//bank.example/', /absolute/],
    ['?x', /absolute/],
    ['https://', /absolute/],
    ['https://bank example/', /spaces/],
    ['javascript:alert(1)', /neither https nor http/],
    ['JaVaScRiPt:alert(1)', /neither https nor http/],
    ['data:text/html,<script>alert(1)</script>', /neither https nor http/],
    ['blob:https://bank.example/1', /neither https nor http/],
    ['file:///etc/passwd', /neither https nor http/],
    ['ftp://bank.example/', /neither https nor http/],
    ['about:blank', /neither https nor http/],
    ['view-source:https://bank.example', /neither https nor http/],
    ['intent://bank.example#Intent;end', /neither https nor http/],
    ['wss://bank.example/', /neither https nor http/],
    [' https://bank.example/', /spaces/],
    ['https://bank.example/\n', /spaces/],
    ['java\tscript:alert(1)', /spaces/],
    ['https://bank\u00ad.example/', /spaces/],
    ['https://bank.example/\u202egpj.exe', /spaces/],
    ['https://bank.example/\u200b', /spaces/],
    ['https://bank.example/\u3000', /spaces/],
    ['https://bank.example/\u00a0', /spaces/],
    ['\ufeffhttps://bank.example/', /spaces/],
    ['https://bank.example/\u0000', /spaces/],
    ['https://bank.example/\ud800', /spaces/],
    ['https:bank.example', /written as/],
    ['https:bank.example/https://bank.example/', /written as/],
    ['https:/bank.example', /written as/],
    ['https:///bank.example', /written as/],
    ['https:\\\\bank.example\\', /written as/],
    ['https://bank.example\\@evil.example/', /written as/],
    ['https:/\\bank.example', /written as/],
    ['http://bank.example/', /http/],
    ['http://localhost.evil.example/', /http/],
    ['http://evil.example/localhost', /http/],
    ['http://127.0.0.1.evil.example/', /http/],
    ['http://0.0.0.0/', /http/],
    ['http://10.0.0.1/', /http/],
    ['http://[::ffff:10.0.0.1]/', /http/],
    ['http://notlocalhost/', /http/],
    ['https://user@bank.example/', /user name/],
    ['https://user:pass@bank.example/', /user name/],
    ['https://:pass@bank.example/', /user name/],
    ['https://bank.example@evil.example/', /user name/],
    ['https://bank.example:99999/', /absolute/],
  ])('%j', (text, problem) => {
    expect(judgeUrl(text)).toEqual({ problem: expect.stringMatching(problem) as unknown });
    expect(safeUrl(text)).toBeUndefined();
  });

  test.each([undefined, null, ''])('%s', (text) => {
    expect(safeUrl(text)).toBeUndefined();
  });
});

test.each([
  ['localhost', true],
  ['a.localhost', true],
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['[::1]', true],
  ['localhost.example', false],
  ['.localhost', false],
  ['128.0.0.1', false],
  ['[::2]', false],
  ['', false],
])('only this machine: %s %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

test('every accepted address is https or loopback, has no credentials, and starts as it is written', () => {
  const piece = fc.constantFrom(
    'https',
    'http',
    ':',
    '/',
    '//',
    '\\',
    '@',
    '#',
    '?',
    '.',
    'localhost',
    'evil.example',
    '127.0.0.1',
    'javascript',
    '\t',
    ' ',
    '%00',
    '[',
    ']',
    ':80',
    'ü',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.boolean(), (pieces, begun) => {
      const text = (begun ? 'https://' : '') + pieces.join('');
      const url = safeUrl(text);
      if (!url) return;
      expect(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))).toBe(true);
      expect(url.username + url.password).toBe('');
      expect(text.toLowerCase().startsWith(`${url.protocol}//`)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
