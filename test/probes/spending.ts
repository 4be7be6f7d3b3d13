/** What the payer is shown, and what a hostile page wants to be sealed instead. */
export const SHOWN = { operation: 'transfer', amount: 10_000, currency: 'USD' } as const;
export const OTHER = { ...SHOWN, amount: 999_900 };

type Engine = 'chromium' | 'firefox' | 'webkit';
const ALL = ['chromium', 'firefox', 'webkit'] as const;

const styled = (values: Readonly<Record<string, string>>): string =>
  `Object.assign(document.querySelector('#around').style, ${JSON.stringify(values)})`;

/** A cover that is away in `away` of `all` frames. */
const blinking = (away: number, all: number): string =>
  `{ const cover = Object.assign(document.createElement('div'), { style: 'position: fixed; inset: 0; background: white; pointer-events: none' });
  document.body.append(cover);
  let frame = 0;
  const step = () => { cover.style.display = (frame += 1) % ${all} < ${away} ? 'none' : 'block'; requestAnimationFrame(step); };
  step(); }`;

/** What a page can do to the frame so that the payer does not read its button: a script, and the engines that report it. */
export const HIDDEN: Readonly<Record<string, { readonly script: string; readonly seenBy: readonly Engine[] }>> = {
  'puts the frame off-screen': { script: styled({ position: 'fixed', left: '-5000px' }), seenBy: ALL },
  'does not display it': { script: styled({ display: 'none' }), seenBy: ALL },
  'makes it invisible': { script: styled({ visibility: 'hidden' }), seenBy: ['chromium', 'firefox'] },
  'skips its contents': { script: styled({ contentVisibility: 'hidden' }), seenBy: ALL },
  // A box that only hides what is too much is scrolled by the browser, as Tab goes to the button: then the payer reads it.
  'cuts it off': { script: styled({ blockSize: '100px', overflow: 'clip' }), seenBy: ALL },
  'makes it one pixel wide': { script: styled({ inlineSize: '1px', overflow: 'hidden' }), seenBy: ALL },
  'makes it 20 pixels high': { script: styled({ blockSize: '20px', overflow: 'hidden' }), seenBy: ALL },
  'clips it': { script: styled({ clipPath: 'inset(0 0 90% 0)' }), seenBy: ['chromium'] },
  'makes it transparent': { script: styled({ opacity: '0.01' }), seenBy: ['chromium'] },
  'scales it': { script: styled({ transform: 'scale(0.05)' }), seenBy: ['chromium'] },
  'filters it': { script: styled({ filter: 'brightness(0)' }), seenBy: ['chromium'] },
  'covers it': {
    script: `document.body.append(Object.assign(document.createElement('div'), { style: 'position: fixed; inset: 0; background: white' }))`,
    seenBy: ['chromium'],
  },
  // In step with one look of the browser a cover is away whenever it looks; not in step with three.
  'covers it but for 1 of 7 frames': { script: blinking(1, 7), seenBy: ['chromium'] },
  'covers it but for 2 of 6 frames': { script: blinking(2, 6), seenBy: ['chromium'] },
  'covers it but for 3 of 7 frames': { script: blinking(3, 7), seenBy: ['chromium'] },
  'masks it': { script: styled({ maskImage: 'linear-gradient(transparent, transparent)' }), seenBy: [] },
  'rounds its corners off': {
    script: styled({ overflow: 'hidden', borderRadius: '0 0 100% 0 / 0 0 60% 0' }),
    seenBy: [],
  },
  'paints it over with a highlight': {
    script: `{ const sheet = new CSSStyleSheet();
      sheet.replaceSync('::highlight(over) { background-color: white }');
      document.adoptedStyleSheets.push(sheet);
      const range = new Range();
      range.selectNode(document.querySelector('iframe'));
      CSS.highlights?.set('over', new Highlight(range)); }`,
    seenBy: [],
  },
  'zooms it out': { script: styled({ zoom: '0.05' }), seenBy: ['webkit'] },
};
