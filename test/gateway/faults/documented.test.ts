import { expect, test } from 'vitest';
import { FAULT_NAMES, KINDS } from '../../../demo/gateway/faults/kinds.js';
import { ENDPOINT_NAMES } from '../../../demo/gateway/http/endpoint-names.js';
import { readDocuments } from '../../../build/manifest/documents.mjs';

const part = (name: string): string =>
  new RegExp(`<!-- ${name} -->(.*?)<!-- /${name} -->`, 's').exec([...readDocuments().values()].join('\n'))?.[1] ?? '';

test('the documentation names every endpoint for faults', () => {
  expect([...part('endpoint names').matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(ENDPOINT_NAMES);
});

test('the documentation names every kind of fault, with the settings it takes', () => {
  const rows = [...part('fault kinds').matchAll(/^\| `(\w+)` \| [^|]+ \|([^|]*)\|$/gm)].map(([, kind = '', settings = '']) => [
    kind,
    [...settings.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  ]);
  expect(rows).toEqual(FAULT_NAMES.map((name) => [name, KINDS[name].takes]));
});
