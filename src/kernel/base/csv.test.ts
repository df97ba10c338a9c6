import fc from 'fast-check';
import { expect, test } from 'vitest';
import { line } from './csv.js';

test.each([
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-2+3', "'-2+3"],
  ['@cmd', "'@cmd"],
  ['\tx', "'\tx"],
  ['＝1', "'＝1"],
])('%j is text for spreadsheets', (value, expected) => {
  expect(line([value])).toBe(`${expected}\n`);
});

test('amounts stay numbers, and commas and quotes are quoted', () => {
  expect(line(['-12.50', 7, null, 'a,b', 'say "hi"', 'two\nlines'])).toBe('-12.50,7,,"a,b","say ""hi""","two\nlines"\n');
});

test('every line can be read back', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (values) => {
      const [read] = parsed(line(values));
      expect(read?.map((each) => each.replace(/^'(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/, ''))).toEqual(values);
    }),
    { seed: 7 },
  );
});

/** A reader of RFC 4180. */
function parsed(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\n]*))(,|\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
  }
  return rows;
}
