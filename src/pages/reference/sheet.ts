/** What the reference has beyond the common sheet: columns, members, methods. Logical properties only, as there. */
export const sheet = `
:root { --get: #0b5c8a; --get-soft: #e2f0f8; --post: #0e5a47; --post-soft: #e3f1ec; --delete: #9f2318; --delete-soft: #fbeae7; --code: #15201c; --on-code: #e6efe9; --bar: 3.75rem; }
@media (prefers-color-scheme: dark) {
  :root { --get: #8fcdf2; --get-soft: #132d3d; --post: #7ed9bc; --post-soft: #17352c; --delete: #ffa79b; --delete-soft: #3a1d19; --code: #080b0a; --on-code: #dfe8e2; }
}
html { scroll-padding-block-start: calc(var(--bar) + 1rem); }
body { display: block; background: var(--paper); font-size: var(--text-m); }
code, pre, kbd { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:focus-visible, summary:focus-visible, input:focus-visible, pre:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
[hidden] { display: none !important; }
.skip { position: absolute; inset-inline-start: 1rem; inset-block-start: -4rem; z-index: 3; padding: .5rem 1rem; background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius-s); }
.skip:focus { inset-block-start: .5rem; }
.masthead { position: sticky; inset-block-start: 0; z-index: 2; min-block-size: var(--bar); display: flex; align-items: center; gap: .5rem 1rem; padding: .5rem clamp(1rem, 3vw, 2rem); background: var(--card); border-block-end: 1px solid var(--line); }
.masthead .brand { color: var(--ink); text-decoration: none; font-weight: 400; font-size: var(--text-base); white-space: nowrap; }
.masthead .mark { inline-size: 1.875rem; block-size: 1.875rem; }
.masthead a, .version { white-space: nowrap; }
.version { padding: .0625rem .5rem; border: 1px solid var(--line); border-radius: 99rem; color: var(--muted); font-size: var(--text-2xs); }
search { position: relative; flex: 0 1 20rem; margin-inline-start: auto; }
search input { inline-size: 100%; min-block-size: 2.5rem; padding-block: .25rem; padding-inline: .875rem 2.25rem; border: 1px solid var(--edge); border-radius: var(--radius-m); background: var(--paper); color: inherit; font: inherit; }
search kbd { position: absolute; inset-inline-end: .625rem; inset-block-start: .5625rem; padding: 0 .4375rem; border: 1px solid var(--line); border-radius: .3125rem; color: var(--muted); pointer-events: none; }
search input:focus + kbd { visibility: hidden; }
#found { position: absolute; inset-inline: 0; inset-block-start: calc(100% + .25rem); z-index: 4; max-block-size: 70vh; overflow-y: auto; margin: 0; padding: .375rem; list-style: none; background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius-m); box-shadow: 0 .5rem 2rem rgb(0 0 0 / .18); }
#found a { display: grid; padding: .4375rem .625rem; border-radius: var(--radius-s); color: var(--ink); text-decoration: none; font-size: var(--text-s); line-height: 1.4; }
#found small { color: var(--muted); overflow-wrap: anywhere; }
#found [aria-selected="true"] a, #found a:hover { background: var(--accent-soft); }
search[hidden] ~ .menu { margin-inline-start: auto; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); max-inline-size: 96rem; margin-inline: auto; }
nav { padding: 1rem clamp(1rem, 3vw, 2rem) 2rem; border-block-end: 1px solid var(--line); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav > ul > li { margin-block-end: .5rem; }
nav > ul > li > a { display: block; padding: .25rem .5rem; color: var(--ink); text-decoration: none; font-size: var(--text-s); font-weight: 650; }
nav a[aria-current] { color: var(--accent); font-weight: 650; }
nav ul ul a { display: flex; gap: .5rem; align-items: baseline; padding: .3125rem .5rem; border-radius: var(--radius-s); color: var(--muted); text-decoration: none; font-size: var(--text-s); line-height: 1.35; }
nav a:hover { color: var(--accent); }
main.reference { display: block; place-content: normal; place-items: normal; padding: clamp(1.25rem, 4vw, 2.5rem) clamp(1rem, 4vw, 3rem) 4rem; }
h1 { font-size: clamp(1.75rem, 1.4rem + 1.6vw, 2.375rem); }
h2 { margin: 0; font-size: 1.5rem; letter-spacing: -.015em; line-height: 1.25; }
h3 { margin: 0; font-size: 1.125rem; line-height: 1.35; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover::after, h2 a:hover::after { content: " #"; color: var(--muted); }
.operation h2 { font-size: 1.125rem; line-height: 1.35; }
.operation h2 a { color: inherit; text-decoration: none; }
.operation h3, h4 { margin: 1.25rem 0 .25rem; color: var(--muted); font-size: var(--text-2xs); font-weight: 650; letter-spacing: .07em; text-transform: uppercase; }
.reference .lead { margin-block-start: .375rem; font-size: var(--text-l); }
.lead code, dd code, .answer code, .chip code { overflow-wrap: anywhere; }
.ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1.25rem 2.5rem; margin-block: 1.75rem 0; }
.ways dt { font-weight: 650; }
.ways dd { color: var(--muted); }
.ways dd code { color: var(--ink); }
.group { margin-block-start: 3.5rem; }
.group:first-child { margin-block-start: 0; }
.operation { margin-block-start: 1rem; padding: clamp(1rem, 2.5vw, 1.5rem); background: var(--card); border: 1px solid var(--line); border-radius: var(--radius-l); }
.operation:target, .operation:has(:target) { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: var(--space-m); margin-block-start: 1.25rem; }
.tile { padding: 1rem 1.125rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius-l); }
.tile ul { list-style: none; margin: .5rem 0 0; padding: 0; }
.tile li a { display: flex; gap: .5rem; align-items: baseline; padding-block: .1875rem; color: var(--muted); text-decoration: none; font-size: var(--text-s); line-height: 1.4; }
.tile li a:hover { color: var(--accent); }
.about { margin-block-start: .25rem; max-inline-size: 46rem; }
.method { flex: none; display: inline-block; min-inline-size: 2.875rem; padding: .0625rem .375rem; border-radius: .3125rem; background: var(--panel); color: var(--muted); font: 700 .6875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; letter-spacing: .03em; text-align: center; }
.method.get { background: var(--get-soft); color: var(--get); }
.method.post { background: var(--post-soft); color: var(--post); }
.method.delete { background: var(--delete-soft); color: var(--delete); }
.route { display: flex; gap: var(--space-s); align-items: baseline; margin-block-start: .375rem; }
.route code { font-size: var(--text-base); font-weight: 550; }
.route var, .alias var { color: var(--muted); font-style: normal; }
.alias { margin-inline-start: 3.5rem; color: var(--muted); font-size: var(--text-s); }
.who { display: flex; flex-wrap: wrap; gap: .375rem; align-items: baseline; margin-block-start: .75rem; font-size: var(--text-xs); }
.label { color: var(--muted); }
.chip { padding: .0625rem .5625rem; border: 1px solid var(--line); border-radius: 99rem; background: var(--panel); }
.chip.open { border-color: transparent; background: var(--accent-soft); color: var(--accent); }
.chip.test { border-color: var(--warn-line); background: var(--warn); color: var(--warn-ink); }
.halves { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-m); }
.shown { align-self: start; min-inline-size: 0; margin-block-start: 1.25rem; }
.bar { display: flex; flex-wrap: wrap; gap: .25rem .75rem; justify-content: space-between; align-items: center; margin-block-end: .375rem; }
.languages { display: flex; flex-wrap: wrap; gap: .125rem; }
.bar button { min-block-size: 2rem; padding: .125rem .625rem; border: 0; border-radius: var(--radius-s); background: none; color: var(--muted); font: inherit; font-size: var(--text-xs); cursor: pointer; }
.bar button:hover { color: var(--accent); }
.bar button[aria-pressed="true"] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.try form { display: grid; gap: var(--space-s); padding: .875rem; border: 1px solid var(--line); border-radius: var(--radius-m); }
.try label { display: grid; gap: .1875rem; color: var(--muted); font-size: var(--text-xs); }
.try input, .try textarea { min-inline-size: 0; padding: .4375rem .625rem; border: 1px solid var(--edge); border-radius: var(--radius-s); background: var(--paper); color: var(--ink); font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; resize: vertical; }
.try .button { justify-self: start; padding: .4375rem 1.125rem; border: 0; border-radius: var(--radius-s); background: var(--accent); color: var(--paper); font: inherit; font-weight: 600; cursor: pointer; }
.try output { display: block; min-inline-size: 0; font-size: var(--text-s); }
.response pre, .try pre { max-block-size: 28rem; overflow: auto; }
.halves pre { margin: .375rem 0 0; font-size: var(--text-xs); padding: 1rem 1.125rem; overflow-x: auto; border-radius: var(--radius-m); background: var(--code); color: var(--on-code); line-height: 1.65; tab-size: 2; overflow-wrap: normal; }
.members { list-style: none; margin: 0; padding: 0; }
.members > li { padding-block: .5625rem; border-block-start: 1px solid var(--line); }
.members > li:first-child { border-block-start: 0; }
.members .name { font-weight: 650; font-size: .9375em; }
.type { margin-inline-start: .25rem; color: var(--muted); font-size: var(--text-xs); }
.required { color: var(--danger); font-size: var(--text-2xs); font-weight: 600; }
.notes { color: var(--muted); font-size: var(--text-s); }
.words { display: flex; flex-wrap: wrap; gap: var(--space-xs); margin-block-start: .25rem; }
.words code { padding: 0 .375rem; border: 1px solid var(--line); border-radius: .3125rem; background: var(--panel); font-size: var(--text-xs); }
details { margin-block-start: .25rem; }
summary { inline-size: fit-content; min-block-size: 1.5rem; padding-block: .0625rem; color: var(--accent); cursor: pointer; font-size: var(--text-xs); }
.members details .members { margin-block-start: .375rem; padding-inline-start: .875rem; border-inline-start: 2px solid var(--line); }
.shape { background: transparent; border-style: dashed; }
.shape details.whole > .members { margin-block-start: .5rem; }
.none, .answer { margin-block-start: 1rem; font-size: var(--text-s); }
.none { color: var(--muted); }
table { inline-size: 100%; overflow-wrap: break-word; margin-block-start: 1.25rem; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); font-size: var(--text-s); }
th, td { padding: .625rem .875rem; text-align: start; vertical-align: top; border-block-start: 1px solid var(--line); }
thead th { border: 0; color: var(--muted); font-size: var(--text-2xs); letter-spacing: .05em; text-transform: uppercase; }
tbody th { font-weight: 600; overflow-wrap: anywhere; }
tbody tr:target { background: var(--accent-soft); outline: 2px solid var(--accent); }
td.status { font-variant-numeric: tabular-nums; }
.guide { max-inline-size: 48rem; }
.guide h2 { margin-block: 2rem .375rem; font-size: 1.25rem; }
.guide h2 a { color: inherit; text-decoration: none; }
.guide p, .guide ul, .guide ol { margin-block: .75rem; line-height: 1.65; }
.guide li { margin-block: .375rem; }
.guide pre { margin: 0; padding: 1rem 1.125rem; overflow-x: auto; border-radius: var(--radius-m); background: var(--code); color: var(--on-code); font-size: var(--text-xs); line-height: 1.65; overflow-wrap: normal; }
.guide .samples { position: relative; margin-block: 1rem; }
.guide .bar { position: absolute; inset-block-start: .5rem; inset-inline-end: .5rem; margin: 0; }
.guide .bar button { background: var(--code); color: var(--on-code); }
.bar .copy { inline-size: auto; white-space: nowrap; }
.bar .copy::before { content: none; }
.scrolling { overflow-x: auto; }
main footer { margin-block-start: 3rem; padding: 0; text-align: start; }
@media (max-width: 45rem) {
  .masthead { flex-wrap: wrap; }
  .version, .openapi { display: none; }
  search { order: 3; flex-basis: 100%; }
  .masthead .menu { margin-inline-start: auto; }
  :root { --bar: 6.75rem; }
  html:not(:has(search:not([hidden]))) { --bar: 3.75rem; }
  .group thead { display: none; }
  .group tbody tr { display: grid; grid-template-columns: auto 1fr; padding: .625rem .875rem; border-block-start: 1px solid var(--line); }
  .group tbody th, .group tbody td { padding: 0; border: 0; }
  .group tbody th, .group tbody td:last-child { grid-column: 1 / -1; }
  td.status { padding-inline-end: .625rem; }
  .alias { margin-inline-start: 0; }
}
@media (min-width: 64rem) {
  .columns { grid-template-columns: 18rem minmax(0, 1fr); }
  nav { position: sticky; inset-block-start: var(--bar); align-self: start; block-size: calc(100vh - var(--bar)); overflow-y: auto; padding: 1.5rem 1rem 3rem 1.5rem; border-block-end: 0; border-inline-end: 1px solid var(--line); }
  .menu { display: none; }
}
@media (max-width: 63.99rem) { nav:not(:target) { display: none; } }
@media (min-width: 84rem) { .halves { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2rem; } .shown { position: sticky; inset-block-start: calc(var(--bar) + 1rem); max-block-size: calc(100vh - var(--bar) - 2rem); overflow-y: auto; } }
@media print { nav, search, .masthead { display: none; } .columns { display: block; } .operation { break-inside: avoid; } }
`;
