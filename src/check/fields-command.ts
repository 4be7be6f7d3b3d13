import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FieldsFiles, type FieldsPage, fieldsPage, type FieldsPermissions } from '../hosting/fields-page.js';
import { readPermissions } from '../hosting/read-permissions.js';
import { UsageError } from './arguments.js';

/** The help of `fields`. */
export const FIELDS_USAGE = `Usage: checkout-elements fields --out DIR --checkout-url URL --key KEY --parent ORIGIN [options]

Writes the document of the isolated fields, the headers to serve it with (as a list, for nginx, Caddy, Netlify
and Cloudflare Pages, Vercel), and its hash.

  --out DIR            the folder to write to
  --checkout-url URL   the checkout address that card data is sealed for; repeatable
  --key KEY            the public key that it is sealed with, in bare base64, or its thumbprint; repeatable
  --parent ORIGIN      the origin of a page that may embed the fields; repeatable
  --same-host          for serving from the host of those pages; the document is sandboxed there
  --guard required     pages can't turn off the visibility guard with visibility-guard="off"
  --font NAME=URL      a font that the fields load, such as Inter=https://shop.example/fonts/inter.woff2, or "Inter 600=…" for a
                       file with one weight; repeatable
  -h, --help           show this text
`;

const OPTIONS = {
  out: { type: 'string' },
  'checkout-url': { type: 'string', multiple: true },
  key: { type: 'string', multiple: true },
  parent: { type: 'string', multiple: true },
  guard: { type: 'string', default: 'optional' },
  'same-host': { type: 'boolean', default: false },
  font: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The arguments of `fields`. */
export interface FieldsCommand extends FieldsPermissions {
  readonly out: string;
}

const FLAGS = { checkoutUrl: '--checkout-url', publicKey: '--key', parents: '--parent', guard: '--guard', fonts: '--font' };

/**
 * Reads the arguments after `fields`.
 *
 * @returns undefined when help is requested.
 * @throws UsageError that states what was expected.
 */
export async function readFieldsArguments(given: readonly string[]): Promise<FieldsCommand | undefined> {
  let values;
  try {
    ({ values } = parseArgs({ args: [...given], options: OPTIONS }));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  if (values.help) return undefined;
  if (!values.out) throw new UsageError('fields: expected --out with a folder.');
  const {
    out,
    'checkout-url': checkoutUrl = [],
    key: publicKey = [],
    parent: parents = [],
    guard,
    'same-host': sameHost,
    font = [],
  } = values;
  const fonts = Object.fromEntries(font.map((text) => [text.split('=')[0]!, text.slice(text.indexOf('=') + 1)]));
  try {
    return { out, ...(await readPermissions({ checkoutUrl, publicKey, parents, sameHost, guard, fonts }, FLAGS)) };
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`fields: ${error.message}`) : error;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The files to write, by name: the document, and its headers as servers want them. */
function filesOf({ html, headers }: FieldsPage): Readonly<Record<string, string>> {
  const list = Object.entries(headers);
  const lines = (line: (name: string, value: string) => string): string =>
    list.map(([name, value]) => line(name, value)).join('\n');
  const sum = hashOf(html);
  return {
    'index.html': html,
    'headers.txt': `${lines((name, value) => `${name}: ${value}`)}\n`,
    'nginx.conf': `# Copy this unchanged into the location block of this folder.\n${lines((name, value) =>
      name === 'Content-Type' ? 'default_type text/html; charset utf-8;' : `add_header ${name} "${value}" always;`,
    )}\n`,
    Caddyfile: `# Copy this into the site's block, with the path of this folder.\nheader /fields/* {\n${lines(
      (name, value) => `\t${name} "${value}"`,
    )}\n}\n`,
    // Netlify and Cloudflare Pages.
    _headers: `/fields/*\n${lines((name, value) => `  ${name}: ${value}`)}\n`,
    'vercel.json': `${JSON.stringify({ headers: [{ source: '/fields/(.*)', headers: list.map(([key, value]) => ({ key, value })) }] }, null, 2)}\n`,
    'hashes.txt': `${sum}  index.html\n`,
  };
}

/** Reads the files that the document is made of. @param folder in the package. */
export async function readFieldsFiles(folder: URL): Promise<FieldsFiles> {
  const read = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8');
  const [html, script, style] = await Promise.all([read('fields.html'), read('fields.js'), read('fields.css')]);
  return { html, script, style };
}

/** Writes the isolated fields for one shop. @returns a summary for the console. */
export async function writeFields({ out, ...permissions }: FieldsCommand, folder: URL): Promise<string> {
  const page = await fieldsPage(await readFieldsFiles(folder), permissions);
  await mkdir(out, { recursive: true });
  const files = Object.entries(filesOf(page));
  await Promise.all(files.map(([name, text]) => writeFile(join(out, name), text)));
  return [
    `Wrote ${files.map(([name]) => name).join(', ')} to ${out}.`,
    `Serve index.html with exactly the headers of headers.txt${permissions.host === 'merchant' ? ', from the host of your pages' : ', from a different origin than your pages'}.`,
    `Then set fields-url to its address. The document seals for ${permissions.keys.join(', ')}, and may be embedded by ${permissions.parents.join(', ')}.`,
    '',
  ].join('\n');
}
