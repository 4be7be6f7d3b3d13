import { createHash } from 'node:crypto';
import { fieldsDocument, fieldsHeaders, type FieldsPermissions } from '../../hosting/fields-page.js';
import { isParent } from '../../hosting/parents.js';
import { isOfSandbox } from './check-elements.js';
import type { Published } from './check-scripts.js';
import { differingHeaders } from './differing-headers.js';
import { type Finding, finding } from './finding.js';
import type { ObservedElement, ObservedFields, ObservedPage } from '../observe/observed-page.js';
import { thumbprintOf } from '../thumbprint.js';

/** The permissions in the head of a document of isolated fields. */
interface Stated extends Omit<FieldsPermissions, 'host'> {
  readonly version: string;
}

const NO_CARDS = 'The payer can’t type a card: the element shows that the fields did not load.';

/** The fonts of a list of names and addresses. */
function fontsOf(words: readonly string[]): Record<string, string> {
  const names = words.filter((_, index) => index % 2 === 0);
  return Object.fromEntries(names.map((name, index) => [decodeURIComponent(name), words[2 * index + 1] ?? '']));
}

/** Reads the permissions; undefined when it is some other document. */
function readStated(html: string): Stated | undefined {
  const textOf = (name: string): string | undefined =>
    new RegExp(`<meta name="checkout-${name}" content="([^"]*)"`).exec(html)?.[1];
  const listOf = (name: string): readonly string[] => textOf(name)?.split(/\s+/).filter(Boolean) ?? [];
  return textOf('keys') === undefined
    ? undefined
    : {
        version: textOf('version') ?? 'unknown',
        parents: listOf('parents'),
        keys: listOf('keys'),
        addresses: listOf('addresses'),
        guard: textOf('guard') === 'required' ? 'required' : 'optional',
        fonts: fontsOf(listOf('fonts')),
      };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

function checkHeaders(
  url: string,
  { headers, html }: ObservedFields,
  permissions: Pick<FieldsPermissions, 'host' | 'parents' | 'fonts'>,
): Finding[] {
  const inside = (tag: string): string => hashOf(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`).exec(html)?.[1] ?? '');
  const expected = fieldsHeaders({ script: inside('script'), style: inside('style') }, permissions);
  const differences = differingHeaders(expected, headers);
  if (differences.length === 0) return [];
  return [
    finding(
      'fields_headers_wrong',
      `The isolated fields at ${url} do not have the headers that they need: ${differences.join('; ')}.`,
      'These headers keep the cards from the page and from the network. Without them, the fields may not work at all.',
      `Serve them with exactly the lines of headers.txt, which checkout-elements fields${permissions.host === 'merchant' ? ' --same-host' : ''} writes beside the document; write both again after each update.`,
    ),
  ];
}

/** Compares the whole document with what this version of the package writes for the same permissions. */
function checkContent(url: string, html: string, stated: Stated, { version, fields }: Published): Finding[] {
  if (stated.version !== version) {
    return [
      finding(
        'fields_version',
        `The isolated fields at ${url} have version ${stated.version}; this command has version ${version} and can’t compare them.`,
        'A changed document would not be noticed.',
        `Check the page with the command of their version (${stated.version}) too.`,
      ),
    ];
  }
  if (!fields || fieldsDocument(fields, stated).trim() === html.trim()) return [];
  return [
    finding(
      'fields_unknown',
      `The isolated fields at ${url} call themselves checkout-elements ${version}, but differ from what it writes (SHA-256 ${createHash('sha256').update(html).digest('hex')}).`,
      'The document was changed after it was written. A changed one can read every card.',
      'Write it again with checkout-elements fields, compare it with hashes.txt, and find out who changed it.',
    ),
  ];
}

/** Checks that the document allows the page, the key and the gateway of an element. */
function checkTerms(url: string, stated: Stated, { element, origin }: { element: ObservedElement; origin: string }): Finding[] {
  const { tag, publicKey, addresses } = element;
  const key = publicKey === undefined ? undefined : thumbprintOf(publicKey);
  const checkoutUrl = addresses['checkout-url']?.replace(/\/+$/, '');
  const found: Finding[] = [];
  if (!isParent(origin, stated.parents)) {
    found.push(
      finding(
        'fields_parent_missing',
        `The isolated fields at ${url} may be embedded by ${stated.parents.join(', ')}, but this page's origin is ${origin}.`,
        NO_CARDS,
        `Have the document written with --parent ${origin}.`,
      ),
    );
  }
  if (key !== undefined && !stated.keys.includes(key)) {
    found.push(
      finding(
        'fields_key_missing',
        `The isolated fields at ${url} seal with the key ${stated.keys.join(' or ')}, but public-key of <${tag}> is ${key}.`,
        'The element refuses to work: nothing can be paid.',
        `Correct public-key, or have the document written with --key ${key}.`,
      ),
    );
  }
  if (checkoutUrl !== undefined && !stated.addresses.includes(checkoutUrl)) {
    found.push(
      finding(
        'fields_address_missing',
        `The isolated fields at ${url} seal for ${stated.addresses.join(' or ')}, but checkout-url of <${tag}> is ${checkoutUrl}.`,
        'The element refuses to work: nothing can be paid.',
        `Correct checkout-url, or have the document written with --checkout-url ${checkoutUrl}.`,
      ),
    );
  }
  return found;
}

function checkFieldsOf(element: ObservedElement, seen: ObservedPage, published: Published | undefined): Finding[] {
  const url = element.addresses['fields-url'];
  const fields = url === undefined ? undefined : seen.fields[url];
  if (url === undefined || !fields) return [];
  const { origin } = new URL(seen.address);
  const stated = fields.failed === undefined ? readStated(fields.html) : undefined;
  if (!stated) {
    return [
      finding(
        'fields_missing',
        `fields-url of <${element.tag}> is ${url}, but ${fields.failed ?? 'another document is there'}.`,
        NO_CARDS,
        'Serve index.html there, as checkout-elements fields writes it, or correct the address.',
      ),
    ];
  }
  const host = new URL(url).origin === origin ? 'merchant' : 'gateway';
  return [
    ...checkHeaders(url, fields, { ...stated, host }),
    ...checkTerms(url, stated, { element, origin }),
    ...(published && !isOfSandbox(url, seen.address) ? checkContent(url, fields.html, stated, published) : []),
  ];
}

/** Finds problems with the isolated fields that the page's elements use. */
export const checkFields = (seen: ObservedPage, published: Published | undefined): Finding[] =>
  seen.documents.flatMap(({ elements }) => elements.flatMap((element) => checkFieldsOf(element, seen, published)));
