import PDFDocument from 'pdfkit';
import { type Face, fontOf, type Weight } from './fonts.js';
import type { Locale } from './languages.js';
import { linesOf, type Run, runsOf, settable } from './text.js';

/** How text looks. */
export type Look = { readonly size: number; readonly weight: Weight; readonly color: string };

/** Where text stands: `x` and `width` are counted from the side on which lines begin, `y` from the top. */
export type Place = { readonly x: number; readonly y: number; readonly width: number; readonly align?: 'start' | 'end' };

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Pages that are written on in the direction of a language. */
export type Sheet = {
  readonly width: number;
  readonly height: number;
  /** How wide one line of text is. */
  readonly measure: (text: string, look: Look) => number;
  readonly lines: (text: string, width: number, look: Look) => readonly string[];
  /** From the top of one line to the top of the next. */
  readonly leading: (look: Look) => number;
  /** Writes one line. */
  readonly line: (text: string, place: Place, look: Look) => void;
  readonly fill: (box: Box, color: string) => void;
  readonly image: (bytes: Uint8Array, box: Box) => void;
  readonly turn: () => void;
  /** Goes through the pages once more. */
  readonly each: (write: (page: number, pages: number) => void) => void;
  readonly bytes: () => Promise<Uint8Array>;
};

/** What a document says of itself. */
export type About = {
  readonly locale: Locale;
  readonly paper: 'A4' | 'LETTER';
  readonly title: string;
  readonly author: string;
  /** The moment that it says it was made at, in seconds. */
  readonly moment: number;
};

/** Scripts with marks above and below need more room between lines. */
const leadings: Readonly<Partial<Record<Locale['language'], number>>> = { ar: 1.62, th: 1.62, ja: 1.5 };

type Doc = PDFKit.PDFDocument;

/** What is known while a document is written. */
type Setting = {
  readonly doc: Doc;
  readonly locale: Locale;
  /** The left edge of what begins so far from where lines begin. */
  readonly left: (x: number, across: number) => number;
};

/** Blank pages. The same that is written on them is the same bytes, whenever it is. */
export function sheetOf(about: About): Sheet {
  const { locale } = about;
  const doc = documentOf(about);
  const finished = collected(doc);
  const { width, height } = doc.page;
  const isRtl = locale.direction === 'rtl';
  const left = (x: number, across: number): number => (isRtl ? width - x - across : x);
  const measure = (text: string, look: Look): number =>
    runsOf(text, locale.direction).reduce((sum, run) => sum + widthOf(doc, run, look), 0);
  return {
    width,
    height,
    measure: (text, look) => measure(settable(text), look),
    lines: (text, across, look) => linesOf(text, across, (part) => measure(part, look), locale.language),
    leading: (look) => leadingOf(locale, look),
    line: (text, place, look) => writeLine({ doc, locale, left }, settable(text), place, look),
    fill: (box, color) => void doc.rect(left(box.x, box.width), box.y, box.width, box.height).fill(color),
    image: (bytes, box) => {
      const fit: [number, number] = [box.width, box.height];
      doc.image(Buffer.from(bytes), left(box.x, box.width), box.y, { fit, ...(!isRtl && { align: 'right' }) });
    },
    turn: () => void doc.addPage(),
    each: (write) => eachPage(doc, write),
    bytes: () => {
      doc.end();
      return finished;
    },
  };
}

const leadingOf = ({ language }: Locale, { size }: Look): number => size * (leadings[language] ?? 1.42);

const widthOf = (doc: Doc, { text, face }: Run, { size, weight }: Look): number =>
  doc
    .font(letters(doc, face, weight))
    .fontSize(size)
    .widthOfString(text);

/** Writes runs one beside the other on a common baseline. */
function writeLine({ doc, locale, left }: Setting, text: string, { x, y, width, align = 'start' }: Place, look: Look): void {
  const runs = runsOf(text, locale.direction).map((run) => ({ ...run, width: widthOf(doc, run, look) }));
  const taken = runs.reduce((sum, run) => sum + run.width, 0);
  const isLeft = (align === 'start') === (locale.direction === 'ltr');
  let at = left(x, width) + (isLeft ? 0 : width - taken);
  const baseline = y + leadingOf(locale, look) * 0.5 + look.size * 0.35;
  for (const run of runs) {
    doc
      .font(letters(doc, run.face, look.weight))
      .fontSize(look.size)
      .fillColor(look.color);
    doc.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
    at += run.width;
  }
}

function eachPage(doc: Doc, write: (page: number, pages: number) => void): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    write(page + 1, count);
  }
}

function documentOf({ locale, paper, title, author, moment }: About): Doc {
  const date = new Date(moment * 1000);
  return new PDFDocument({
    size: paper,
    // Nothing turns a page but what is written here.
    margin: 0,
    bufferPages: true,
    lang: locale.tag,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, Creator: 'Florin', Producer: 'Florin', CreationDate: date, ModDate: date },
  });
}

/** The name under which a document knows letters, which it is given with the first of them. */
function letters(doc: Doc, face: Face, weight: Weight): string {
  const name = `${face}-${weight}`;
  const known = registered.get(doc) ?? new Set();
  registered.set(doc, known);
  if (!known.has(name)) {
    known.add(name);
    doc.registerFont(name, fontOf(face, weight).bytes);
  }
  return name;
}

const registered = new WeakMap<Doc, Set<string>>();

const collected = (doc: Doc): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('error', reject);
    doc.on('end', () => resolve(Buffer.concat(parts)));
  });
