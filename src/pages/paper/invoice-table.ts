import type { InvoiceLine } from './invoice-paper.js';
import { filled } from './languages.js';
import type { Look } from './sheet.js';
import { foreign } from './text.js';
import { hasRoom, line_color, looks, makeRoom, margin, textWidth, type Writing, write } from './writing.js';

/** A column of figures: what each line has in it. */
type Column = { readonly title: string; readonly cells: readonly string[]; readonly width: number };

type Table = { readonly described: number; readonly columns: readonly Column[] };

const gap = 14;
const column_max = 130;
const described_min = 120;

/** All that is invoiced, line by line; the heads of the columns stand on every page. */
export function writeLines(writing: Writing): void {
  const table = tableOf(writing);
  writeTitles(writing, table);
  for (const [row, line] of writing.paper.lines.entries()) writeRow(writing, table, line, row);
}

function tableOf(writing: Writing): Table {
  const { paper, words, formats } = writing;
  const { lines } = paper;
  const given: readonly (readonly [string, readonly string[]])[] = [
    [words.quantity, lines.map(({ quantity }) => (quantity === null ? '' : formats.quantity(quantity)))],
    [words.unit_price, lines.map(({ unit_amount }) => (unit_amount === null ? '' : formats.unitPrice(unit_amount)))],
    [words.tax, lines.map(({ tax_percentages }) => tax_percentages.map(formats.percentage).join(' + '))],
    [words.amount, lines.map(({ amount }) => formats.money(amount))],
  ];
  const columns = given
    .filter(([title, cells]) => title === words.amount || cells.some((cell) => cell !== ''))
    .map(([title, cells]) => ({ title, cells, width: widthOf(writing, title, cells) }));
  const taken = columns.reduce((sum, { width }) => sum + width + gap, 0);
  return { described: Math.max(described_min, textWidth(writing) - taken), columns };
}

const widthOf = ({ sheet }: Writing, title: string, cells: readonly string[]): number =>
  Math.min(
    column_max,
    cells.reduce((widest, cell) => Math.max(widest, sheet.measure(cell, looks.plain)), sheet.measure(title, looks.small)),
  ) + 0.5;

function writeTitles(writing: Writing, table: Table): void {
  const { words } = writing;
  const titles = table.columns.map(({ title }) => title);
  makeRoom(writing, 80);
  writeCells(writing, table, { text: words.description, cells: titles, look: looks.small });
  writing.y += 4;
  writing.sheet.fill({ x: margin, y: writing.y, width: textWidth(writing), height: 1 }, writing.accent);
  writing.y += 7;
}

type Cells = { readonly text: string; readonly cells: readonly string[]; readonly look: Look };

/** One line of text and of figures; the figures need as many lines as they need. */
function writeCells(writing: Writing, { described, columns }: Table, { text, cells, look }: Cells): void {
  const top = writing.y;
  let below = top;
  const column = (content: string, place: { x: number; width: number; align: 'start' | 'end' }): void => {
    writing.y = top;
    write(writing, content, place, look);
    below = Math.max(below, writing.y);
  };
  column(text, { x: margin, width: described, align: 'start' });
  let x = margin + described;
  columns.forEach(({ width }, place) => {
    column(cells[place] ?? '', { x: x + gap, width, align: 'end' });
    x += width + gap;
  });
  writing.y = below;
}

function writeRow(writing: Writing, table: Table, line: InvoiceLine, row: number): void {
  const { sheet } = writing;
  const texts = textsOf(writing, line).flatMap(({ text, look }) =>
    sheet.lines(text, table.described, look).map((part) => ({ part, look })),
  );
  const height = texts.reduce((sum, { look }) => sum + sheet.leading(look), 0);
  // What stands on one page at all is not torn apart.
  startOn(writing, table, Math.min(height + 8, sheet.height / 2));
  const [first, ...further] = texts;
  const cells = table.columns.map((column) => column.cells[row] ?? '');
  if (first) writeCells(writing, table, { text: first.part, cells, look: first.look });
  for (const { part, look } of further) {
    startOn(writing, table, sheet.leading(look));
    sheet.line(part, { x: margin, y: writing.y, width: table.described }, look);
    writing.y += sheet.leading(look);
  }
  writing.y += 5;
  sheet.fill({ x: margin, y: writing.y, width: textWidth(writing), height: 0.5 }, line_color);
  writing.y += 6;
}

function startOn(writing: Writing, table: Table, height: number): void {
  if (hasRoom(writing, height)) return;
  makeRoom(writing, height);
  writeContinued(writing);
  writeTitles(writing, table);
}

function writeContinued(writing: Writing): void {
  const { paper, words } = writing;
  const text = filled(words.continued, { title: words[paper.kind], number: foreign(paper.number ?? '') });
  write(writing, text, { x: margin, width: textWidth(writing) }, looks.strong);
  writing.y += 8;
}

/** What a line says of itself: what it is, for when, and what is taken off. */
function textsOf({ formats, words }: Writing, { description, period, discounts }: InvoiceLine): { text: string; look: Look }[] {
  return [
    { text: foreign(description ?? ''), look: looks.plain },
    ...(period ? [{ text: formats.period(period), look: looks.small }] : []),
    ...discounts.map(({ name, amount }) => ({ text: `${foreign(name ?? words.discount)} ${formats.money(-amount)}`, look: looks.small })),
  ];
}
