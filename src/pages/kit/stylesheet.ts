import { colorVariables, font, tokenVariables } from './tokens.js';

/**
 * The one stylesheet of every page, inlined so that a page is a single request on a slow network. Colour pairs are chosen
 * for WCAG 2.2 AA in both schemes; only logical properties are used, so that a right-to-left page needs no second sheet.
 */
export const stylesheet = `
:root {
  color-scheme: light dark;
  ${tokenVariables}
  ${colorVariables('light')}
  --shadow: 0 1px 2px rgb(23 32 29 / .06), 0 18px 48px -18px rgb(23 32 29 / .22);
}
@media (prefers-color-scheme: dark) {
  :root {
    ${colorVariables('dark')}
    --shadow: 0 1px 2px rgb(0 0 0 / .4), 0 24px 56px -20px rgb(0 0 0 / .7);
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-block-size: 100vh; min-block-size: 100dvh;
  display: grid; grid-template-rows: auto 1fr auto; grid-template-columns: minmax(0, 1fr);
  background: radial-gradient(70rem 30rem at 50% -6rem, var(--glow), transparent 75%) no-repeat var(--paper);
  color: var(--ink);
  font: 1rem/1.55 ${font};
  overflow-wrap: anywhere;
}
h1, p, dl, dd { margin: 0; }
h1 { font-size: clamp(1.375rem, 1.2rem + 1vw, 1.625rem); line-height: 1.25; letter-spacing: -.015em; font-weight: 650; text-wrap: balance; }
main { display: grid; align-content: center; justify-items: center; padding: clamp(1rem, 4vw, 3rem) 1rem; }
body > header { grid-row: 1; }
body > main { grid-row: 2; }
body > footer { grid-row: 3; }
footer { padding: 0 1rem 1.5rem; text-align: center; color: var(--muted); font-size: var(--text-xs); }
.ribbon {
  display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; justify-content: center;
  padding: .5rem 1rem; background: var(--warn); color: var(--warn-ink);
  border-block-end: 1px solid var(--warn-line); font-size: var(--text-s); text-align: center; text-wrap: balance;
}
.ribbon strong {
  padding: .0625rem .5rem; border: 1px solid currentcolor; border-radius: 99rem;
  font-size: var(--text-2xs); letter-spacing: .08em; white-space: nowrap;
}
.card {
  inline-size: 100%; max-inline-size: 28rem; padding: clamp(1.25rem, 5vw, 2.25rem);
  display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem;
  background: var(--card); border: 1px solid var(--line); border-radius: var(--radius-xl); box-shadow: var(--shadow);
}
.brand { display: flex; align-items: center; gap: var(--space-s); color: var(--muted); font-size: var(--text-s); font-weight: 550; }
.mark { inline-size: 2.25rem; block-size: 2.25rem; flex: none; }
.brand .logo { inline-size: auto; block-size: 2.25rem; max-inline-size: 9rem; object-fit: contain; border-radius: .375rem; flex: none; }
.support { padding-block-end: .375rem; }
.method-mark { inline-size: 2.5rem; block-size: 1.625rem; flex: none; }
.copyable { display: inline-flex; flex-wrap: wrap; align-items: center; gap: .25rem .625rem; justify-content: flex-end; }
.fact.large .copyable, .fact.long .copyable { justify-content: flex-start; }
.copy {
  min-block-size: 1.75rem; padding: .125rem .625rem; border: 1px solid var(--edge); border-radius: var(--radius-s);
  background: var(--card); color: var(--accent-ink); font: inherit; font-size: var(--text-xs); font-weight: 600; letter-spacing: 0; cursor: pointer;
}
.copy::before { content: attr(data-label); }
.fact.number { display: block; }
.fact.number dt { max-inline-size: none; }
.fact.number dd { text-align: start; font-size: clamp(.875rem, .7rem + .8vw, 1.0625rem); font-variant-numeric: tabular-nums; letter-spacing: -.01em; }
.fact.number .copyable { justify-content: flex-start; }
.copy[hidden] { display: none; }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.heading { display: grid; gap: .5rem; }
.lead { color: var(--muted); text-wrap: pretty; }
.lead bdi { color: var(--ink); font-weight: 550; }
.facts { background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius-l); padding: .25rem 1rem; }
.fact {
  display: flex; justify-content: space-between; gap: 1rem;
  padding-block: .6875rem; font-size: var(--text-m);
}
.fact + .fact { border-block-start: 1px dashed var(--line); }
.fact dt { color: var(--muted); flex: none; max-inline-size: 45%; }
.fact dd { font-weight: 550; text-align: end; text-wrap: balance; }
.fact.large, .fact.long { display: block; padding-block: .875rem .9375rem; }
.fact.large dt, .fact.long dt { max-inline-size: none; font-size: var(--text-s); }
.fact.large dd, .fact.long dd {
  text-align: start; line-height: 1.2; letter-spacing: -.025em; font-weight: 680; font-variant-numeric: tabular-nums;
}
.fact.large dd { font-size: clamp(1.875rem, 1.5rem + 2.4vw, 2.375rem); }
.fact.long dd { font-size: clamp(1rem, .5rem + 2.6vw, 1.625rem); }
.picture { display: block; margin-inline: auto; inline-size: 100%; block-size: auto; background: #fff; border: 1px solid var(--line); border-radius: var(--radius-m); }
.picture.square { max-inline-size: 17rem; image-rendering: pixelated; }
.actions { display: grid; gap: var(--space-s); }
.actions .prompt { font-size: var(--text-s); color: var(--muted); }
.button {
  min-block-size: 3rem; padding: .6875rem 1.25rem; inline-size: 100%;
  border: 1px solid transparent; border-radius: var(--radius-m); background: transparent; color: inherit;
  font: inherit; font-weight: 600; line-height: 1.35; cursor: pointer; touch-action: manipulation;
}
a { color: var(--accent-ink); }
a.button { display: flex; align-items: center; justify-content: center; text-align: center; text-decoration: none; }
.button.primary { background: var(--accent); color: var(--on-accent); }
.button.danger { border-color: var(--edge); color: var(--danger); }
.button.quiet { color: var(--muted); text-decoration: underline; text-underline-offset: .25em; text-decoration-thickness: 1px; }
.button:focus-visible, .copy:focus-visible, summary:focus-visible, .notice a:focus-visible, footer a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
@media (hover: hover) {
  .button.primary:hover { background: var(--accent-strong); }
  .button.danger:hover { background: var(--danger-soft); border-color: var(--danger); }
  .button.quiet:hover { color: var(--ink); background: var(--panel); }
}
.button:active { transform: translateY(1px); }
.lines { inline-size: 100%; border-collapse: collapse; font-size: var(--text-m); }
.lines caption { text-align: start; font-weight: 650; font-size: var(--text-base); padding-block-end: .25rem; }
.lines th, .lines td { padding-block: .5rem; border-block-end: 1px solid var(--line); vertical-align: top; }
.lines thead th { font-size: var(--text-xs); color: var(--muted); font-weight: 550; }
.lines th { text-align: start; font-weight: 450; }
.lines th:last-child, .lines td { text-align: end; padding-inline-start: 1rem; font-variant-numeric: tabular-nums; }
.lines small { display: block; color: var(--muted); font-size: var(--text-xs); }
.lines .strong th, .lines .strong td { font-weight: 680; }
.alert { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: var(--radius-m); background: var(--panel); }
.alert.bad { background: var(--danger-soft); border-color: var(--danger); }
.alert.good { background: var(--accent-soft); border-color: var(--accent); }
fieldset { margin: 0; padding: 0; border: 0; display: grid; gap: var(--space-s); min-inline-size: 0; }
legend { padding: 0; margin-block-end: .375rem; font-weight: 600; font-size: var(--text-m); }
.ways { grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); }
.ways legend { grid-column: 1 / -1; }
.address, .line { display: grid; gap: var(--space-s); grid-template-columns: minmax(0, 1fr); }
.line:has(.field + .field) { grid-template-columns: repeat(auto-fit, minmax(min(8.5rem, 100%), 1fr)); align-items: start; }
.way { display: flex; gap: .5rem; align-items: center; min-block-size: 2.75rem; padding: .375rem .75rem; border: 1px solid var(--edge); border-radius: var(--radius-m); cursor: pointer; }
.way:has(:checked) { border-color: var(--accent); background: var(--accent-soft); }
.way input { accent-color: var(--accent); inline-size: 1.125rem; block-size: 1.125rem; margin: 0; flex: none; }
.field { display: grid; gap: var(--space-xs); min-inline-size: 0; }
.field > label:not(.way) { font-size: var(--text-s); color: var(--muted); }
.field > input, .field > .marked > input, .field > select { min-block-size: 2.875rem; inline-size: 100%; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: var(--radius-m); background: var(--card); color: var(--ink); font: inherit; }
.field input[aria-invalid], .field select[aria-invalid] { border-color: var(--danger); border-width: 2px; }
.field input:focus-visible, .field select:focus-visible, .way input:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.button.plain { border-color: var(--edge); color: var(--ink); }
.terms { white-space: pre-line; font-size: var(--text-s); color: var(--muted); }
.notice { margin-block-start: -.625rem; font-size: var(--text-xs); color: var(--muted); text-align: center; text-wrap: balance; }
.notice a, footer a { color: var(--accent-ink); font-weight: 600; text-underline-offset: .2em; }
.card.outcome { justify-items: center; text-align: center; gap: var(--space-m); padding-block: clamp(2rem, 7vw, 3rem); }
.card.outcome .lead { text-wrap: balance; }
.symbol {
  display: grid; place-items: center; inline-size: 4.5rem; block-size: 4.5rem; border-radius: 50%;
  background: var(--panel); color: var(--muted);
}
.symbol.good { background: var(--accent-soft); color: var(--accent-ink); }
.symbol.bad { background: var(--danger-soft); color: var(--danger); }
.symbol svg { inline-size: 2.125rem; block-size: 2.125rem; }
@media (max-width: 30rem) {
  .copyable { flex-wrap: nowrap; }
  .copy { flex: none; display: inline-grid; place-items: center; inline-size: 2rem; block-size: 1.75rem; padding: 0; }
  .copy::before { content: ""; inline-size: .5625rem; block-size: .6875rem; border: 2px solid currentcolor; border-radius: .1875rem; box-shadow: .25rem -.25rem 0 -2px var(--card), .25rem -.25rem 0 0 currentcolor; }
  .copy.done::before { content: "\\2713"; border: 0; box-shadow: none; inline-size: auto; block-size: auto; line-height: 1; }
}
@media (prefers-reduced-motion: no-preference) {
  .button { transition: background-color .15s, border-color .15s, color .15s; }
  .card { animation: rise .32s cubic-bezier(.2, .7, .2, 1) both; }
  @keyframes rise { from { transform: translateY(.5rem); } }
}
@media (prefers-reduced-motion: reduce) { .button:active { transform: none; } }
@media (prefers-contrast: more) { :root { --muted: var(--ink); --line: var(--edge); } }
@media (forced-colors: active) { .button { border-color: ButtonText; } .button:focus-visible { outline-color: Highlight; } }
@media print {
  :root { --paper: #fff; --glow: #fff; --card: #fff; --panel: #fff; --ink: #000; --muted: #333; --line: #999; --warn: #fff; --warn-ink: #000; --shadow: none; }
  body { display: block; }
  .card { max-inline-size: 40rem; margin-inline: auto; border: 0; box-shadow: none; animation: none; }
  .fact, .picture { break-inside: avoid; }
  .actions, .notice, .copy { display: none; }
}
`;
