/** What a checkout has beyond the common sheet: what is bought, and the form. */
export const checkout_sheet = `
#checkout { display: contents; }
.saved-way { display: flex; gap: var(--space-s); align-items: center; }
.saved-way .way { flex: 1; }
.items, .sums { margin: 0; padding: 0; list-style: none; display: grid; gap: .875rem; }
.items li { display: grid; gap: var(--space-xs); }
.items small, .hint { color: var(--muted); font-size: var(--text-xs); }
.item { display: flex; justify-content: space-between; gap: var(--space-m); font-weight: 550; }
.amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
.sums { gap: .5rem; margin-block: 1rem; padding-block: .875rem; border-block: 1px solid var(--line); font-size: var(--text-m); }
.sum { display: flex; justify-content: space-between; gap: var(--space-m); align-items: center; }
.sum dt { color: var(--muted); }
.sum dd { font-variant-numeric: tabular-nums; white-space: nowrap; }
.sum.total { font-size: 1.125rem; font-weight: 680; }
.sum.total dt { color: inherit; }
.items li > .button.small, .offers .button.small { min-block-size: 2.25rem; justify-self: start; }
.offers { display: grid; gap: var(--space-s); margin-block: 1rem; padding: .875rem; border: 1px dashed var(--edge); border-radius: var(--radius-m); }
.offers h2 { margin: 0; font-size: var(--text-m); font-weight: 650; }
.offers ul { margin: 0; padding: 0; list-style: none; display: grid; gap: .625rem; }
.offers li { display: flex; flex-wrap: wrap; gap: var(--space-s); align-items: center; justify-content: space-between; }
.offered { display: grid; gap: .125rem; min-inline-size: 0; font-size: var(--text-m); }
.offered small { color: var(--muted); font-size: var(--text-xs); font-variant-numeric: tabular-nums; }
.currencies { display: flex; flex-wrap: wrap; gap: var(--space-s); align-items: center; justify-content: space-between; margin-block: 1rem; }
.currencies small { color: var(--muted); font-size: var(--text-xs); }
.choosing { margin-block-start: 1rem; }
.unfolded .field { max-inline-size: 14rem; margin-block-start: .25rem; }
.unfolded .beside .field { max-inline-size: none; flex: 1; margin: 0; }
.beside { display: flex; flex-wrap: wrap; gap: var(--space-s); align-items: end; }
.beside .button.small { min-block-size: 2.875rem; }
.beside:has(.fault) { align-items: center; }
.button.small {
  inline-size: auto; min-block-size: 2.5rem; padding: .375rem .875rem; border-color: var(--edge); border-radius: var(--radius-m);
  background: var(--card); color: var(--ink); font-size: var(--text-s); justify-self: start;
}
.sum .button.small { min-block-size: 1.75rem; padding: .125rem .625rem; font-size: var(--text-xs); margin-inline-start: .375rem; }
.pane { gap: var(--space-l); }
.live { display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem; }
.live:empty { display: none; }
.express { gap: var(--space-m); }
.express-buttons { display: grid; gap: var(--space-s); grid-template-columns: repeat(2, minmax(0, 1fr)); }
.express-button {
  display: flex; align-items: center; justify-content: center; gap: .5rem; min-block-size: 2.875rem; padding: .25rem .5rem; cursor: pointer;
  border: 1px solid var(--edge); border-radius: var(--radius-m); background: #111317; color: #ffffff; font: inherit; font-weight: 600;
}
.express-button.wide { grid-column: 1 / -1; }
.express-button .method-mark { inline-size: 2rem; block-size: auto; }
.express-button:hover { background: #2a2e35; }
.express-button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.express[aria-busy="true"] { opacity: .5; pointer-events: none; }
.divider { display: flex; align-items: center; gap: var(--space-m); color: var(--muted); font-size: var(--text-xs); }
.divider::before, .divider::after { content: ""; flex: 1; border-block-start: 1px solid var(--line); }
#checkout:not([data-wallet]) [data-live="express"],
#checkout[data-wallet="google_pay"] [data-express-way="apple_pay"],
#checkout[data-wallet="apple_pay"] [data-express-way="google_pay"] { display: none; }
.methods, .fields, .asked, .card-fields { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-s); }
.methods .way > span:not(.amount) { flex: 1; }
.methods .way small { display: block; color: var(--muted); font-size: var(--text-xs); }
.more > summary { min-block-size: 2.75rem; display: flex; align-items: center; cursor: pointer; color: var(--accent-ink); font-weight: 600; font-size: var(--text-m); border-radius: var(--radius-s); }
.methods > .way + .asked { padding: .25rem .75rem .75rem; border-inline-start: 3px solid var(--line); }
.card-fields { grid-template-columns: 1fr 1fr; }
.card-fields .field:first-child { grid-column: 1 / -1; }
.fields:has(#same_address:checked) .billing-address { display: none; }
.field .marked { position: relative; display: block; }
.brand-mark { position: absolute; inset-block: 0; inset-inline-end: .625rem; display: flex; gap: var(--space-xs); align-items: center; pointer-events: none; }
.brand-mark .method-mark { display: block; inline-size: 2rem; block-size: auto; }
.field .marked input { padding-inline-end: 3.25rem; }
.field input[readonly] { background: var(--panel); }
.fault { color: var(--danger); font-size: var(--text-xs); }
.mandate { font-size: var(--text-xs); color: var(--muted); }
.asked .notice { margin: 0; text-align: start; }
.own-words { font-size: var(--text-s); color: var(--muted); white-space: pre-line; }
.own-words a, .way a { color: var(--accent-ink); text-underline-offset: .2em; }
.leave { text-align: center; font-size: var(--text-s); }
.leave a { color: var(--accent-ink); }
.button[aria-busy="true"] { cursor: progress; opacity: .75; }
.framed body { background: none; min-block-size: 0; }
.framed main.wide { padding: .25rem; gap: var(--space-m); }
.framed footer { padding-block: .75rem; }
.embedded main.wide, .embedded .pane { max-inline-size: none; }
.embedded .pane { padding: 1rem; box-shadow: none; }
@media (prefers-reduced-motion: no-preference) {
  .button[aria-busy="true"] { animation: busy 1.2s ease-in-out infinite alternate; }
  @keyframes busy { to { opacity: .5; } }
}
`;
