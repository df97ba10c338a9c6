import { a_file, in_a_day, type Pair } from './example.js';

/** How a language writes values. */
export type Words = {
  readonly open: string;
  readonly close: string;
  readonly list: readonly [open: string, close: string];
  readonly pair: (name: string, value: string) => string;
  readonly text: (text: string) => string;
  /** The time in a day from now, in seconds. */
  readonly day: string;
  /** A file of the reader. */
  readonly file: string;
  readonly yes: string;
  readonly no: string;
};

/** `card[number]=…` as an object in an object, `items[0][price]` as an object in a list. */
export function nestedOf(pairs: readonly Pair[]): Tree {
  const root: Tree = { members: new Map(), value: null };
  for (const [name, text, is_plain = false] of pairs) {
    let at = root;
    for (const part of name.match(/[^[\]]+|\[\]/g) ?? []) {
      const next = at.members.get(part) ?? { members: new Map<string, Tree>(), value: null };
      at.members.set(part, next);
      at = next;
    }
    at.value = { text, is_plain };
  }
  return root;
}

/** A tree of parameters: members of an object, elements of a list under their numbers, or a value. */
export type Tree = { readonly members: Map<string, Tree>; value: { readonly text: string; readonly is_plain: boolean } | null };

/** Short objects stand on one line. */
const line_max = 60;

/** A tree in a language, indented by two spaces for each level. */
export function written({ members, value }: Tree, words: Words, indent = ''): string {
  if (value) return valueIn(value, words);
  const inner = `${indent}  `;
  const is_list = [...members.keys()].every((name) => /^(\d+|\[\])$/.test(name));
  const parts = [...members].map(([name, each]) => {
    const text = written(each, words, inner);
    return is_list ? text : words.pair(name, text);
  });
  const [open, close] = is_list ? words.list : [words.open, words.close];
  const space = is_list || words.open === '[' ? '' : ' ';
  const flat = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (flat.length <= line_max && !flat.includes('\n')) return flat;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function valueIn({ text, is_plain }: NonNullable<Tree['value']>, words: Words): string {
  if (text === in_a_day) return words.day;
  if (text === a_file) return words.file;
  if (!is_plain) return words.text(text);
  return text === 'true' ? words.yes : text === 'false' ? words.no : text;
}
