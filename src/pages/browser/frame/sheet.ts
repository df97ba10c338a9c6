/** How elements look before a merchant says anything. Every colour and size is a variable that a theme sets and a merchant may. */
export const sheet = `
* { box-sizing: border-box; }
html { background: transparent; }
body, :host { margin: 0; color: var(--colorText); font-family: var(--fontFamily); font-size: var(--fontSizeBase); line-height: 1.4; }
.Root { padding: 4px; overflow-wrap: anywhere; }
.Root--plain { padding: 0; }
[hidden] { display: none !important; }
.Label { display: block; margin-block-end: 4px; font-size: .93em; color: var(--colorText); }
.Label--bare { position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.Input {
  inline-size: 100%; min-inline-size: 0; min-block-size: 44px; padding: 10px 12px; margin: 0; border: 1px solid var(--colorBorder); border-radius: var(--borderRadius);
  background-color: var(--colorBackground); color: var(--colorText); font: inherit; appearance: none;
}
.Input--select {
  padding-inline-end: 2.25em; cursor: pointer; background-repeat: no-repeat; background-size: 6px 6px; background-position: calc(100% - 18px) center, calc(100% - 12px) center;
  background-image: linear-gradient(45deg, transparent 50%, currentcolor 50%), linear-gradient(135deg, currentcolor 50%, transparent 50%);
}
[dir="rtl"] .Input--select { background-position: 12px center, 18px center; }
.Input::placeholder { color: var(--colorTextPlaceholder); opacity: 1; }
.Input:focus { outline: 2px solid var(--colorPrimary); outline-offset: 1px; }
.Input--invalid { color: var(--colorDanger); border-color: var(--colorDanger); }
.Error { margin: 4px 0 0; font-size: .93em; color: var(--colorDanger); }
.Box { position: relative; }
.Mark { inline-size: 30px; block-size: auto; flex: none; }
.Brand { position: absolute; inset-inline-end: 10px; inset-block: 0; display: flex; gap: 4px; align-items: center; pointer-events: none; }
.Box:has(.Brand) .Input { padding-inline-end: 48px; }
.Panel { display: grid; gap: 12px; grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; }
.Panel > * { grid-column: 1 / -1; }
.Address, .Line { display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); align-items: start; }
.Line:has(.Field + .Field) { grid-template-columns: repeat(auto-fit, minmax(min(8rem, 100%), 1fr)); }
.Field--expiry, .Panel--card .Field--country { grid-column: 1; }
.Panel--card .Field--cvc, .Panel--card .Field--postal_code { grid-column: 2; }
.Panel--card .Field--country:has(+ [hidden]) { grid-column: 1 / -1; }
.TermsText, .RedirectText { margin: 0; font-size: .87em; color: var(--colorTextSecondary); }
.Payment { display: grid; gap: 16px; }
.Tabs { display: grid; gap: 8px; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); }
.Accordion { display: grid; gap: 8px; }
.Accordion > .Place { padding: 4px 4px 12px; }
.Tab, .AccordionItem {
  position: relative; display: flex; align-items: center; gap: 8px; min-block-size: 44px; padding: 10px 12px; cursor: pointer;
  border: 1px solid var(--colorBorder); border-radius: var(--borderRadius); background: var(--colorBackground); color: var(--colorText); font-weight: 500;
}
.Tab--selected, .AccordionItem--selected { border-color: var(--colorPrimary); box-shadow: 0 0 0 1px var(--colorPrimary); }
.Tab:focus-within, .AccordionItem:focus-within { outline: 2px solid var(--colorPrimary); outline-offset: 2px; }
.Tab { flex-direction: column; align-items: flex-start; gap: 4px; overflow-wrap: break-word; }
.Tab .Radio { position: absolute; inset-block-start: 8px; inset-inline-end: 8px; inline-size: 16px; block-size: 16px; opacity: 0; }
.Radio { accent-color: var(--colorPrimary); margin: 0; }
.Radio:focus { outline: none; }
.More { min-block-size: 44px; border: 0; background: transparent; color: var(--colorText); font: inherit; text-decoration: underline; cursor: pointer; }
.More:focus-visible { outline: 2px solid var(--colorPrimary); }
.Card { display: flex; flex-wrap: wrap; gap: 4px 8px; }
.Card .Field { flex: 1 1 4.5em; min-inline-size: 4.5em; }
.Card .Field--number { flex: 4 1 13em; }
.Root--plain .Input { min-block-size: 1.5em; padding: 0; border: 0; border-radius: 0; background: transparent; outline: none; line-height: 1.5; }
.Root--plain .Error { position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); }
.Root--plain .Brand { inset-inline-end: 0; }
.Express { display: grid; gap: 8px; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); }
.Express .More { grid-column: 1 / -1; }
@media (max-width: 26rem) { .Express { grid-template-columns: minmax(0, 1fr); } }
.ExpressButton, .Pay {
  display: flex; align-items: center; justify-content: center; gap: 8px; min-block-size: var(--height, 44px); padding: 6px 12px; cursor: pointer;
  border: 1px solid var(--colorBorder); border-radius: var(--borderRadius); background: #111317; color: #ffffff; font: inherit; font-weight: 600;
}
.ExpressButton:focus-visible, .Pay:focus-visible { outline: 2px solid var(--colorPrimary); outline-offset: 2px; }
.Pay { inline-size: 100%; position: sticky; inset-block-end: 12px; background: var(--colorText); color: var(--colorBackground); }
.Pay:disabled { opacity: .6; cursor: default; }
html:has(.Sheet) { background: var(--colorBackground); }
.Root:has(> .Sheet) { padding: 0; }
.Sheet { display: grid; gap: 16px; padding: 16px; background: var(--colorBackground); color: var(--colorText); }
.SheetTitle { display: flex; align-items: center; gap: 8px; margin: 0; font-size: 1.2em; font-weight: 600; }
.Group { min-inline-size: 0; margin: 0; padding: 0; border: 0; display: grid; gap: 8px; }
.Group > .Label { margin-block-end: 8px; padding: 0; font-weight: 600; }
.Choices { display: grid; gap: 8px; }
.Choice {
  display: flex; align-items: center; gap: 8px; min-block-size: 44px; padding: 8px 12px; cursor: pointer; border: 1px solid var(--colorBorder);
  border-radius: var(--borderRadius);
}
.Choice:has(:checked) { border-color: var(--colorPrimary); box-shadow: 0 0 0 1px var(--colorPrimary); }
.Choice:focus-within { outline: 2px solid var(--colorPrimary); outline-offset: 2px; }
.Choices .Choice span:last-child { margin-inline-start: auto; }
.Total { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; margin: 0; }
.Total dd { margin: 0; text-align: end; }
.Total dt:last-of-type, .Total dd:last-of-type { font-size: 1.2em; font-weight: 700; }
@media (forced-colors: active) { .Tab--selected, .AccordionItem--selected { outline: 2px solid Highlight; } }
`;

const stripe = {
  colorPrimary: '#0062c4',
  colorBackground: '#ffffff',
  colorText: '#30313d',
  colorDanger: '#c0123c',
  colorTextSecondary: '#5f606b',
  colorTextPlaceholder: '#6a6b76',
  colorBorder: '#8b8c99',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontSizeBase: '16px',
  borderRadius: '5px',
  spacingUnit: '4px',
};

/** What each theme sets; the names are Stripe's. */
export const themes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  stripe,
  flat: { ...stripe, colorBackground: '#f1f1f1', colorBorder: '#f1f1f1', colorTextSecondary: '#55565f', colorTextPlaceholder: '#60616b' },
  night: {
    ...stripe,
    colorPrimary: '#9bc6ff',
    colorBackground: '#30313d',
    colorText: '#ffffff',
    colorDanger: '#ff9fb2',
    colorTextSecondary: '#d0d1db',
    colorTextPlaceholder: '#b9bac6',
    colorBorder: '#8b8c99',
  },
  none: { ...stripe, borderRadius: '0px' },
};
