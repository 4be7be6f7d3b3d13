/** The console's style sheet: light or dark like the system, from the width of a phone up. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #16202e; --soft: #55627a; --line: #d9dfe9; --ground: #f3f5f9; --sheet: #fff;
  --accent: #14509c; --on-accent: #fff; --tint: #e6eefa; --edge: #16202e40; --hover: #14509c0d; --good: #12693a; --good-tint: #e0f3e8; --bad: #a3201d; --bad-tint: #fbe6e5;
  --open: #7a5200; --open-tint: #fbf0d6 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf5; --soft: #a4b0c4; --line: #313b4f; --ground: #0f141d; --sheet: #182030;
  --accent: #8ab8f5; --on-accent: #0c1a2d; --tint: #20304a; --edge: #000c; --hover: #8ab8f512; --good: #7bdaa5; --good-tint: #14352a; --bad: #ffa39c; --bad-tint: #43211f;
  --open: #f0c36b; --open-tint: #3b2f12 } }
* { box-sizing: border-box }
html { scroll-padding-block-start: 5rem }
body { margin: 0; background: var(--ground); color: var(--ink); font: .9375rem/1.5 system-ui, sans-serif; display: grid;
  grid-template: auto 1fr / 14rem minmax(0, 1fr); min-block-size: 100vh }
html:not([data-script]) .needs-script { display: none }
.skip { position: absolute; inset-block-start: -4rem; inset-inline-start: 1rem; background: var(--sheet); padding: .5rem 1rem; z-index: 3 }
.skip:focus { inset-block-start: .5rem }
header { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between;
  padding: .6rem 1.5rem; background: var(--sheet); border-block-end: 1px solid var(--line); position: sticky; inset-block-start: 0; z-index: 2 }
header a.home { font-weight: 700; font-size: 1.05rem; color: var(--ink); text-decoration: none }
header a.home small { font-weight: 400; color: var(--soft); margin-inline-start: .5rem }
.clock { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; font-variant-numeric: tabular-nums }
nav { padding: 1rem .75rem 2rem; border-inline-end: 1px solid var(--line); background: var(--sheet); position: sticky; inset-block-start: 3.5rem;
  block-size: calc(100vh - 3.5rem); overflow-y: auto }
nav h2 { font-size: .75rem; letter-spacing: .05em; text-transform: uppercase; color: var(--soft); margin: 1rem .75rem .25rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: flex; justify-content: space-between; padding: .35rem .75rem; border-radius: .4rem; color: var(--ink); text-decoration: none }
nav a:hover { background: var(--ground) }
nav a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 600 }
main { padding: 1.5rem; max-inline-size: 84rem; inline-size: 100% }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .6rem; overflow-wrap: anywhere }
h2 { font-size: 1.1rem; margin: 2rem 0 .6rem } h3 { font-size: 1rem; margin: 1.25rem 0 .4rem }
p { margin: .25rem 0 1rem } .lead, .empty, small { color: var(--soft) } .lead { max-inline-size: 46rem }
.empty { background: var(--sheet); border: 1px dashed var(--line); border-radius: .6rem; padding: 1.25rem; margin: 0 }
a { color: var(--accent) } code, pre { font: .85em/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; overflow: auto; margin: .5rem 0; white-space: pre-wrap }
time { font-variant-numeric: tabular-nums; white-space: nowrap; color: var(--soft) } time b { font-weight: 500; color: var(--ink) }
td time { white-space: normal; display: inline-block } td time b, td time span { white-space: nowrap }
.scroll, .card { background: var(--sheet); border: 1px solid var(--line); border-radius: .6rem }
.scroll { overflow-x: auto; scrollbar-width: thin; scrollbar-color: var(--soft) transparent; background:
  linear-gradient(to right, var(--sheet) 40%, transparent) left / 3rem 100% local, linear-gradient(to left, var(--sheet) 40%, transparent) right / 3rem 100% local,
  linear-gradient(to right, var(--edge), transparent) left / 1.25rem 100% scroll, linear-gradient(to left, var(--edge), transparent) right / 1.25rem 100% scroll, var(--sheet);
  background-repeat: no-repeat }
.card { padding: 1rem 1.25rem; margin-block-end: 1rem } .card > h2:first-child { margin-block-start: 0 }
.card .facts { border: 0; padding: 0; background: none; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)) } .card .facts + pre { border-width: 1px 0 0; border-radius: 0; background: none; padding: 1rem 0 0; margin: 1rem 0 0 }
table { border-collapse: collapse; inline-size: 100% }
th, td { text-align: start; padding: .5rem .85rem; border-block-end: 1px solid var(--line); vertical-align: top }
th { color: var(--soft); font-weight: 600; font-size: .8rem; white-space: nowrap } tbody tr:last-child td { border-block-end: 0 }
tbody tr:hover { background: var(--hover) }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap }
td.code { font: .85em/1.75 ui-monospace, monospace; overflow-wrap: anywhere; min-inline-size: 9rem } td.wrap, td.wide { overflow-wrap: anywhere; min-inline-size: 9rem } td.wide { min-inline-size: 14rem }
td small { display: block; overflow-wrap: anywhere } td small code { font-size: .87em } td button, .together { white-space: nowrap }
.refusal { color: var(--bad) } .odd { color: var(--open) }
.badge { display: inline-block; padding: .05rem .5rem; border-radius: 1rem; font-size: .8rem; font-weight: 600; white-space: nowrap }
.good { color: var(--good); background: var(--good-tint) } .bad { color: var(--bad); background: var(--bad-tint) }
.open { color: var(--open); background: var(--open-tint) }
.finder { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center } .finder label { margin: 0 } .finder input:not([type=checkbox]) { inline-size: min(100%, 20rem) }
.pager { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; color: var(--soft); font-variant-numeric: tabular-nums }
.pager a { padding: .35rem .5rem; font-weight: 600 }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; padding: 0; margin: 1rem 0; list-style: none }
.tiles li { display: grid } .tiles a { display: block; background: var(--sheet); border: 1px solid var(--line); border-radius: .6rem; padding: .75rem 1rem; text-decoration: none; color: var(--soft) }
.tiles a:hover { border-color: var(--accent) } .tiles b { display: block; font-size: 1.6rem; line-height: 1.2; color: var(--ink); font-variant-numeric: tabular-nums }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .75rem 1.5rem; margin: 0; background: var(--sheet);
  border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.25rem }
.facts > div:has(.long) { grid-column: 1 / -1 }
dt { color: var(--soft); font-size: .8rem } dd { margin: 0; overflow-wrap: anywhere }
.timeline { list-style: none; margin: 0; padding: 0 0 0 1.25rem; border-inline-start: 2px solid var(--line); margin-inline-start: .5rem }
.timeline li { position: relative; padding: .25rem 0 .75rem }
.timeline li::before { content: ''; position: absolute; inset-inline-start: calc(-1.25rem - 6px); inset-block-start: .6rem; inline-size: 10px;
  block-size: 10px; border-radius: 50%; background: var(--accent); border: 2px solid var(--sheet) }
.timeline li.due::before { background: var(--sheet); border-color: var(--soft) } .timeline li.due { color: var(--soft) }
.timeline li.bad-step::before { background: var(--bad) } .timeline li.good-step::before { background: var(--good) }
ul.plain { margin: 0; padding: 0; list-style: none }
button, .button { font: inherit; font-weight: 600; padding: .35rem .8rem; min-block-size: 2.1rem; border-radius: .4rem; border: 1px solid var(--accent); cursor: pointer;
  background: transparent; color: var(--accent) }
button:hover { background: var(--tint) } button[type=submit] { background: var(--accent); color: var(--on-accent) }
button[disabled] { opacity: .6; cursor: progress }
form { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .9rem 1rem; align-items: end }
label { display: block; font-weight: 600; font-size: .85rem } label small { display: block; font-weight: 400 } label.check small { display: inline }
label.check { display: flex; gap: .5rem; align-items: center; min-block-size: 2.1rem }
input:not([type=checkbox]), select { font: inherit; inline-size: 100%; min-block-size: 2.1rem; padding: .3rem .6rem; color: inherit; background: var(--ground);
  font-weight: 400; border: 1px solid var(--soft); border-radius: .4rem; margin-block-start: .2rem }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem }
.result { grid-column: 1 / -1; margin: 0; min-block-size: 1.5em } .result.bad { padding: .4rem .75rem; border-radius: .4rem }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
details > summary { cursor: pointer } details.operation { background: var(--sheet); border: 1px solid var(--line); border-radius: .6rem; margin-block-end: .5rem }
details.operation > summary { padding: .6rem 1rem; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline }
details.operation > summary::before { content: '▸'; color: var(--soft); inline-size: .8rem } details.operation[open] > summary::before { content: '▾' }
details.operation > div { padding: 0 1rem 1rem }
.method { font: 700 .75rem ui-monospace, monospace; padding: .1rem .45rem; border-radius: .3rem; background: var(--tint); color: var(--accent); min-inline-size: 3rem; text-align: center }
@media (max-width: 52rem) {
  body { grid-template-columns: minmax(0, 1fr) ; grid-template-rows: auto auto 1fr }
  header { position: static; padding: .6rem 1rem } header a.home small { display: block; margin: 0 }
  nav { position: static; block-size: auto; border: 0; border-block-end: 1px solid var(--line); padding: .4rem .5rem; overflow-x: auto; display: flex; gap: .25rem }
  nav h2 { display: none } nav ul { display: flex; gap: .25rem } nav a { white-space: nowrap }
  main { padding: 1rem }
  .scroll { background: none; border: 0; overflow: visible; position: relative } thead { position: absolute; clip-path: inset(50%); block-size: 1px; inline-size: 1px; overflow: hidden }
  table, tbody, tr, td { display: block } tbody tr { background: var(--sheet); border: 1px solid var(--line); border-radius: .6rem; margin-block-end: .6rem; padding: .4rem 0 }
  td { border: 0; padding: .2rem .9rem; display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: .75rem; text-align: start }
  td::before { content: attr(data-label); color: var(--soft); font: .8rem/1.9 system-ui, sans-serif } td.number { text-align: start } td:has(> div:empty) { display: none } td > div { min-inline-size: 0 }
  .clock button { padding: .2rem .5rem } .clock [data-key=hour] { display: none }
  td.code, td.wrap, td.wide { min-inline-size: 0 }
}
@media (forced-colors: active) { .badge, .method { border: 1px solid } .timeline li::before { forced-color-adjust: none } }
`;
