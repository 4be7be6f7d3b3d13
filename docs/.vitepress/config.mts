// The site of the documentation: `npm run docs:dev`, `npm run docs:build`. Its pages are the repository's own Markdown files.
import { renderMermaidSVG } from 'beautiful-mermaid';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type MarkdownEnv, type MarkdownRenderer } from 'vitepress';
import { servesMarkdownPages, writeMarkdownPages } from './markdown-pages.js';
import { MINI_SEARCH, UNSEARCHED, withoutSamples } from './search.js';

const folder = fileURLToPath(new URL('../..', import.meta.url));
const { repository } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as { repository?: { url: string } };
/** Where a reader can change a page: once package.json names the repository. */
const source = repository?.url.replace(/^git\+|\.git$/g, '');

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="6" width="28" height="20" rx="4" fill="#0b5fff"/><path d="M2 11h28v4H2z" fill="#0a1730"/><path d="m12 19 3 3 6-6" fill="none" stroke="#fff" stroke-width="2.5"/></svg>';

/** GitHub's id of a heading, so that a link works there and here; test/docs/links.test.ts checks them. */
const idOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A diagram as SVG in the page's own colours, drawn at build time: the reader's browser loads no library and no font. */
function diagram(source: string): string {
  const svg = renderMermaidSVG(source, {
    fg: 'var(--vp-c-text-1)',
    bg: 'var(--vp-c-bg)',
    muted: 'var(--vp-c-text-1)',
    line: 'var(--vp-c-text-2)',
    font: 'system-ui',
    padding: 8,
    transparent: true,
  }).replaceAll(/@import url\([^)]*\);?/g, '');
  const label = source
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .join('; ');
  // By v-html, because a template of Vue drops the SVG's own style element.
  return `<div class="diagram" role="img" tabindex="0" aria-label="${escape(label)}" v-html="${escape(JSON.stringify(svg))}"></div>`;
}

function withDiagrams(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    return info.trim() === 'mermaid' ? diagram(content) : (fence?.(tokens, index, options, env, self) ?? '');
  };
}

