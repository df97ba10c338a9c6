import { headlineOf } from './headline.js';
import type { InvoicePaper, Party } from './invoice-paper.js';
import { writeLines } from './invoice-table.js';
import { writeTotals } from './invoice-totals.js';
import { filled } from './languages.js';
import { printableLogo } from './logo.js';
import type { Look } from './sheet.js';
import { taxIdLabel } from './tax-ids.js';
import { foreign } from './text.js';
import { begun, line_color, looks, margin, rule, textWidth, type Writing, write } from './writing.js';

/** The bytes of an invoice or credit note as a PDF. The same paper is the same bytes. */
export async function invoicePdf(paper: InvoicePaper): Promise<Uint8Array> {
  const writing = begun(paper);
  for (const write of [writeHead, writeFacts, writeParties, writeHeadline, writeLines, writeTotals, writeFooter, writePageNumbers])
    write(writing);
  return writing.sheet.bytes();
}

const logo_box = { width: 170, height: 46 } as const;

/** What it is at one side, and whose it is at the other. */
function writeHead(writing: Writing): void {
  const { sheet, paper, words, accent } = writing;
  const half = textWidth(writing) / 2;
  sheet.fill({ x: 0, y: 0, width: sheet.width, height: 5 }, accent);
  if (!paper.livemode) write(writing, words.test, { x: margin, width: textWidth(writing) }, looks.warning);
  const top = writing.y;
  write(writing, words[paper.kind], { x: margin, width: half - 12 }, looks.title);
  const { logo, name } = paper.issuer;
  const box = { x: margin + textWidth(writing) - logo_box.width, y: top, ...logo_box };
  const below = writing.y;
  if (logo && drewLogo(writing, logo, box)) writing.y = Math.max(below, top + logo_box.height);
  else {
    writing.y = top + 6;
    write(writing, foreign(name ?? ''), { x: margin + half + 12, width: half - 12, align: 'end' }, looks.name);
    writing.y = Math.max(below, writing.y);
  }
  writing.y += 10;
}

/** A logo that cannot be read is no reason to have no invoice. */
function drewLogo({ sheet }: Writing, logo: Uint8Array, box: Parameters<Writing['sheet']['image']>[1]): boolean {
  const printable = printableLogo(logo);
  if (!printable) return false;
  try {
    sheet.image(printable, box);
    return true;
  } catch {
    return false;
  }
}

const term_width = 150;

/** What the number of each kind of paper is called. */
const number_words = { invoice: 'number', credit_note: 'credit_note_number', receipt: 'receipt_number', quote: 'quote_number' } as const;

function writeFacts(writing: Writing): void {
  const { paper, words, formats } = writing;
  const { kind, number, credited_number, issued, due, paid, voided, period, custom_fields } = paper;
  const rows: readonly (readonly [string, string | null])[] = [
    [words[number_words[kind]], number && foreign(number)],
    [words.credited_invoice, credited_number && foreign(credited_number)],
    [words.issued, issued === null ? null : formats.day(issued)],
    [kind === 'quote' ? words.valid_until : words.due, due === null ? null : formats.day(due)],
    [words.paid_on, paid === null ? null : formats.day(paid)],
    [words.voided_on, voided === null ? null : formats.day(voided)],
    [words.period, period && formats.period(period)],
    ...custom_fields.map(({ name, value }) => [foreign(name), foreign(value)] as const),
  ];
  for (const [term, detail] of rows) if (detail) writeFact(writing, term, detail);
  if (paper.status !== 'open') writeFact(writing, '', words.statuses[paper.status].toLocaleUpperCase(writing.locale.tag), standing(paper));
  writing.y += 14;
}

const standing = ({ status }: InvoicePaper): Look => (status === 'paid' ? looks.strong : looks.warning);

function writeFact(writing: Writing, term: string, detail: string, look: Look = looks.strong): void {
  const top = writing.y;
  write(writing, term, { x: margin, width: term_width - 12 }, looks.quiet);
  const below = writing.y;
  writing.y = top;
  write(writing, detail, { x: margin + term_width, width: textWidth(writing) - term_width }, look);
  writing.y = Math.max(below, writing.y);
}

function writeParties(writing: Writing): void {
  const { paper, words } = writing;
  const half = textWidth(writing) / 2;
  const top = writing.y;
  writeParty(writing, words.from, paper.issuer, { x: margin, width: half - 12 });
  const below = writing.y;
  writing.y = top;
  writeParty(writing, words.bill_to, paper.customer, { x: margin + half + 12, width: half - 12 });
  writing.y = Math.max(below, writing.y) + 18;
}

function writeParty(writing: Writing, title: string, party: Party, place: { x: number; width: number }): void {
  const { formats, words } = writing;
  write(writing, title, place, looks.small);
  if (party.name) write(writing, foreign(party.name), place, looks.strong);
  const lines = [...(party.address ? formats.address(party.address) : []), party.email, party.phone];
  for (const line of lines) if (line) write(writing, foreign(line), place, looks.plain);
  for (const each of party.tax_ids) write(writing, foreign(`${taxIdLabel(each) ?? words.tax_id}: ${each.value}`), place, looks.plain);
}

function writeHeadline(writing: Writing): void {
  const place = { x: margin, width: textWidth(writing) };
  write(writing, headlineOf(writing), place, looks.headline);
  if (writing.paper.memo) {
    writing.y += 6;
    write(writing, foreign(writing.paper.memo), place, looks.plain);
  }
  writing.y += 16;
}

function writeFooter(writing: Writing): void {
  const { footer } = writing.paper;
  if (!footer) return;
  writing.y += 18;
  rule(writing);
  writing.y += 10;
  write(writing, foreign(footer), { x: margin, width: textWidth(writing) }, looks.quiet);
}

function writePageNumbers(writing: Writing): void {
  const { sheet, paper, words } = writing;
  const across = textWidth(writing);
  const y = sheet.height - 40;
  const named = [words[paper.kind], ...[paper.number, paper.issuer.name].flatMap((each) => (each === null ? [] : [foreign(each)]))];
  // A name that does not fit is at the head of the first page anyway.
  const isFitting = sheet.measure(named.join(' · '), looks.small) <= across * 0.7;
  const name = (isFitting ? named : named.slice(0, 2)).join(' · ');
  sheet.each((page, pages) => {
    sheet.fill({ x: margin, y: y - 8, width: across, height: 0.75 }, line_color);
    sheet.line(name, { x: margin, y, width: across * 0.7 }, looks.small);
    const text = filled(words.page, { page: String(page), pages: String(pages) });
    sheet.line(text, { x: margin + across * 0.7, y, width: across * 0.3, align: 'end' }, looks.small);
  });
}
