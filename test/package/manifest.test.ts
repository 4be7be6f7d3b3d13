import type { Attribute, ClassField, CustomElementDeclaration, Package } from 'custom-elements-manifest';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, inject, test } from 'vitest';
import { root } from '../../build/install.mjs';
import { readDocuments } from '../../build/manifest/documents.mjs';
import { elementFiles, fallbacksIn, makeManifest } from '../../build/manifest/manifest.mjs';
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
    const result = readAttributes(given, 'https://shop.example');
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
      new events.CheckoutOutcomeEvent('unknown', 'id', undefined),
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
    const documented = ['p2p-transfer', 'product-pay', 'plan-subscribe'].flatMap((tag) => column('parts', tag));
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
      const texts = [...code.matchAll(/'([^']*)'/g)].map(([, text = '']) => text);
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

test('a part is found in every form that a template can use', () => {
  // Split, so that this file's own strings are not expressions.
  const template = ['<p part="a b-c"><i part="d $', "{x ? 'e' : 'f'}\"><b part=\"$", '{outcome}"><u part="$', '{y}">'].join('');
  expect(partsIn(template)).toEqual([
    'a',
    'b-c',
    'd',
    'e',
    'f',
    'successful',
    'failed',
    'unknown',
    '${y}: add its values to this test',
  ]);
});

test('every template names its parts in quotes', () => {
  expect(sources.flatMap((text) => text.match(/(?<!\[)\bpart=(?!").{0,30}/g) ?? [])).toEqual([]);
});

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

  test('contains no folder of the machine that built it', () => {
    expect(file()).not.toContain(root);
    expect(file()).not.toMatch(/file:|node_modules|[A-Z]:\\/);
  });

  test('lists modules of the package with their exports', () => {
    const { modules } = JSON.parse(file()) as Package;
    expect(modules.map(({ path }) => path)).toEqual(['dist/index.js', 'dist/define.js', 'dist/cdn/checkout.js']);
    const program = "console.log(JSON.stringify(Object.keys(await import('checkout-elements'))))";
    const { consumer: cwd } = inject('packed');
    const exported = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd, encoding: 'utf8' });
    const [index, ...registering] = modules.map(({ exports = [] }) => exports.map(({ name }) => name));
    expect(JSON.parse(exported)).toEqual(expect.arrayContaining(index ?? []));
    expect(index).toContain('P2pTransferElement');
    const tags = ['p2p-transfer', 'product-pay', 'plan-subscribe'];
    expect(registering).toEqual([tags, tags]);
  });

  test('describes everything that it lists', () => {
    const { attributes = [], members = [], events: listed = [], slots = [], cssParts = [], cssProperties = [] } = element;
    const undescribed = [...attributes, ...members, ...listed, ...slots, ...cssParts, ...cssProperties].filter(
      ({ description }) => !description,
    );
    expect(undescribed).toEqual([]);
  });

  test('leaves out private and protected members and the browser’s callbacks', () => {
    const members = (element.members ?? []).map(({ name }) => name);
    expect(members).toContain('submit');
    expect(
      members.filter((name) => /^#|Callback$|^(render|updated|willUpdate|configure|internals|errors|constructor)$/.test(name)),
    ).toEqual([]);
  });

  test('joins an attribute with its property, its type and its default', () => {
    const { attributes = [], members = [] } = element;
    const language: Partial<Attribute> = { name: 'language', fieldName: 'language', type: { text: 'string' }, default: 'en' };
    expect(attributes).toContainEqual(expect.objectContaining({ ...language, inheritedFrom: { name: 'CheckoutElement' } }));
    expect(attributes).toContainEqual(
      expect.objectContaining({ name: 'save-card', fieldName: 'saveCard', type: { text: "boolean | 'agreed'" } }),
    );
    const step: Partial<ClassField> = { kind: 'field', name: 'step', readonly: true };
    expect(members).toContainEqual(expect.objectContaining(step));
    expect(members.filter(({ name }) => name === 'step')).toHaveLength(1);
  });
});

describe('the generator', () => {
  test('reads fallbacks with nested brackets', () => {
    const css = 'a { color: var(--checkout-a, light-dark(#fff, rgb(0 0 0))); gap: calc(var( --checkout-b , 1rem ) * 2); }';
    expect(fallbacksIn(css)).toEqual({ '--checkout-a': 'light-dark(#fff, rgb(0 0 0))', '--checkout-b': '1rem' });
    expect(() => fallbacksIn('var(--checkout-a, calc(1px')).toThrow('A bracket is missing after var(--checkout-a.');
  });

  test('refuses documents without a place for a table, or with two', () => {
    const one = new Map([['x parts', '| a |']]);
    const pages = (...texts: readonly string[]) => new Map(texts.map((text, index) => [`${index}.md`, text]));
    const place = '<!-- x parts -->\nold\n<!-- /x parts -->\n';
    const filled = '<!-- x parts -->\n| a |\n<!-- /x parts -->\n';
    expect([...fillTables(pages(`before\n${place}after`, 'b'), one).values()]).toEqual([`before\n${filled}after`, 'b']);
    for (const texts of [['nothing'], ['<!-- x parts -->'], [`${place}${place}`], [place, place]]) {
      expect(() => fillTables(pages(...texts), one)).toThrow(
        'Expected the documents to have <!-- x parts --> and <!-- /x parts -->, each once.',
      );
    }
  });
});
