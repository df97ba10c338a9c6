import { scrub } from '../../../kernel/base/concealed.js';

const length_max = 255;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const invisible = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A name as it was given, without its folders and what cannot be seen in it; null where nothing is left. It is shown and never opened. */
export function cleanFilename(given: string): string | null {
  const last = given.replace(invisible, '').split(/[/\\]/).at(-1)?.trim() ?? '';
  const name = scrub(last.toWellFormed()).slice(0, length_max).toWellFormed();
  return /^\.*$/.test(name) ? null : name;
}
