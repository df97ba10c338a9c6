import { createRequire } from 'node:module';
import { type Face, faceFor } from './fonts.js';

/** A piece of a line in the letters of one face, as it is drawn from left to right. */
export type Run = { readonly text: string; readonly face: Face };

type Direction = 'ltr' | 'rtl';

/** The part of bidi-js that is used; it comes without types. */
type Bidi = {
  getEmbeddingLevels(text: string, direction: Direction): { readonly levels: Uint8Array };
  getMirroredCharactersMap(text: string, levels: Uint8Array): ReadonlyMap<number, string>;
};

const bidiFactory: () => Bidi = createRequire(import.meta.url)('bidi-js');
const bidi = bidiFactory();

/** Stands for what no letters are there for. */
const replacement = '\u25a1';

// An invisible character needs no glyph.
const unseen = /[\u202a-\u202e\ufeff\u200b\u2060-\u2064]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what controls a terminal has no place on paper.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

const isolates = /[\u2066-\u2069]/g;
const [open, close] = ['\u2068', '\u2069'];

/** Text of a merchant or payer: it has its own direction, and does not reorder the text beside it. */
export const foreign = (text: string): string => open + text.replace(isolates, '') + close;

/** Text as it can be set: one kind of line end, one kind of wide and of narrow blank, nothing that hides. */
export const settable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(controls, ' ')
    .replace(unseen, '')
    .replace(/\u3000/g, '  ')
    .replace(/(?! )\p{Zs}/gu, '\u00a0');

const directs = /[\u200e\u200f\u061c\u2066-\u2069]/;
const blank = /\s/;

/** The runs of one line in the order in which they stand, from left to right (Unicode's bidirectional algorithm, rule L2). */
export function runsOf(line: string, direction: Direction): Run[] {
  const pieces = piecesOf(line, direction);
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level--) reverseAbove(pieces, level);
  return pieces.map(({ text, face, level }) => ({ text: asDrawn(text, level), face }));
}

/** What can turn anything around: letters and marks of scripts that run to the left. */
const turning = /[\u0590-\u08ff\u200f\u061c\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const none_mirrored: ReadonlyMap<number, string> = new Map();

type Piece = { text: string; readonly face: Face; readonly level: number };

/** Neighbours of one level and one face. Words that run to the left are pieces by themselves, because what draws them puts words in a row to the right. */
function piecesOf(line: string, direction: Direction): Piece[] {
  const isPlain = direction === 'ltr' && !turning.test(line);
  const levels = isPlain ? [] : bidi.getEmbeddingLevels(line, direction).levels;
  const mirrored = levels instanceof Uint8Array ? bidi.getMirroredCharactersMap(line, levels) : none_mirrored;
  const pieces: Piece[] = [];
  let place = 0;
  for (const character of line) {
    const level = levels[place] ?? 0;
    const shown = mirrored.get(place) ?? character;
    place += character.length;
    if (!directs.test(character)) add(pieces, shown, level);
  }
  return pieces;
}

function add(pieces: Piece[], character: string, level: number): void {
  const last = pieces.at(-1);
  const known = faceFor(character, last?.face ?? null);
  const text = known ? character : replacement;
  const face = known ?? 'sans';
  const isApart = level % 2 === 1 && (blank.test(text) || blank.test(last?.text.at(-1) ?? ''));
  if (last && last.level === level && last.face === face && !isApart) last.text += text;
  else pieces.push({ text, face, level });
}

function reverseAbove(pieces: Piece[], level: number): void {
  for (let start = 0; start < pieces.length; start++) {
    let end = start;
    while (end < pieces.length && (pieces[end]?.level ?? 0) >= level) end++;
    if (end > start) pieces.splice(start, end - start, ...pieces.slice(start, end).reverse());
    start = end;
  }
}

/** Text that is shaped from right to left is reversed by the shaper. */
const turned_when_shaped = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const asDrawn = (text: string, level: number): string => {
  const isTurned = turned_when_shaped.test(text);
  return isTurned === (level % 2 === 1) ? apart(text) : [...text].reverse().join('');
};

// Thai's am is drawn as two marks, between which a tone has its place. Copied text contains both of them.
const apart = (text: string): string => text.replace(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32');

/** How wide a text is. */
type Measure = (text: string) => number;

/** A text in lines of at most this width. */
export function linesOf(text: string, width: number, measure: Measure, language: string): string[] {
  const whole = settable(text);
  const isForeign = whole.startsWith(open) && whole.indexOf(close) === whole.length - 1;
  const lines = (isForeign ? whole.slice(1, -1) : whole)
    .split('\n')
    .flatMap((paragraph) => filledLines(wordsIn(paragraph, language), width, measure));
  return isForeign ? lines.map(foreign) : lines;
}

function filledLines(words: readonly string[], width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  let taken = 0;
  for (const word of words.flatMap((each) => (measure(each.trimEnd()) > width ? splitIn(each, width, measure) : [each]))) {
    if (line !== '' && taken + measure(word.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
      taken = 0;
    }
    line += word;
    taken += measure(word);
  }
  return [...lines, line.trimEnd()];
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Parts of a word that is wider than the line. */
function splitIn(word: string, width: number, measure: Measure): string[] {
  const parts: string[] = [];
  let part = '';
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && measure(part + segment) > width) {
      parts.push(part);
      part = '';
    }
    part += segment;
  }
  return [...parts, part];
}

/** Scripts that put no blank between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Where a line may end: after a blank, and between words that have none. Punctuation stays with what it belongs to. */
function wordsIn(paragraph: string, language: string): string[] {
  const spaced = paragraph.match(/[^ ]* +|[^ ]+$/g) ?? [];
  return spaced.flatMap((word) => (unspaced.test(word) ? unspacedWords(word, language) : [word]));
}

function unspacedWords(text: string, language: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const last = words.at(-1);
    const opens = last !== undefined && /[\p{Ps}\p{Pi}\p{Sc}]$/u.test(last);
    if (last !== undefined && (opens || (!isWordLike && !/^[\p{Ps}\p{Pi}\p{Sc}]/u.test(segment)))) words[words.length - 1] += segment;
    else words.push(segment);
  }
  return words;
}
