/** The files of `dist/fields`, as texts. */
export interface FieldsFiles {
  readonly html: string;
  readonly script: string;
  readonly style: string;
}

/** The host of the isolated fields, and their permissions. */
export interface FieldsPermissions {
  /** `gateway`: the fields are at another origin than the page. `merchant`: they are at the page's own origin, in a sandbox. */
  readonly host: 'gateway' | 'merchant';
  /** Origins of the pages that may embed the fields. One that ends in `:*` matches every port of its host. */
  readonly parents: readonly string[];
  /** RFC 7638 thumbprints of the keys that card data may be sealed with. */
  readonly keys: readonly string[];
  /** Checkout addresses that card data may be sealed for, without a trailing slash. */
  readonly addresses: readonly string[];
  /** `required`: pages can't turn the visibility guard off. `optional`, the default: they can, with `visibility-guard="off"`. */
  readonly guard?: 'required' | 'optional';
  /** Addresses of fonts by their names, such as `Inter`, or `Inter 600` for a file with one weight. */
  readonly fonts?: Readonly<Record<string, string>> | undefined;
}

/** The document with its script and its style sheet inside, and the headers that it has to be served with. */
export interface FieldsPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Browser features that the fields never use. The list leaves out `shared-autofill`, which the page grants to the frame. */
const UNUSED_FEATURES =
  'accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope hid ' +
  'identity-credentials-get idle-detection local-fonts magnetometer microphone midi payment picture-in-picture ' +
  'publickey-credentials-create publickey-credentials-get screen-wake-lock serial storage-access usb xr-spatial-tracking';

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes));
}

/**
 * Joins words into the value of an attribute or a header.
 *
 * @throws TypeError for an empty list, and for a word that would end the value.
 */
function listed(name: string, words: readonly string[]): string {
  const stray = words.find((word) => !/^[\w.:/[\]*~%-]+$/.test(word));
  if (words.length === 0 || stray !== undefined)
    throw new TypeError(`${name}: expected one word or more without spaces, quotes and semicolons; got ${stray ?? 'none'}.`);
  return words.join(' ');
}

/** The style sheet with the rules of the fonts. A name that ends in a weight is of a file with that weight; any other has all of them. */
function styleOf({ style }: Pick<FieldsFiles, 'style'>, fonts: FieldsPermissions['fonts'] = {}): string {
  const faces = Object.entries(fonts).map(([name, url]) => {
    const [, family = name, weight = '1 1000'] = /^(.+?)(?: (\d+))?$/.exec(name) ?? [];
    return `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url("${listed('fonts', [url])}")}`;
  });
  return [style.trim(), ...faces].join('');
}

/** The fonts as words of an attribute: each name, and its address. */
export const fontWords = (fonts: FieldsPermissions['fonts'] = {}): string =>
  Object.entries(fonts)
    .map(([name, url]) => `${encodeURIComponent(name)} ${url}`)
    .join(' ');

/**
 * The document of the isolated fields. It alone decides which pages may embed it, and which keys and addresses it seals for.
 * Script and style sheet are inline, because no browser allows a style sheet in a file of its own by its hash.
 *
 * @throws TypeError for permissions that would break its markup.
 */
export function fieldsDocument({ html, script, style }: FieldsFiles, permissions: Omit<FieldsPermissions, 'host'>): string {
  const texts: Readonly<Record<string, string>> = {
    parents: listed('parents', permissions.parents),
    keys: listed('keys', permissions.keys),
    addresses: listed('addresses', permissions.addresses),
    guard: permissions.guard ?? 'optional',
    fonts: fontWords(permissions.fonts),
    script: script.trim(),
    style: styleOf({ style }, permissions.fonts),
  };
  if (/<\/script|<!--/i.test(texts['script']!))
    throw new TypeError('Expected a script without </script and <!--, which would end it.');
  return html.replaceAll(/%(\w+)%/g, (place, name: string) => texts[name] ?? place);
}

/**
 * The headers that the document has to be served with.
 *
 * @param hashes SHA-256 of its script and its style sheet, in base64.
 * @throws TypeError for parents that would break a header.
 */
export function fieldsHeaders(
  hashes: { readonly script: string; readonly style: string },
  { host, parents, fonts = {} }: Pick<FieldsPermissions, 'host' | 'parents' | 'fonts'>,
): Readonly<Record<string, string>> {
  const isMerchants = host === 'merchant';
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hashes.script}'`,
    `style-src 'sha256-${hashes.style}'`,
    ...(Object.keys(fonts).length > 0 ? [`font-src ${listed('fonts', Object.values(fonts))}`] : []),
    "connect-src 'none'",
    `frame-ancestors ${listed('parents', parents)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
    ...(isMerchants ? ['sandbox allow-scripts allow-forms'] : []),
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': isMerchants ? 'same-origin' : 'cross-origin',
    'Permissions-Policy': UNUSED_FEATURES.split(' ')
      .map((feature) => `${feature}=()`)
      .join(', '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  };
}

/** The document of the isolated fields with its headers. @throws TypeError for permissions that would break either of them. */
export async function fieldsPage(files: FieldsFiles, permissions: FieldsPermissions): Promise<FieldsPage> {
  const html = fieldsDocument(files, permissions);
  const [script, style] = await Promise.all([hashOf(files.script.trim()), hashOf(styleOf(files, permissions.fonts))]);
  return { html, headers: fieldsHeaders({ script, style }, permissions) };
}
