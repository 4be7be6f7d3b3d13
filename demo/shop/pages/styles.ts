/** The shop's style sheet: for phones first, light or dark like the system. */
export const styles = `
:root {
  color-scheme: light dark;
  --ground: #f6f6f3; --sheet: #fff; --ink: #1c1f1d; --soft: #565d59; --line: #d9dcd6; --accent: #14532d;
  --good: #14532d; --bad: #9f1d1d; --open: #7a4d00; --tint: #ecefe9; --edge: #7d8780; --on-accent: #fff;
  font: 1rem/1.5 system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #131614; --sheet: #1c201e; --ink: #edf0ed; --soft: #a9b1ac; --line: #363c38; --accent: #86d6a3;
    --good: #86d6a3; --bad: #ff9c92; --open: #f0c36a; --tint: #252a27; --edge: #78837c; --on-accent: #0b1f13;
  }
}
/* A theme: the elements in the shop's colours. */
p2p-transfer, product-pay, plan-subscribe {
  --checkout-color-accent: var(--accent); --checkout-color-on-accent: var(--on-accent);
  --checkout-color-text: var(--ink); --checkout-color-muted: var(--soft);
  --checkout-color-field: var(--sheet); --checkout-color-border: var(--edge);
  --checkout-color-danger: var(--bad); --checkout-color-success: var(--good); --checkout-color-warning: var(--open);
  --checkout-radius: .5rem;
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
h1, h2, p, ul, ol { margin: 0; }
ul, ol { padding: 0; list-style: none; }
h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.25rem); line-height: 1.15; letter-spacing: -.02em; text-wrap: balance; }
h2 { font-size: 1rem; text-wrap: balance; }

.top, main, .bottom { max-width: 76rem; margin-inline: auto; padding-inline: 1rem; }
.top { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between; padding-block: .75rem; }
.brand { display: flex; gap: .6rem; align-items: center; color: inherit; font-weight: 650; text-decoration: none; }
.top ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; overflow-wrap: normal; }
.top li a { display: block; padding-block: .6rem; color: var(--soft); text-decoration: none; border-block-end: 2px solid transparent; }
.top li a[aria-current] { color: var(--ink); border-color: var(--accent); }
.bottom { padding-block: 1.5rem 2.5rem; color: var(--soft); font-size: .875rem; }

main { display: grid; gap: 2.5rem; padding-block: 1rem; }
.pay { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-content: start; inline-size: 100%; max-inline-size: 37rem; min-width: 0; margin-inline: auto; }
.lead { color: var(--soft); max-width: 46ch; text-wrap: pretty; }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; padding: clamp(1rem, 4vw, 1.5rem); }
.after { color: var(--soft); font-size: .875rem; }
.looks ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; font-size: .875rem; }
.looks a { display: block; padding-block: .6rem; color: var(--soft); }
.looks a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
.language { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; font-size: .875rem; color: var(--soft); }
.language select { font: inherit; padding: .5rem; color: var(--ink); background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
p2p-transfer:not(:defined), product-pay:not(:defined) { display: block; min-height: 26rem; }
plan-subscribe:not(:defined) { display: block; min-height: 7.5rem; }
.fallback { color: var(--soft); }

.shelf { gap: 1rem; grid-template-columns: minmax(0, 1fr); }
.shelf ul { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); }
.narrow { max-width: 34rem; inline-size: 100%; }
.goods { display: grid; gap: .4rem; align-content: space-between; block-size: 100%; padding: 1.25rem; border: 1px solid var(--line); border-radius: 14px; background: var(--sheet); color: inherit; text-decoration: none; }
.goods:hover { border-color: var(--accent); }
.goods h2 { font-size: 1.125rem; }
.goods p { color: var(--soft); }
.goods .price { color: var(--ink); font-weight: 650; font-size: 1.125rem; }
.shelf section { margin-block-start: 1.5rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem; }
.sources pre { margin: 0; padding: 1rem; overflow: auto; background: var(--tint); border-radius: 8px; font: .8125rem/1.5 ui-monospace, monospace; tab-size: 2; }
.sources summary { padding-block: .5rem; font-weight: 600; cursor: pointer; }
.shelf .ways { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.ways a { display: block; padding-block: .6rem; }

.bought { grid-template-columns: minmax(0, 32rem); justify-content: center; }
.bought .sheet { display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem; justify-items: center; padding-block: 2rem; text-align: center; }
.bought h1 { font-size: 1.5rem; }
.mark { display: grid; place-items: center; inline-size: 3rem; block-size: 3rem; border-radius: 50%; background: var(--open); color: var(--sheet); font-size: 1.5rem; font-weight: 700; }
[data-state="paid"] .mark { background: var(--good); }
[data-state="declined"] .mark { background: var(--bad); }
.bill { inline-size: 100%; margin: .5rem 0; text-align: start; font-variant-numeric: tabular-nums; }
.bill div { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; padding-block: .5rem; border-block-start: 1px solid var(--line); }
.bill dt { color: var(--soft); }
.bill dd { margin-inline: auto 0; text-align: end; }
.next { display: flex; flex-wrap: wrap; gap: 0 1.5rem; justify-content: center; }
.next a { display: block; padding-block: .6rem; }

.behind { display: grid; gap: 1.25rem; align-content: start; font-size: .9rem; }
.behind section > p { color: var(--soft); font-size: .8125rem; }
.words { display: grid; gap: 1.25rem; }
.words > section, .cards { background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; padding: 1rem; display: grid; gap: .6rem; align-content: start; min-width: 0; }
.agreement { padding: .75rem 1rem; border-radius: 14px; background: var(--tint); border: 1px solid var(--soft); }
.agreement[data-state="agree"], .agreement[data-state="elsewhere"] { border-color: var(--good); }
.agreement[data-state="differ"] { border-color: var(--bad); }
.agreement[data-state="waiting"] { border-color: var(--open); }
.heard:not(:empty) ~ .none, .known:not(:empty) ~ .none { display: none; }
.heard { display: grid; gap: .6rem; max-height: 28rem; overflow: auto; }
.heard li { border-block-start: 1px solid var(--line); padding-block-start: .6rem; }
.heard time, .known time { float: inline-end; color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums; }
.heard b, .known b, .mono { font: 600 .8125rem/1.5 ui-monospace, monospace; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; margin: 0; font: .8125rem/1.5 ui-monospace, monospace; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.known { display: grid; gap: .75rem; }
.known article { border-block-start: 1px solid var(--line); padding-block-start: .6rem; display: grid; gap: .4rem; }
.state { justify-self: start; padding: .05rem .55rem; border-radius: 99px; background: var(--tint); color: var(--soft); font-weight: 600; font-size: .8125rem; }
.state[data-state="paid"] { color: var(--good); }
.state[data-state="declined"], .state[data-state="differs"], .state[data-state="refused"] { color: var(--bad); }
.state[data-state="open"], .state[data-state="stray"] { color: var(--open); }

.cards { grid-template-columns: minmax(0, 1fr); }
.cards li { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center; justify-content: space-between; padding-block: .35rem; border-block-start: 1px solid var(--line); }
.cards li div { flex: 1 1 10rem; display: flex; flex-wrap: wrap; gap: 0 1rem; }
.number { min-width: min(12.5em, 100%); font: .875rem/1.5 ui-monospace, monospace; white-space: nowrap; }
.what { color: var(--soft); }
.copy { flex: none; min-width: 5.25rem; }
.cards summary { padding-block: .5rem; cursor: pointer; }
button { font: inherit; font-size: .8125rem; min-height: 2.25rem; padding: .3rem .8rem; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); color: var(--ink); cursor: pointer; }
@media (pointer: coarse) { button { min-height: 2.75rem; } }
button:hover { background: var(--tint); }
[hidden] { display: none; }

@media (min-width: 60rem) {
  main { grid-template-columns: minmax(22rem, 5fr) minmax(0, 7fr); padding-block: 2rem; }
  .words { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
`;
