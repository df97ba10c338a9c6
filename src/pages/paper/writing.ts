import { type Formats, formatsOf } from './format.js';
import type { InvoicePaper } from './invoice-paper.js';
import { type Locale, localeOf, wordsOf } from './languages.js';
import { type Look, type Place, type Sheet, sheetOf } from './sheet.js';
import type { Words } from './words.js';

/** A paper that is being written, and how far down it is. */
export type Writing = {
  readonly paper: InvoicePaper;
  readonly sheet: Sheet;
  readonly words: Words;
  readonly formats: Formats;
  readonly locale: Locale;
  readonly accent: string;
  y: number;
};

/** Blank at the sides, and where the text of a page ends, from below. */
export const margin = 48;
const foot = 66;

const ink = '#17201d';
const muted = '#56605b';

/** How the parts of a paper look. */
export const looks = {
  title: { size: 22, weight: 'bold', color: ink },
  headline: { size: 15, weight: 'bold', color: ink },
  name: { size: 13, weight: 'bold', color: ink },
  strong: { size: 9.5, weight: 'bold', color: ink },
  plain: { size: 9.5, weight: 'regular', color: ink },
  quiet: { size: 9.5, weight: 'regular', color: muted },
  small: { size: 8, weight: 'regular', color: muted },
  warning: { size: 9.5, weight: 'bold', color: '#9f2318' },
} as const satisfies Readonly<Record<string, Look>>;

/** The colour of lines. */
export const line_color = '#d5d9d4';

const default_accent = '#0e5a47';

/** Countries whose printers hold Letter. */
const letter_countries = new Set('US CA MX PH CL CO CR GT NI PA PR SV VE'.split(' '));

/** A paper of which nothing is written yet. */
export function begun(paper: InvoicePaper): Writing {
  const locale = localeOf(paper.locales);
  const words = wordsOf(locale);
  const { issuer } = paper;
  const title = [words[paper.kind], paper.number].filter(Boolean).join(' ');
  const is_letter = paper.page_size === 'auto' ? letter_countries.has(issuer.country) : paper.page_size === 'letter';
  const sheet = sheetOf({ locale, paper: is_letter ? 'LETTER' : 'A4', title, author: issuer.name ?? '', moment: paper.issued ?? 0 });
  const accent = issuer.color && /^#[0-9a-f]{6}$/i.test(issuer.color) ? issuer.color : default_accent;
  return { paper, sheet, words, formats: formatsOf(locale, paper.currency), locale, accent, y: margin };
}

/** How wide the text of a page is. */
export const textWidth = ({ sheet }: Writing): number => sheet.width - 2 * margin;

/** Whether so much more stands on this page. */
export const hasRoom = ({ sheet, y }: Writing, height: number): boolean => y + height <= sheet.height - foot;

/** Goes to the next page unless so much more stands on this one; whether it did. */
export function makeRoom(writing: Writing, height: number): boolean {
  if (hasRoom(writing, height)) return false;
  writing.sheet.turn();
  writing.y = margin;
  return true;
}

/** Writes text in as many lines as it needs, on further pages too, and goes below it. */
export function write(writing: Writing, text: string, place: Omit<Place, 'y'>, look: Look): void {
  const { sheet } = writing;
  for (const each of sheet.lines(text, place.width, look)) {
    makeRoom(writing, sheet.leading(look));
    sheet.line(each, { ...place, y: writing.y }, look);
    writing.y += sheet.leading(look);
  }
}

/** A thin line across, or across a part. */
export function rule(writing: Writing, { x, width }: { x: number; width: number } = { x: margin, width: textWidth(writing) }): void {
  writing.sheet.fill({ x, y: writing.y, width, height: 0.75 }, line_color);
}
