/** What the page of an invoice has beyond the common sheet. Card details show while a card is chosen, where a browser can tell. */
export const invoice_sheet = `
.card { max-inline-size: 40rem; }
h2 { margin: 0 0 .5rem; font-size: var(--text-base); font-weight: 650; }
section { display: grid; }
.actions { gap: var(--space-l); }
.bank { grid-template-columns: 1fr 1fr; }
.bank legend, .bank .field:nth-of-type(1) { grid-column: 1 / -1; }
form:has(.way input:checked):not(:has(.way input[value="card"]:checked)) .bank { display: none; }
@media print { section form, .button.plain { display: none; } }
`;
