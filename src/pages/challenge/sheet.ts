/** What the page of a step has beyond the common sheet: where there is room, the answers stand beside what they are about. */
export const challenge_sheet = `
.ask > div { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-m); align-content: start; }
.parties { display: flex; justify-content: space-between; align-items: center; gap: var(--space-m); }
.parties .brand { min-inline-size: 0; }
.answer .notice { margin-block-start: 0; }
.countdown { display: block; min-block-size: 1.55em; color: var(--muted); font-weight: 450; font-variant-numeric: tabular-nums; }
.print[hidden] { display: none; }
span.on-phone, div.on-phone { display: none; }
@media (max-width: 40rem) {
  span.on-phone { display: inline; }
  div.on-phone { display: block; }
  .on-screen { display: none; }
  .ask .picture.square { max-inline-size: 11rem; }
}
@media (max-width: 59.99rem) and (max-height: 60rem) {
  .ask { gap: var(--space-m); padding: 1.25rem; }
  .ask .heading { gap: var(--space-xs); }
  .ask .lead { font-size: var(--text-m); line-height: 1.4; }
  .ask > div { gap: .75rem; }
  .ask .fact { padding-block: .4375rem; gap: .75rem; font-size: var(--text-s); }
  .ask .fact.large dd { font-size: 1.75rem; }
  .ask .button { min-block-size: 2.75rem; padding-block: .5rem; }
  .ask .actions { gap: .5rem; }
}
@media (min-width: 60rem) {
  .ask { max-inline-size: 60rem; grid-template-columns: minmax(0, 1fr) minmax(0, 22rem); column-gap: 2.5rem; grid-template-rows: auto 1fr; }
  .ask .told { grid-area: 1 / 1; }
  .ask .answer { grid-area: 1 / 2 / span 2; padding: 1.25rem; background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius-l); align-self: start; }
  .ask .more { grid-area: 2 / 1; }
}
@media print {
  .ask { display: block; }
  .ask > div { gap: .75rem; margin-block-end: .75rem; }
  .answer, .print { display: none; }
}
`;
