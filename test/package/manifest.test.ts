import type { CustomElementDeclaration, Package } from 'custom-elements-manifest';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, inject, test } from 'vitest';
import { listedElements } from '../../build/elements.mjs';
import { root } from '../../build/install.mjs';
import { readDocuments } from '../../build/manifest/documents.mjs';
import { elementFiles, makeManifest } from '../../build/manifest/manifest.mjs';
import { fillSamples } from '../../build/manifest/samples.mjs';
import { fillTables, manifestTables } from '../../build/manifest/tables.mjs';
import { BRANDS } from '../../src/card/brand.js';
import * as events from '../../src/events.js';
import { P2pTransferElement } from '../../src/elements/p2p-transfer/p2p-transfer.js';
import { readAttributes } from '../../src/elements/p2p-transfer/settings/read-attributes.js';
import { PlanSubscribeElement } from '../../src/elements/plan-subscribe/plan-subscribe.js';
import { ProductPayElement } from '../../src/elements/product-pay/product-pay.js';

const manifest = makeManifest();
const declarations = manifest.modules.flatMap(({ declarations: all = [] }) => all);
const element = declarations.find(({ name }) => name === 'P2pTransferElement') as CustomElementDeclaration;
const tables = manifestTables(manifest);
const sources = elementFiles().map((path) => readFileSync(join(root, path), 'utf8'));

const documents = readDocuments();

/** The names in the first column of a table in the documentation. */
function column(name: string, tag = 'p2p-transfer'): string[] {
  const [, rest = ''] = [...documents.values()].join('\n').split(`<!-- ${tag} ${name} -->`);
  const [table = ''] = rest.split('<!-- /');
  return [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, first = '']) => first);
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

describe('the documentation', () => {
  test('has samples that match their files: `npm run docs` changes nothing', () => {
    const read = (path: string): string => readFileSync(join(root, 'docs/samples', path), 'utf8');
    expect(fillSamples(documents, read)).toEqual(documents);
    const files = readdirSync(join(root, 'docs/samples'), { recursive: true, encoding: 'utf8' });
    const text = [...documents.values()].join('\n');
    expect(
      files.filter((path) => path.endsWith('.ts') && !text.includes(`<!-- sample ${path.replaceAll('\\', '/')} -->`)),
    ).toEqual([]);
  });

  test('has tables that match the sources: `npm run docs` changes nothing', () => {
    expect(fillTables(documents, tables)).toEqual(documents);
  });

  test('has exactly the attributes that the element observes', () => {
    expect(sorted(column('attributes'))).toEqual(sorted(P2pTransferElement.observedAttributes));
    expect(sorted(column('attributes', 'plan-subscribe'))).toEqual(sorted(PlanSubscribeElement.observedAttributes));
  });

  test('lists for <product-pay> only what it adds to <p2p-transfer>', () => {
    const beside = (own: readonly string[]): string[] =>
      own.filter((name) => !P2pTransferElement.observedAttributes.includes(name));
    expect(sorted(column('attributes', 'product-pay'))).toEqual(sorted(beside(ProductPayElement.observedAttributes)));
  });

  test('marks as required exactly the attributes that the element needs', () => {
    const nothing = Object.fromEntries((element.attributes ?? []).map(({ fieldName = '' }) => [fieldName, null]));
    const given = { ...nothing, language: 'en' } as unknown as Parameters<typeof readAttributes>[0];
    const result = readAttributes(given, { origin: 'https://shop.example', protocol: 'https:' });
    const missing = 'errors' in result ? result.errors.map(({ setting }) => setting) : [];
    const table = tables.get('p2p-transfer attributes') ?? '';
    const required = [...table.matchAll(/^\| `([^`]+)` \| \*\*required\*\*/gm)].map(([, name = '']) => name);
    expect(missing).not.toHaveLength(0);
    expect(sorted(required)).toEqual(sorted(missing));
  });

  test('has every event of the elements, with the dispatched class', () => {
    const made = [
      new events.CheckoutReadyEvent(),
      new events.CheckoutChangeEvent(true),
      new events.CheckoutQuoteEvent({
        amount: 1,
        currency: 'USD',
        fee: 1,
        feeCurrency: 'USD',
        estimated: false,
        total: 2,
      }),
      new events.CheckoutSubmitEvent(1, 'USD'),
      new events.CheckoutRedirectEvent('https://bank.example/', 'id'),
      new events.CheckoutOutcomeEvent({ outcome: 'unknown', rule: 'no_answer', trackingId: 'id' }),
      new events.CheckoutErrorEvent(new Error() as never),
      new events.CheckoutCancelEvent(),
      new events.CheckoutRestartEvent(),
      new events.CheckoutCardRemoveEvent({ token: 'any' }, 'savedCards'),
    ];
    const unavailable = new events.CheckoutUnavailableEvent('sold_out');
    expect([...made, unavailable].map(({ constructor }) => constructor.name).sort()).toEqual(Object.keys(events).sort());
    expect(column('events', 'product-pay')).toEqual([unavailable.type]);
    expect(sorted(column('events'))).toEqual(sorted(made.map(({ type }) => type)));
    for (const event of made) {
      expect(element.events).toContainEqual(
        expect.objectContaining({ name: event.type, type: { text: event.constructor.name } }),
      );
      const row =
        tables
          .get('p2p-transfer events')
          ?.split('\n')
          .find((line) => line.startsWith(`| \`${event.type}\``)) ?? '';
      for (const field of Object.keys(event).filter((name) => name !== 'isTrusted')) expect(row).toContain(`\`${field}\`: `);
    }
  });

  test('has a slot for each brand', () => {
    const row = tables.get('p2p-transfer slots') ?? '';
    expect(BRANDS.map(({ id }) => `\`brand-${id}\``).filter((slot) => !row.includes(slot))).toEqual([]);
  });

  test('has exactly the parts of the templates', () => {
    const documented = listedElements().flatMap(({ tag }) => column('parts', tag));
    expect(sorted(documented)).toEqual(sorted(sources.flatMap(partsIn)));
  });

  test('has every custom state: one per step and outcome', () => {
    const names = [...(tables.get('p2p-transfer states') ?? '').matchAll(/`:state\((\w+)\)`/g)].map(([, name = '']) => name);
    const steps = ['recognizing', 'unrecognized', 'details', 'transferring', 'authentication', 'settling', 'outcome'];
    expect(sorted(names)).toEqual(sorted([...steps, 'successful', 'failed', 'unknown']));
  });

  test('has exactly the custom properties of the styles', () => {
    const used = sources.flatMap((text) => [...text.matchAll(/var\(\s*(--checkout-[\w-]+)/g)].map(([, name = '']) => name));
    expect(sorted(column('custom properties'))).toEqual(sorted(used));
  });
});

