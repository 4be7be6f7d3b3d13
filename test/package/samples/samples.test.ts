import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { bundle } from '../../../build/bundle.mjs';
import { root } from '../../../build/install.mjs';
import { readDocuments } from '../../../build/manifest/documents.mjs';
import { startServer } from '../../../demo/start/process/server.mjs';

// Samples that have files of their own are part of the project, which is type-checked as a whole. The server reference has signatures,
// which are the sources' own.
const documentation = [...readDocuments().values()]
  .join('\n')
  .replaceAll(/<!-- (sample|server) (\S+) -->.*?<!-- \/\1 \2 -->/gs, '');

/** The samples of a language, each with its first line as a title. */
const samples = (language: string): readonly (readonly [title: string, code: string])[] =>
  [...documentation.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => [
    code.split('\n')[0] ?? '',
    code,
  ]);

/** What the samples assume: the reader's own code, and the results of earlier samples. */
const GRANTED = `
import type { MerchantClient, Plan, Product, Transaction } from 'checkout-elements/merchant';
declare global {
  const publicKey: string, shopId: string, secretKey: string;
  const client: MerchantClient, product: Product, plan: Plan, payment: Transaction, deposit: Transaction;
  const element: HTMLElementTagNameMap['p2p-transfer'];
  function defineNuxtConfig(config: object): object;
  function defineNuxtPlugin(plugin: () => void): object;
  function isOrderOfThisSession(request: Request, trackingId: string): Promise<boolean>;
  function openOrder(): Promise<{ trackingId: string }>;
}
`;

/** TypeScript's errors for a merchant's file. */
function complaints(code: string, language: 'js' | 'ts' | 'tsx'): string {
  const { consumer } = inject('packed');
  const put = (name: string, text: string): void => writeFileSync(join(consumer, name), text);
  put('granted.d.ts', `import 'checkout-elements/define';\n${GRANTED}`);
  put(`sample.${language}`, `${code}\nexport {};\n`);
  put(
    'sample.json',
    JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        module: 'ESNext',
        moduleResolution: 'Bundler',
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        types: ['node'],
        jsx: 'react-jsx',
        typeRoots: [join(root, 'node_modules/@types')],
        noEmit: true,
        skipLibCheck: true,
        allowJs: true,
        checkJs: true,
        strict: true,
        experimentalDecorators: true,
      },
      files: [`sample.${language}`, 'granted.d.ts'],
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, '-p', 'sample.json'], { cwd: consumer, encoding: 'utf8' }).stdout;
}

test.each([
  ...samples('js').map((sample) => [...sample, 'js'] as const),
  ...samples('ts').map((sample) => [...sample, 'ts'] as const),
  ...samples('tsx').map((sample) => [...sample, 'tsx'] as const),
])('the sample that begins with %s type-checks', (_, code, language) => {
  expect(complaints(code, language)).toBe('');
});

test.each([
  [
    'every attribute of a transfer',
    '<p2p-transfer checkoutUrl="https://checkout.example" amount={100} test challenge="popup" className="pay" />',
    /^$/,
  ],
  ['the fields of an event', '<p2p-transfer oncheckout-quote={({ total }) => total?.toFixed()} />', /^$/],
  ['the plan of a subscription', '<plan-subscribe baseUrl="https://gateway.example" planId="pln_1" method="post" />', /^$/],
  ['no setting with a wrong type', '<p2p-transfer publicKey={7} />', /publicKey|'number' is not assignable/],
  [
    'no listener for another event type',
    '<p2p-transfer oncheckout-quote={(event: number) => event} />',
    /oncheckout-quote|not assignable/,
  ],
  ['no unknown setting', '<product-pay price={100} />', /'price' does not exist/],
  ['no unknown word', '<product-pay mode="nonsense" />', /'"nonsense"' is not assignable/],
  ['a known word', '<product-pay mode="form" challenge="popup" />', /^$/],
  ['no method', '<product-pay pay={() => undefined} />', /'pay' does not exist/],
])('JSX accepts %s', (_, markup, message) => {
  expect(complaints(`import 'checkout-elements/react';\nexport const page = ${markup};\n`, 'tsx')).toMatch(message);
});

