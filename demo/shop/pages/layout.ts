// Not named `html`: the linter would take these for Lit's templates, whose attributes go unquoted. Hono's are text, and
// every value in an attribute has to be quoted.
import { html as markup } from 'hono/html';
import type { ThemeName } from '../themes/themes.js';

type Markup = ReturnType<typeof markup>;

export interface LayoutOptions {
  readonly title: string;
  /** The page's path, marked in the navigation. */
  readonly path: string;
  readonly checkoutUrl: string;
  /** The page's modules in order; by default the shop's own and the elements. */
  readonly scripts?: readonly string[];
  readonly theme?: ThemeName | undefined;
  readonly main: Markup;
}

const LINKS = [
  ['/', 'Any amount'],
  ['/fixed?amount=10000', 'Fixed amount'],
  ['/shop', 'Shop'],
  ['/after', 'After the payment'],
] as const;

/** A whole page of the shop. */
export function layout({ title, path, checkoutUrl, main, ...options }: LayoutOptions): Markup {
  const links = LINKS.map(([href, text]) => {
    const here = href.split('?')[0] === path;
    return here
      ? markup`<li><a href="${href}" aria-current="page">${text}</a></li>`
      : markup`<li><a href="${href}">${text}</a></li>`;
  });
  // The shop's script comes first, so that it listens before the element is defined.
  const scripts = options.scripts ?? ['/shop.js', `${checkoutUrl}/checkout.js`];
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Corner Store</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/shop.css">
${
  options.theme
    ? markup`<link rel="stylesheet" href="/themes/${options.theme}.css">
`
    : ''
}${scripts.map(
    (src) => markup`<script type="module" src="${src}"></script>
`,
  )}</head>
<body>
<header class="top">
<a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28">Corner Store</a>
<nav aria-label="Shop"><ul>${links}</ul></nav>
</header>
${main}
<footer class="bottom">
<p>A demonstration shop. It talks to a sandbox gateway: no card is charged, no money moves.
<a href="${checkoutUrl}/console">The gateway’s console</a> shows every payment.</p>
</footer>
</body>
</html>
`;
}
