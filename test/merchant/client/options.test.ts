import { afterEach, describe, expect, test, vi } from 'vitest';
import { MerchantClient, type MerchantClientOptions, ServerOnlyError } from '../../../src/merchant/index.js';

const OPTIONS: MerchantClientOptions = {
  shopId: '361',
  secretKey: 'sk_hidden_361',
  gatewayUrl: 'https://gateway.example',
  baseUrl: 'https://api.gateway.example',
};

afterEach(() => vi.unstubAllGlobals());

describe('the client refuses', () => {
  test.each<[string, Partial<Record<keyof MerchantClientOptions, unknown>>, RegExp]>([
    ['no shop id', { shopId: undefined }, /^shopId: expected a text that is not empty; got undefined\./],
    ['a shop id that is a number', { shopId: 361 }, /^shopId: .* got number\./],
    ['a shop id with a colon', { shopId: '3:61' }, /^shopId: expected an id without a colon/],
    ['an empty secret key', { secretKey: '' }, /^secretKey: .* got an empty one\./],
    ['no gateway address', { gatewayUrl: undefined }, /^gatewayUrl: /],
    [
      'a gateway over http',
      { gatewayUrl: 'http://gateway.example' },
      /^gatewayUrl: .*http, which is accepted on loopback hosts only/,
    ],
    [
      'a base address with a password',
      { baseUrl: 'https://361:sk_hidden_361@api.example' },
      /^baseUrl: .*a user name or a password/,
    ],
    ['an empty base address', { baseUrl: '' }, /^baseUrl: .* got an empty one\./],
    ['a base address with a query', { baseUrl: 'https://api.example?a=1' }, /^baseUrl: .*\? or #/],
    ['a timeout of zero', { timeout: 0 }, /^timeout: expected a whole number of milliseconds, 1 or more; got 0\./],
    ['half a retry', { retries: 0.5 }, /^retries: expected a whole number, 0 or more; got 0\.5\./],
  ])('%s', (_, changes, message) => {
    const make = (): MerchantClient => new MerchantClient({ ...OPTIONS, ...changes } as MerchantClientOptions);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
    expect(make).not.toThrow(/sk_hidden/);
  });
});

test('one address stands for both', async () => {
  const asked: string[] = [];
  const fetch = (url: RequestInfo | URL): Promise<Response> => {
    asked.push(new Request(url).url);
    return Promise.resolve(Response.json([]));
  };
  const { baseUrl: _, ...one } = OPTIONS;
  await new MerchantClient({ ...one, fetch }).listProducts();
  await new MerchantClient({ ...OPTIONS, fetch }).listProducts();
  expect(asked).toEqual(['https://gateway.example/products', 'https://api.gateway.example/products']);
});

test('a gateway on this machine may be http', () => {
  expect(
    () => new MerchantClient({ ...OPTIONS, gatewayUrl: 'http://127.0.0.1:4010/', baseUrl: 'http://localhost:4010' }),
  ).not.toThrow();
});

test('refuses to run in a page, and says how to fix it', () => {
  vi.stubGlobal('document', {});
  const make = (): MerchantClient => new MerchantClient(OPTIONS);
  expect(make).toThrow(ServerOnlyError);
  expect(make).toThrow(/move this code to your server.*issue a new key/);
  expect(make).toThrow(expect.objectContaining({ code: 'secret_key_in_browser', party: 'merchant' }));
});

test('without the fetch option, every call uses the platform’s current fetch', async () => {
  const client = new MerchantClient(OPTIONS);
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json([]));
  });
  expect(await client.listProducts()).toEqual([]);
  expect(asked).toEqual(['https://api.gateway.example/products']);
});