test.each([
  ['every attribute of a transfer', 'vue', "{ checkoutUrl: 'https://a.example', amount: 100, test: true, class: 'pay' }", /^$/],
  ['the fields of an event', 'vue', '{ onCheckoutQuote: ({ total }) => total?.toFixed() }', /^$/],
  ['no setting with a wrong type', 'vue', '{ publicKey: 7 }', /'number' is not assignable/],
  ['no unknown setting', 'vue', '{ price: 100 }', /'price' does not exist/],
  ['attributes and properties', 'svelte', "{ 'checkout-url': 'https://a.example', publicKey: 'MIIB', class: 'pay' }", /^$/],
  ['the fields of an event', 'svelte', "{ 'oncheckout-quote': ({ total }) => total?.toFixed() }", /^$/],
  ['no attribute with a wrong type', 'svelte', "{ 'public-key': 7 }", /'number' is not assignable/],
  ['no unknown setting', 'svelte', '{ price: 100 }', /'price' does not exist/],
  ['no unknown word', 'vue', "{ challenge: 'nonsense' }", /'"nonsense"' is not assignable/],
  ['no unknown word', 'svelte', "{ challenge: 'nonsense' }", /'"nonsense"' is not assignable/],
])('a template accepts %s, for %s', (_, framework, props, message) => {
  const type =
    framework === 'vue'
      ? "InstanceType<import('vue').GlobalComponents['p2p-transfer']>['$props']"
      : "import('svelte/elements').SvelteHTMLElements['p2p-transfer']";
  expect(complaints(`import 'checkout-elements/${framework}';\nexport const props: ${type} = ${props};\n`, 'ts')).toMatch(
    message,
  );
});

test.each(['document', 'window', 'document.body', 'document.createElement("p2p-transfer")', 'new ShadowRoot()'])(
  'TypeScript knows the events that %s can listen to',
  (target) => {
    const listener = '({ outcome, final }) => console.log(outcome.length, final)';
    const code = `import 'checkout-elements/define';\n${target}.addEventListener('checkout-outcome', ${listener});\n`;
    expect(complaints(code, 'tsx')).toBe('');
    expect(complaints(code.replace('outcome.length', 'outcome.nothing'), 'tsx')).toContain("'nothing' does not exist");
  },
);

describe('the sample without the elements', () => {
  let gateway: Awaited<ReturnType<typeof startServer>>;
  let publicKey: string;
  beforeAll(async () => {
    gateway = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
    const shops = (await (await fetch(`${gateway.addresses['console_url']}/sandbox/shops`)).json()) as { public_key: string }[];
    publicKey = shops[0]?.public_key ?? '';
  }, 60_000);
  afterAll(() => gateway.stop());

  /** Runs it unchanged except for the card. */
  function run(card: string): { readonly out: string; readonly errors: string; readonly code: number | null } {
    const [, code = ''] = samples('js').find(([, each]) => each.includes('checkout-elements/headless')) ?? [];
    // The sandbox's keys never change: the sample has that of its first shop.
    expect(code).toContain(publicKey);
    const own = code.replace('http://127.0.0.1:4010', gateway.addresses['checkout_url'] ?? '').replace('4200000000000000', card);
    const {
      stdout: out,
      stderr: errors,
      status,
    } = spawnSync(process.execPath, ['--input-type=module', '-e', own], {
      cwd: inject('packed').consumer,
      encoding: 'utf8',
      timeout: 30_000,
    });
    return { out, errors, code: status };
  }

  test('prints the price and the outcome, and no errors', () => {
    const { out, errors, code } = run('4200000000000000');
    expect({ errors, code }).toEqual({ errors: '', code: 0 });
    expect(out).toMatch(/status: 'given'[^]*successful\n$/);
  });

  test.each([
    ['that can’t be used for transfers', '4000300000000014'],
    ['that is declined', '4005550000000019'],
  ])('ends without an error with a card %s', (_, card) => {
    const { out, errors, code } = run(card);
    expect({ errors, code }).toEqual({ errors: '', code: 0 });
    expect(out).toMatch(/nothing was sent: [^]*impossible|failed\n$/);
  });
});
