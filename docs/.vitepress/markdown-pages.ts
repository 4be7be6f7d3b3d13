// Each page as Markdown beside its HTML, and llms.txt, their list: for programs that read documentation.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin, SiteConfig } from 'vitepress';

/** Markers of generated parts, and the places of examples. */
const withoutMarkers = (source: string): string => source.replaceAll(/^<!-- .* -->\n/gm, '');

/** The contents of the documentation, docs/README.md, in the form of https://llmstxt.org. */
export const listOf = (contents: string, description: string): string =>
  withoutMarkers(contents)
    .replace(/^# .*\n[^]*?(?=^\*\*)/m, `# checkout-elements\n\n> ${description}\n\n`)
    .replaceAll(/^\*\*(.*)\*\*$/gm, '## $1')
    .replaceAll(/\]\((?!https?:|\.\.\/)/g, '](docs/')
    .replaceAll('](../', '](');

/** The pages that stand for others in the live examples: a bank's, and an example's own. */
const EXTRA = ['bank.html', 'example.html'];
const extraPage = (srcDir: string, name: string): string => join(srcDir, 'docs/.vitepress/pages', name);

export function writeMarkdownPages({ srcDir, outDir, pages, site }: SiteConfig): void {
  for (const page of pages) {
    const path = join(outDir, page);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, withoutMarkers(readFileSync(join(srcDir, page), 'utf8')));
  }
  for (const name of EXTRA) copyFileSync(extraPage(srcDir, name), join(outDir, name));
  writeFileSync(join(outDir, 'llms.txt'), listOf(readFileSync(join(srcDir, 'docs/README.md'), 'utf8'), site.description));
}

/** The same while the site is developed: Vite would answer a page with its module. */
export function servesMarkdownPages(folder: string): Plugin {
  return {
    name: 'markdown-pages',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const extra = EXTRA.find((name) => request.url?.replace(/\?.*/, '') === `/${name}`);
        if (extra) {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          return void response.end(readFileSync(extraPage(folder, extra)));
        }
        const isPage = /^\/(docs\/[\w/-]+|[A-Z]+)\.md$/.test(request.url ?? '');
        const path = join(folder, request.url ?? '');
        if (!isPage || request.headers['sec-fetch-dest'] === 'script' || !existsSync(path)) return next();
        response.setHeader('content-type', 'text/markdown; charset=utf-8');
        response.end(withoutMarkers(readFileSync(path, 'utf8')));
      });
    },
  };
}
