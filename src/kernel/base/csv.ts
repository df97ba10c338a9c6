/** A value of a cell; null for an empty one. */
export type Cell = string | number | null;

const number = /^-?\d+(\.\d+)?$/;

/** Text that spreadsheets take for a formula, in the usual or the full-width form. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A cell as CSV (RFC 4180). An apostrophe before a formula makes it text, because opening the file must not compute anything. */
function cell(value: Cell): string {
  const text = value === null ? '' : String(value);
  const plain = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** A line with its end. */
export const line = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\n`;
