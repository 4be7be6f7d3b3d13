// The reference of `checkout-elements/merchant` as Markdown: docs/reference/server.md.
import { readServerApi } from './server-api.mjs';
import { cell, table } from './tables.mjs';

/** @typedef {import('./server-api.mjs').Export} Export */
/** @typedef {import('./server-api.mjs').Member} Member */
/** @typedef {import('./doc-comment.mjs').Doc} Doc */

/** The places of the page, and the sources whose exports are there. @type {readonly (readonly [place: string, sources: RegExp])[]} */
const PLACES = [
  ['server client', /^src\/merchant\/client\//],
  ['server notifications', /^src\/merchant\/notification\/(?!notification-error)/],
  ['server orders', /^src\/merchant\/(reconcile|outcome)\.ts$/],
  ['server handlers', /^src\/merchant\/handlers\//],
  ['server markup', /^src\/markup\//],
  ['server adapters', /^src\/merchant\/adapters\//],
  [
    'server errors',
    /^src\/(merchant\/(errors|notification\/notification-error)|http\/(error|request)|wire\/response\/error-body)\.ts$/,
  ],
  ['server objects', /^src\/wire\/response\/(?!error-body)/],
];

/** @param {string} text */
const code = (text) => `\`${text}\``;

/** `Spec 6.1: a transfer` → `A transfer`. */
const SECTION = /(?<=^|\* )Spec [\d., and]+: (.)/gm;

/** Removes references to the spec, which merchants don't have. @param {string} text */
function prose(text) {
  const bare = text.replaceAll(/ \(spec [^)]*\)/g, '').replace(SECTION, (_, letter) => letter.toUpperCase());
  // Inside a comment, `*/` can't be written as it is.
  return bare.replaceAll('*\\/', '*/');
}

/** @param {Doc} doc */
function proseOf({ description, tags }) {
  const lines = tags.flatMap(({ name, text }) => {
    if (name === 'throws') return [`Throws ${text}`];
    if (name !== 'param') return [];
    const [, subject = '', rest = ''] = /^(\w+) ([^]*)$/.exec(text) ?? [];
    return [`${code(subject)}: ${rest}`];
  });
  return [prose(description), ...lines.map(prose)].filter(Boolean).join('\n\n');
}

/** @param {string} language @param {string} text */
const block = (language, text) => `\`\`\`${language}\n${text}\n\`\`\``;

/** @param {readonly Member[]} fields */
function fieldTable(fields) {
  const isDescribed = fields.some(({ description }) => description);
  const rows = fields.map(({ name, type, description, isOptional }) => [
    code(name + (isOptional ? '?' : '')),
    code(isOptional ? type.replace(/ \| undefined$/, '').replace(/^\((.*)\)$/, '$1') : type),
    ...(isDescribed ? [prose(description)] : []),
  ]);
  return table(['field', 'type', ...(isDescribed ? [''] : [])], rows);
}

/** The required and the optional fields of a request. @param {readonly Member[]} fields */
function requestTable(fields) {
  const rows = fields.map(({ name, type, description, isOptional }) => [
    code(name),
    code(type),
    isOptional ? '' : 'yes',
    prose(description),
  ]);
  return table(['field', 'type', 'required', ''], rows);
}

/** @param {{ signature: string, doc: Doc }} method */
const methodLine = ({ signature, doc }) =>
  [`- ${code(signature.replaceAll(/\s+/g, ' '))}`, cell(proseOf(doc))].filter(Boolean).join('<br>');

/** Links to the types that a text names. @param {string} text @param {string} own @param {ReadonlySet<string>} names */
function linksIn(text, own, names) {
  const named = [...new Set(text.match(/\b[A-Z]\w+\b/g) ?? [])].filter((each) => each !== own && names.has(each));
  return named.length === 0 ? '' : `See ${named.map((each) => `[${code(each)}](#${each.toLowerCase()})`).join(', ')}.`;
}

/** @param {Export} each @param {ReadonlySet<string>} names */
function section({ name, doc, signature, type, inherits = [], fields = [], isSent = false, methods = [] }, names) {
  const bases = inherits.filter((base) => names.has(base)).map((base) => `[${code(base)}](#${base.toLowerCase()})`);
  const everything = [signature, type, ...fields.map((field) => field.type), ...methods.map((method) => method.signature)].join(
    ' ',
  );
  return [
    `### ${code(name)}`,
    signature ? block('ts', signature) : '',
    proseOf(doc),
    type ? block('ts', `type ${name} =${type.includes('\n') ? '\n  ' : ' '}${prose(type).replaceAll(/\n\s*/g, '\n  ')}`) : '',
    bases.length > 0 ? `It has everything of ${bases.join(' and ')}, and:` : '',
    fields.length > 0 ? (isSent ? requestTable : fieldTable)(fields) : '',
    methods.map(methodLine).join('\n'),
    linksIn(everything, name, names),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** A class or function before the types that it needs. @param {Export} each */
const order = ({ signature, methods, doc }) => (signature || (methods && doc && methods.length > 0) ? 0 : 1);

/**
 * Everything that `checkout-elements/merchant` exports, by its place in the page.
 *
 * @returns {Map<string, string>}
 * @throws {Error} naming an export without a place.
 */
export function serverReference() {
  const all = readServerApi();
  const names = new Set(all.map(({ name }) => name));
  const unplaced = all.filter(({ path }) => !PLACES.some(([, sources]) => sources.test(path)));
  if (unplaced.length > 0) throw new Error(`Expected each export to have a place; ${unplaced[0]?.name} has none. Extend PLACES.`);
  return new Map(
    PLACES.map(([place, sources]) => {
      const here = all.filter(({ path }) => sources.test(path)).sort((a, b) => order(a) - order(b));
      return [place, `\n${here.map((each) => section(each, names)).join('\n\n')}\n`];
    }),
  );
}
