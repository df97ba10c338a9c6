/** What the page of an invoice has beyond the common sheet. Card details show while a card is chosen, where a browser can tell. */
export const invoice_sheet = `
.card { max-inline-size: 40rem; }
h2 { margin: 0 0 .5rem; font-size: 1rem; font-weight: 650; }
section { display: grid; }
.lines { inline-size: 100%; border-collapse: collapse; font-size: .9375rem; }
.lines caption { text-align: start; font-weight: 650; font-size: 1rem; padding-block-end: .25rem; }
.lines th, .lines td { padding-block: .5rem; border-block-end: 1px solid var(--line); vertical-align: top; }
.lines thead th { font-size: .8125rem; color: var(--muted); font-weight: 550; }
.lines th { text-align: start; font-weight: 450; }
.lines th:last-child, .lines td { text-align: end; padding-inline-start: 1rem; font-variant-numeric: tabular-nums; }
.lines small { display: block; color: var(--muted); font-size: .8125rem; }
.lines .strong th, .lines .strong td { font-weight: 680; }
.alert { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--panel); }
.alert.bad { background: var(--danger-soft); border-color: var(--danger); }
.alert.good { background: var(--accent-soft); border-color: var(--accent); }
fieldset { margin: 0; padding: 0; border: 0; display: grid; gap: .625rem; min-inline-size: 0; }
legend { padding: 0; margin-block-end: .375rem; font-weight: 600; font-size: .9375rem; }
.ways { grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); }
.ways legend { grid-column: 1 / -1; }
.way { display: flex; gap: .5rem; align-items: center; min-block-size: 2.75rem; padding: .375rem .75rem; border: 1px solid var(--edge); border-radius: .75rem; cursor: pointer; }
.way:has(:checked) { border-color: var(--accent); background: var(--accent-soft); }
.way input { accent-color: var(--accent); inline-size: 1.125rem; block-size: 1.125rem; flex: none; }
.field { display: grid; gap: .25rem; min-inline-size: 0; }
.field label { font-size: .875rem; color: var(--muted); }
.field input { min-block-size: 2.875rem; inline-size: 100%; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: .625rem; background: var(--card); color: var(--ink); font: inherit; }
.field input[aria-invalid] { border-color: var(--danger); border-width: 2px; }
.field input:focus-visible, .way input:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.bank { grid-template-columns: 1fr 1fr; }
.bank legend, .bank .field:nth-of-type(1) { grid-column: 1 / -1; }
form:has(.way input:checked):not(:has(.way input[value="card"]:checked)) .bank { display: none; }
.button.plain { border-color: var(--edge); color: var(--ink); }
.terms { white-space: pre-line; font-size: .875rem; color: var(--muted); }
@media print { section form, .button.plain { display: none; } }
`;