/** The values of an expression in a part that can't be read from its texts: the outcomes. */
const EXPRESSIONS: Readonly<Record<string, readonly string[]>> = { outcome: ['successful', 'failed', 'unknown'] };

/** The parts in a template: the words of each `part="…"`, and the strings in its expressions. */
function partsIn(template: string): string[] {
  return [...template.matchAll(/\bpart="((?:\$\{[^}]*\}|[^"$])*)"/g)].flatMap(([, value = '']) => {
    const expressions = [...value.matchAll(/\$\{([^}]*)\}/g)].map(([, code = '']) => code);
    const computed = expressions.flatMap((code) => {
      const texts = [...code.matchAll(/'([^']*)'/g)].map(([, text = '']) => text).filter(Boolean);
      return EXPRESSIONS[code] ?? (texts.length > 0 ? texts : [`\${${code}}: add its values to this test`]);
    });
    return [
      ...value
        .replaceAll(/\$\{[^}]*\}/g, ' ')
        .split(/\s+/)
        .filter(Boolean),
      ...computed,
    ];
  });
}

describe('the manifest', () => {
  const file = (): string => readFileSync(join(inject('packed').folder, 'dist/custom-elements.json'), 'utf8');

  test('is in the package, at the path in its package.json, and matches the sources', () => {
    const { customElements } = JSON.parse(readFileSync(join(inject('packed').folder, 'package.json'), 'utf8')) as Record<
      string,
      string
    >;
    expect(customElements).toBe('dist/custom-elements.json');
    expect(JSON.parse(file())).toEqual(manifest);
  });

  test('lists modules of the package with their exports', () => {
    const { modules } = JSON.parse(file()) as Package;
    const tags = listedElements().map(({ tag }) => tag);
    const alone = tags.map((tag) => `dist/define/${tag}.js`);
    expect(modules.map(({ path }) => path)).toEqual(['dist/index.js', 'dist/define.js', 'dist/cdn/checkout.js', ...alone]);
    const program = "console.log(JSON.stringify(Object.keys(await import('checkout-elements'))))";
    const { consumer: cwd } = inject('packed');
    const exported = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd, encoding: 'utf8' });
    const [index, ...registering] = modules.map(({ exports = [] }) => exports.map(({ name }) => name));
    expect(JSON.parse(exported)).toEqual(expect.arrayContaining(index ?? []));
    expect(index).toContain('P2pTransferElement');
    expect(registering).toEqual([tags, tags, ...tags.map((tag) => [tag])]);
  });
});
