/** What the pages of the portal have beyond the common sheet. */
export const portal_sheet = `
.card.portal { max-inline-size: 44rem; gap: 1.75rem; }
.portal section { display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem; }
.portal h2 { margin: 0; font-size: var(--text-l); font-weight: 650; }
.entry .name { font-size: var(--text-base); font-weight: 600; }
.entry { display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem; padding: 1rem; border: 1px solid var(--line); border-radius: var(--radius-l); background: var(--panel); }
.entry p { font-size: var(--text-m); }
.entry .aside { color: var(--muted); font-size: var(--text-s); }
.entry .head { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; }
.entry .head > :first-child { flex: 1 1 10rem; min-inline-size: 0; }
.entry .method { display: flex; gap: .75rem; align-items: center; }
.tag { padding: .0625rem .5rem; border: 1px solid var(--edge); border-radius: 99rem; font-size: var(--text-2xs); font-weight: 600; color: var(--muted); white-space: nowrap; }
.tag.active, .tag.trialing, .tag.paid { color: var(--accent-ink); border-color: var(--accent); }
.tag.past_due, .tag.unpaid { color: var(--danger); border-color: var(--danger); }
.doing { display: flex; flex-wrap: wrap; gap: .5rem; }
.doing form { display: contents; }
.doing .button { inline-size: auto; min-block-size: 2.75rem; padding: .5rem 1rem; font-size: var(--text-m); }
.doing .button.plain, .doing .button.primary { flex: 0 1 auto; }
.choices { display: grid; gap: .5rem; }
.choices .way { align-items: flex-start; padding-block: .625rem; }
.choices .way input { margin-block-start: .1875rem; }
.choices small { display: block; color: var(--muted); }
.bank { grid-template-columns: 1fr 1fr; }
.bank legend, .bank .field:nth-of-type(1) { grid-column: 1 / -1; }
.field textarea { min-block-size: 5rem; inline-size: 100%; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: var(--radius-m); background: var(--card); color: var(--ink); font: inherit; resize: vertical; }
.field textarea:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.portal .notice { margin-block-start: 0; }
.entry del { color: var(--muted); }
.entry ins { text-decoration: none; }
.portal .lines td { white-space: nowrap; }
.owed { font-size: 1.375rem; font-weight: 680; font-variant-numeric: tabular-nums; }
.lines a { color: var(--accent-ink); font-weight: 600; margin-inline-end: .5rem; }
@media print { .doing, .portal form, .button.plain { display: none; } }
`;
