import { createHash } from 'node:crypto';
import { fieldsDocument, fieldsHeaders, type FieldsPermissions } from '../../hosting/fields-page.js';
import { isParent } from '../../hosting/parents.js';
import { differingHeaders } from './differing-headers.js';
import { elementsIn, isOfSandbox, nameOf, row, type Seen } from './row.js';
import type { ObservedElement, ObservedFields } from '../observe/observed-page.js';
import { thumbprintOf } from '../thumbprint.js';

/** The permissions in the head of a document of isolated fields. */
interface Stated extends Omit<FieldsPermissions, 'host'> {
  readonly version: string;
}

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

/** The isolated fields of an element. */
interface FieldsOf {
  readonly element: ObservedElement;
  readonly url: string;
  readonly fields: ObservedFields;
}

/** Those whose document is one of isolated fields. */
interface StatedFields extends FieldsOf {
  readonly stated: Stated;
}

const fieldsIn = (seen: Seen): readonly FieldsOf[] =>
  elementsIn(seen).flatMap((element) => {
    const url = element.addresses['fields-url'];
    const fields = url === undefined ? undefined : seen.fields[url];
    return url !== undefined && fields ? { element, url, fields } : [];
  });

const statedOf = ({ failed, html }: ObservedFields): Stated | undefined => (failed === undefined ? readStated(html) : undefined);

const statedIn = (seen: Seen): readonly StatedFields[] =>
  fieldsIn(seen).flatMap((each) => {
    const stated = statedOf(each.fields);
    return stated ? { ...each, stated } : [];
  });

const isSameHost = (url: string, { address }: Seen): boolean => new URL(url).origin === new URL(address).origin;

function differencesOf({ url, fields: { headers, html }, stated }: StatedFields, seen: Seen): string[] {
  const inside = (tag: string): string => hashOf(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`).exec(html)?.[1] ?? '');
  const host = isSameHost(url, seen) ? 'merchant' : 'gateway';
  return differingHeaders(fieldsHeaders({ script: inside('script'), style: inside('style') }, { ...stated, host }), headers);
}

/** The fields to compare with what this version of the package writes. */
const comparedIn = (seen: Seen, isOfThisVersion: boolean): readonly StatedFields[] =>
  statedIn(seen).filter(
    ({ url, stated: { version } }) =>
      seen.published && !isOfSandbox(url, seen.address) && (version === seen.published.version) === isOfThisVersion,
  );

const keyOf = ({ publicKey }: ObservedElement): string | undefined =>
  publicKey === undefined ? undefined : thumbprintOf(publicKey);

const checkoutUrlOf = ({ addresses }: ObservedElement): string | undefined => addresses['checkout-url']?.replace(/\/+$/, '');

const NO_CARDS = 'The payer can’t type a card: the element shows that the fields did not load.';
const REFUSES = 'The element refuses to work: nothing can be paid.';

/** The codes that an element reports when its isolated fields do not work. */
export const ERRORS_OF_FIELDS = ['fields_unavailable', 'fields_not_isolated', 'key_not_allowed', 'address_not_allowed'];
const about = (): readonly string[] => ERRORS_OF_FIELDS;

/** Mistakes in how the isolated fields are served. */
export const FIELDS = [
  row('fields_missing', 'problem', {
    find: (seen) => fieldsIn(seen).filter(({ fields }) => !statedOf(fields)),
    what: ({ element, url, fields }) =>
      `fields-url of ${nameOf(element)} is ${url}, but ${fields.failed ?? 'another document is there'}.`,
    why: NO_CARDS,
    cure: 'Serve index.html there, as checkout-elements fields writes it, or correct the address.',
    about,
  }),
  row('fields_headers_wrong', 'problem', {
    find: (seen) => statedIn(seen).filter((each) => differencesOf(each, seen).length > 0),
    what: (each, seen) =>
      `The isolated fields at ${each.url} do not have the headers that they need: ${differencesOf(each, seen).join('; ')}.`,
    why: 'These headers keep the cards from the page and from the network. Without them, the fields may not work at all.',
    cure: ({ url }, seen) =>
      `Serve them with exactly the lines of headers.txt, which checkout-elements fields${isSameHost(url, seen) ? ' --same-host' : ''} writes beside the document; write both again after each update.`,
    about,
  }),
  row('fields_parent_missing', 'problem', {
    find: (seen) => statedIn(seen).filter(({ stated }) => !isParent(new URL(seen.address).origin, stated.parents)),
    what: ({ url, stated }, { address }) =>
      `The isolated fields at ${url} may be embedded by ${stated.parents.join(', ')}, but this page's origin is ${new URL(address).origin}.`,
    why: NO_CARDS,
    cure: (_, { address }) => `Have the document written with --parent ${new URL(address).origin}.`,
    about,
  }),
  row('fields_key_missing', 'problem', {
    find: (seen) =>
      statedIn(seen).flatMap(({ element, url, stated }) => {
        const key = keyOf(element);
        return key === undefined || stated.keys.includes(key) ? [] : { element, url, stated, key };
      }),
    what: ({ element, url, stated, key }) =>
      `The isolated fields at ${url} seal with the key ${stated.keys.join(' or ')}, but public-key of ${nameOf(element)} is ${key}.`,
    why: REFUSES,
    cure: ({ key }) => `Correct public-key, or have the document written with --key ${key}.`,
    about,
  }),
  row('fields_address_missing', 'problem', {
    find: (seen) =>
      statedIn(seen).flatMap(({ element, url, stated }) => {
        const checkout = checkoutUrlOf(element);
        return checkout === undefined || stated.addresses.includes(checkout) ? [] : { element, url, stated, checkout };
      }),
    what: ({ element, url, stated, checkout }) =>
      `The isolated fields at ${url} seal for ${stated.addresses.join(' or ')}, but checkout-url of ${nameOf(element)} is ${checkout}.`,
    why: REFUSES,
    cure: ({ checkout }) => `Correct checkout-url, or have the document written with --checkout-url ${checkout}.`,
    about,
  }),
  row('fields_unknown', 'problem', {
    find: (seen) =>
      comparedIn(seen, true).filter(({ fields, stated }) => {
        const files = seen.published?.fields;
        return files && fieldsDocument(files, stated).trim() !== fields.html.trim();
      }),
    what: ({ url, fields: { html }, stated }) =>
      `The isolated fields at ${url} call themselves checkout-elements ${stated.version}, but differ from what it writes (SHA-256 ${createHash('sha256').update(html).digest('hex')}).`,
    why: 'The document was changed after it was written. A changed one can read every card.',
    cure: 'Write it again with checkout-elements fields, compare it with hashes.txt, and find out who changed it.',
    about,
  }),
  row('fields_version', 'advice', {
    find: (seen) => comparedIn(seen, false),
    what: ({ url, stated }, { published }) =>
      `The isolated fields at ${url} have version ${stated.version}; this command has version ${published?.version} and can’t compare them.`,
    why: 'A changed document would not be noticed.',
    cure: ({ stated }) => `Check the page with the command of their version (${stated.version}) too.`,
  }),
];
