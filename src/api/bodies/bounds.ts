import { refused } from '../../kernel/base/refusal.js';

const depth_max = 32;
const digits_max = 400;

const [quote, comma, colon, minus, zero, nine, backslash] = [34, 44, 58, 45, 48, 57, 92];
const openers: ReadonlySet<number> = new Set([91, 123]);
const closers: ReadonlySet<number> = new Set([93, 125]);

/** The position of the JSON scan: its depth, the names or indexes above it, and the count of members and elements. */
type Place = { depth: number; members: number; text_at: number; readonly names: number[]; readonly elements: number[] };

/**
 * Refuses JSON that is too deep, has too many members, or a number that no double holds, at that character and before it is parsed. It does not check
 * whether the text is JSON.
 */
export function judge(text: string, members_max: number): void {
  const place: Place = { depth: 0, members: 0, text_at: 0, names: [], elements: [] };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      place.text_at = at;
      at = endOfText(text, at);
    } else if (code === minus || (code >= zero && code <= nine)) at = judgeNumber(text, at, place);
    else if (openers.has(code)) open(text, at, place);
    else if (closers.has(code)) place.depth--;
    else if (code === colon) place.names[place.depth] = place.text_at;
    else if (code === comma) next(place);
    if (place.depth < 0) return;
    if (place.depth > depth_max + 1 || place.members > members_max) throw tooLarge(members_max);
  }
}

const tooLarge = (members_max: number): Error =>
  refused({
    code: 'body_invalid',
    message: `The request body may be nested ${depth_max} deep and have ${members_max} members at most.`,
  });

function open(text: string, at: number, place: Place): void {
  place.depth++;
  place.names[place.depth] = -1;
  place.elements[place.depth] = 0;
  let first = at + 1;
  while (text.charCodeAt(first) <= 32) first++;
  if (!closers.has(text.charCodeAt(first))) place.members++;
}

function next(place: Place): void {
  place.members++;
  place.elements[place.depth] = (place.elements[place.depth] ?? 0) + 1;
}

/** The closing quote of a string: one after an even number of backslashes. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === backslash) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

const number = /-?[\d.eE+-]*/y;

/** A number must equal its double: 100.0000000000000001 is refused, not read as 100. Returns the end of the number. */
function judgeNumber(text: string, at: number, place: Place): number {
  number.lastIndex = at;
  const [token = ''] = number.exec(text) ?? [];
  if (!isHeld(token))
    throw refused({
      code: 'parameter_invalid',
      param: nameOf(text, place),
      message: 'Invalid number: it has more digits than a number can hold. Send fewer, or a string where one is accepted.',
    });
  return at + token.length - 1;
}

function isHeld(token: string): boolean {
  if (/^-?\d{1,15}$/.test(token)) return true;
  const written = token.length <= digits_max ? shortest(token) : 'too long';
  return written === null || written === shortest(String(Number(token)));
}

/** A canonical spelling for each value: its digits without leading and trailing zeros, and the power of ten that multiplies them. */
function shortest(token: string): string | null {
  const [all, sign, whole = '', part = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  if (all === undefined) return null;
  const digits = (whole + part).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  return significant && `${sign}${significant}e${Number(power) - part.length + digits.length - significant.length}`;
}

/** A parameter's name in bracket notation. */
function nameOf(text: string, { depth, names, elements }: Place): string {
  const parts = Array.from({ length: depth }, (_, above) => {
    const at = names[above + 1] ?? -1;
    return at < 0 ? String(elements[above + 1]) : text.slice(at + 1, endOfText(text, at));
  });
  return parts.map((part, level) => (level === 0 ? part : `[${part}]`)).join('');
}
