// `npm run create-element -- gift-card`: begins an element of our own. It writes the class, its page of the reference, and its line in
// every list that can't follow from the one of src/define.ts.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { listedElements } from './elements.mjs';
import { root } from './install.mjs';

/** @param {string} tag @param {string} className @param {string} table The name of its table of attributes. */
const source = (tag, className, table) => `import { nothing, type PropertyDeclarations } from 'lit';
import { enEvery } from '../../locales/en-every.js';
import { declared, type Properties, readAll, required } from '../base/attributes.js';
import { CheckoutElement } from '../base/checkout-element.js';
import { SettingReader } from '../base/setting-reader.js';

/** The attributes of the element. */
const ${table} = {
  /** Required. Say what it is, with its unit or format. */
  subject: required('the subject', 'Set it.'),
};

export interface ${className} extends Properties<typeof ${table}> {}

/** Say in a sentence what a payer gets from \`<${tag}>\`. */
export class ${className} extends CheckoutElement<keyof typeof enEvery> {
  static readonly tag = '${tag}';

  static override properties: PropertyDeclarations = { ...CheckoutElement.properties, ...declared(${table}) };

  constructor() {
    super(enEvery);
  }

  protected override configure(): void {
    const reader = new SettingReader(this);
    readAll(reader, ${table});
    this.fail(reader.errors);
  }

  protected override pressed(): void {}

  protected override renderContent(): unknown {
    return nothing;
  }
}
`;

const TABLES = ['attributes', 'properties', 'methods', 'events', 'parts'];
/** @param {string} tag */
const page = (tag) =>
  `# \`<${tag}>\`\n${TABLES.map((name) => `\n## ${name[0]?.toUpperCase()}${name.slice(1)}\n\n<!-- ${tag} ${name} -->\n<!-- /${tag} ${name} -->\n`).join('')}`;

/** The element that a new one follows in each list. */
const { tag: lastTag = '', className: lastClass = '' } = listedElements().at(-1) ?? {};

/** The lists, and what of each is repeated for the new element. @type {readonly (readonly [path: string, repeated: readonly string[]])[]} */
const LISTS = [
  ['src/define.ts', [`^import \\{ ${lastClass} \\}.*\n`, `, ${lastClass}(?=\\])`]],
  ['src/index.ts', [`^export \\{.*\\b${lastClass} \\}.*\n`]],
  [
    'src/react.ts',
    [`^import \\{ ${lastClass} \\}.*\n`, `^/\\*\\*\n \\* \`<${lastTag}>\`(?:(?!\\*/)[^])*\\*/\n.*component\\(${lastClass}\\);\n`],
  ],
  ['docs/.vitepress/config.mts', [`^.*'reference/${lastTag}'\\),\n`]],
  ['package.json', [`^ *"\\./${lastTag}\\.js": \\{[^]*?\\},\n`]],
];

/** @param {string} tag */
function create(tag) {
  if (!/^[a-z]+(-[a-z]+)+$/.test(tag)) throw new Error(`Expected a tag of at least two words, such as gift-card; got ${tag}.`);
  const name = tag.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
  const [folder, className] = [join(root, 'src/elements', tag), `${name}Element`];
  if (existsSync(folder)) throw new Error(`Expected a new tag; ${folder} exists.`);
  const lists = LISTS.map(([path, repeated]) => {
    const old = readFileSync(join(root, path), 'utf8');
    const text = repeated.reduce((all, pattern) => {
      const [line] = new RegExp(pattern, 'm').exec(all) ?? [];
      if (line === undefined) throw new Error(`Expected ${pattern} in ${path}: correct build/create-element.mjs.`);
      const own = line.replaceAll(lastClass.replace(/Element$/, ''), name).replaceAll(lastTag, tag);
      return all.replace(
        line,
        () => line + own.replace(/type \w+, /, '').replace(/(?<=const page = )[^]*?(?=;\n)/, `<${name} subject="tea" />`),
      );
    }, old);
    return /** @type {const} */ ([join(root, path), text]);
  });
  mkdirSync(folder);
  writeFileSync(join(folder, `${tag}.ts`), source(tag, className, `${tag.replaceAll('-', '_').toUpperCase()}_ATTRIBUTES`));
  writeFileSync(join(root, `docs/reference/${tag}.md`), page(tag));
  for (const [path, text] of lists) writeFileSync(path, text);
  console.log(
    `Wrote src/elements/${tag}/${tag}.ts and docs/reference/${tag}.md, and a line in ${LISTS.map(([path]) => path).join(', ')}.`,
  );
  console.log('Next: npm run format, npm run docs, npm run check; then its tests, and its budget in test/package/size.test.ts.');
}

try {
  create(process.argv[2] ?? '');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