/** A README is the index of its folder. */
function withIndexes(md: MarkdownRenderer): void {
  md.core.ruler.push('readme-is-index', (state) => {
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href && !/^[a-z]+:/.test(href)) token.attrSet('href', href.replace(/README\.md(?=#|$)/, 'index.md'));
    }
  });
}

/** A column without a title has no header cell: a screen reader would announce an empty one. */
function withoutEmptyHeaders(md: MarkdownRenderer): void {
  md.core.ruler.push('no-empty-headers', ({ tokens }) => {
    for (const [index, { type, content }] of tokens.entries()) {
      const [open, close] = [tokens[index - 1], tokens[index + 1]];
      if (type !== 'inline' || content !== '' || open?.type !== 'th_open' || !close) continue;
      open.tag = 'td';
      close.tag = 'td';
    }
  });
}

/** More letters than this in a cell, and a phone shows the table's rows one below the other. */
const STACKED_FROM = 40;

/** A row of a table with sentences becomes a block on a phone, where each cell names its column. Roles, because blocks are no rows. */
function withStackedTables(md: MarkdownRenderer): void {
  // VitePress's own rule drops what is set here.
  md.renderer.rules.table_open = (tokens, index, options, _, self) => {
    tokens[index]?.attrSet('tabindex', '0');
    return self.renderToken(tokens, index, options);
  };
  md.core.ruler.push('stacked-tables', ({ tokens }) => {
    const roles: Readonly<Record<string, string>> = {
      table_open: 'table',
      tr_open: 'row',
      th_open: 'columnheader',
      td_open: 'cell',
    };
    for (const [index, open] of tokens.entries()) {
      if (open.type !== 'table_open') continue;
      const table = tokens.slice(
        index,
        tokens.findIndex(({ type }, at) => at > index && type === 'table_close'),
      );
      const texts = table.filter(({ type }) => type === 'inline').map(({ content }) => content);
      if (texts.every(({ length }) => length < STACKED_FROM)) continue;
      open.attrJoin('class', 'stacked');
      const columns = table.filter(({ type }) => type === 'th_open').length;
      for (const [at, token] of table.filter(({ type }) => type === 'td_open').entries()) {
        const label = texts[at % columns] ?? '';
        if (at % columns > 0 && label) token.attrSet('data-label', label.replaceAll(/[`*]/g, ''));
      }
      for (const token of table) {
        const role = token.tag === 'td' ? 'cell' : roles[token.type];
        if (role && token.nesting === 1) token.attrSet('role', role);
      }
    }
  });
}

/** `<!-- live p2p-transfer -->` is an example with a gateway in the page, `<!-- live p2p-transfer tokens -->` an editor of its looks. */
function withLiveElements(md: MarkdownRenderer): void {
  md.core.ruler.push('live-elements', ({ tokens }) => {
    for (const token of tokens) {
      const [, tag, edit = 'attributes'] = /^<!-- live ([\w-]+)(?: (tokens))? -->\s*$/.exec(token.content) ?? [];
      if (token.type === 'html_block' && tag) token.content = `<LiveElement tag="${tag}" edit="${edit}" />\n`;
    }
  });
}

const searchableText = (source: string, env: MarkdownEnv, md: MarkdownRenderer): string =>
  UNSEARCHED.test(env.relativePath) ? '' : md.render(withoutSamples(source), env);

/** The `sideEffects` of package.json speaks of the files in dist: it would drop the registration of the elements in src. */
const keepSideEffects = {
  name: 'keep-side-effects',
  transform: (code: string, id: string) =>
    /\/src\/(?!.*node_modules).*\.ts$/.test(id) ? { code, map: null, moduleSideEffects: true } : undefined,
};

const page = (text: string, path: string) => ({ text, link: `/docs/${path}` });

export default defineConfig({
  title: 'checkout-elements',
  description:
    'Card checkout as custom elements: card data is encrypted in the browser, and the outcome shown is the one the gateway gave.',
  buildEnd: writeMarkdownPages,
  lang: 'en',
  srcDir: '..',
  srcExclude: ['{.*,demo,dist,dist-sandbox,node_modules,src,test}/**', 'coverage/**'],
  cacheDir: '../node_modules/.cache/vitepress',
  rewrites: (path) => path.replace(/README\.md$/, 'index.md'),
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }]],
  // Vite's own configuration at the top belongs to the package.
  vite: { configFile: false, plugins: [servesMarkdownPages(folder), keepSideEffects], build: { chunkSizeWarningLimit: 1000 } },
  markdown: {
    anchor: { slugify: idOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      withDiagrams(md);
      withLiveElements(md);
      withIndexes(md);
      withoutEmptyHeaders(md);
      withStackedTables(md);
    },
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        _render: searchableText,
        miniSearch: MINI_SEARCH,
      },
    },
    outline: [2, 3],
    ...(source && { editLink: { pattern: `${source}/edit/main/:path`, text: 'Edit this page' } }),
    nav: [
      page('Quick start', 'quick-start'),
      page('Reference', 'reference/p2p-transfer'),
      page('Troubleshooting', 'troubleshooting'),
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'What it is', link: '/' },
          page('Quick start', 'quick-start'),
          page('Sell a product', 'payments/product'),
          page('Transfers', 'payments/transfer'),
          page('Subscriptions', 'payments/subscription'),
          page('Outcomes', 'outcomes'),
        ],
      },
      {
        text: 'On your server',
        items: [
          page('Notifications and orders', 'server/notifications'),
          page('Express, Fastify, Hono, Next, Node', 'server/frameworks'),
          page('After the payment', 'server/after-payment'),
          page('PHP and Python', 'server/php-python'),
          page('The client', 'server/client'),
          page('Request handlers', 'server/handlers'),
        ],
      },
      {
        text: 'In your page',
        items: [
          page('Styling', 'styling'),
          page('Languages', 'languages'),
          {
            text: 'Frameworks',
            link: '/docs/frameworks/',
            collapsed: true,
            items: [
              page('React', 'frameworks/react'),
              page('Next', 'frameworks/next'),
              page('Vue', 'frameworks/vue'),
              page('Nuxt', 'frameworks/nuxt'),
              page('Svelte', 'frameworks/svelte'),
              page('Angular', 'frameworks/angular'),
            ],
          },
          page('Isolated fields', 'isolated-fields'),
          page('Without the elements', 'headless'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('&lt;p2p-transfer&gt;', 'reference/p2p-transfer'),
          page('&lt;product-pay&gt;', 'reference/product-pay'),
          page('&lt;plan-subscribe&gt;', 'reference/plan-subscribe'),
          page('On your server', 'reference/server'),
          page('The gateway’s API (OpenAPI)', 'reference/api'),
          page('Troubleshooting', 'troubleshooting'),
          page('Words that people search', 'words'),
        ],
      },
      {
        text: 'Before and after launch',
        items: [
          page('Testing your integration', 'testing'),
          page('The sandbox', 'sandbox'),
          page('Sandbox and real gateways', 'real-gateways'),
          page('The rows of the contract', 'contract-rows'),
          page('Going live', 'going-live'),
          page('Security and PCI DSS', 'security'),
          page('Accessibility', 'accessibility/'),
          page('Sizes', 'figures/sizes'),
          page('Versions and migration', 'reference/versions'),
          { text: 'Changelog', link: '/CHANGELOG' },
        ],
      },
      {
        text: 'Operators and maintainers',
        items: [
          page('Gateway operators', 'operators'),
          page('Architecture', 'architecture'),
          page('Decisions', 'decisions/'),
          page('Figures under faults', 'figures/faults'),
          page('Changes that tests notice', 'figures/mutants'),
          page('Found in use elsewhere', 'figures/reports'),
          page('Effort', 'figures/effort'),
          page('What the translations say', 'figures/readings'),
          { text: 'Contributing', link: '/CONTRIBUTING' },
        ],
      },
    ],
  },
});
