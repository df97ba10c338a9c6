/** The sheet of a page with a summary beside a form. Content that is folded on a phone is open on a wide screen, where the browser supports it. */
export const wide_sheet = `
main.wide {
  align-content: start; justify-content: center; justify-items: stretch; gap: 1.25rem;
  grid-template-columns: minmax(0, 30rem);
}
.order, .pane { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-m); align-content: start; min-inline-size: 0; }
.pane { max-inline-size: none; padding: clamp(1.25rem, 4vw, 2rem); background: var(--card); border: 1px solid var(--line); border-radius: var(--radius-xl); box-shadow: var(--shadow); }
.order .brand { font-size: var(--text-l); color: var(--ink); }
.headline { display: grid; gap: var(--space-xs); min-inline-size: 0; }
.headline .small { font-size: var(--text-l); font-weight: 550; letter-spacing: 0; color: var(--muted); }
.headline .figure { font-size: clamp(2.25rem, 1.75rem + 2.6vw, 3.25rem); font-weight: 700; line-height: 1.1; letter-spacing: -.03em; font-variant-numeric: tabular-nums; }
.headline .aside { font-size: var(--text-m); color: var(--muted); }
.folded { background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius-l); padding-inline: 1rem; }
.folded > summary {
  display: flex; justify-content: space-between; gap: var(--space-m); align-items: center; min-block-size: 3rem;
  cursor: pointer; list-style: none; font-size: var(--text-m); border-radius: var(--radius-s);
}
.folded > summary::-webkit-details-marker { display: none; }
.folded > summary span::after { content: ""; display: inline-block; margin-inline-start: .5rem; inline-size: .5rem; block-size: .5rem; border: solid currentcolor; border-width: 0 2px 2px 0; transform: translateY(-.1875rem) rotate(45deg); }
.folded[open] > summary span::after { transform: translateY(.0625rem) rotate(225deg); }
.folded > summary strong { font-variant-numeric: tabular-nums; }
.unfolded { padding-block: .25rem 1rem; }
@media (min-width: 60rem) {
  main.wide { grid-template-columns: minmax(0, 26rem) minmax(0, 30rem); gap: clamp(2rem, 5vw, 4.5rem); padding-block-start: clamp(1.5rem, 5vh, 4rem); }
  @supports selector(::details-content) {
    .folded { background: none; border: 0; padding: 0; }
    .folded > summary { display: none; }
    .folded::details-content { content-visibility: visible; }
  }
}
@media print {
  main.wide { display: block; }
  .pane { border: 0; box-shadow: none; padding: 0; }
  .folded > summary { display: none; }
  .folded::details-content { content-visibility: visible; }
}
`;
