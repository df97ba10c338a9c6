import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { type Reading, required } from './fields.js';
import { textOf } from './kinds.js';
import { takesFile, Upload, upload } from './upload.js';

const words = 'what nobody else may read';
const sent = new Upload('a.pdf', Buffer.from(words));

test('the bytes of a file are in nothing that is printed', () => {
  const printed = [
    inspect(sent),
    inspect({ sent }, { depth: 9, showHidden: true }),
    JSON.stringify({ sent }),
    String(sent),
    `${JSON.stringify(Object.entries(sent))}`,
  ];
  for (const each of printed) {
    expect(each).not.toContain(words);
    expect(each).not.toContain(Buffer.from(words).toString('base64'));
  }
  expect(sent.reveal().toString()).toBe(words);
});

test('two files are the same as JSON when their bytes and their names are', () => {
  const json = (filename: string, text: string): string => JSON.stringify(new Upload(filename, Buffer.from(text)));
  expect(json('a.pdf', words)).toBe(JSON.stringify(sent));
  expect(new Set([json('a.pdf', words), json('b.pdf', words), json('a.pdf', `${words} `)]).size).toBe(3);
});

test('a file is read, and nothing that only looks like one', () => {
  const read = (value: unknown): Reading => {
    const reading: Reading = { text_only: true };
    const given = upload.read(value, 'file', reading);
    expect(given === undefined).toBe(reading.problem !== undefined);
    return reading;
  };
  expect(read(sent).problem).toBeUndefined();
  for (const value of [words, '', null, 7, {}, [sent], { filename: 'a.pdf' }, Buffer.from(words)]) {
    expect(read(value).problem).toMatchObject({ code: 'parameter_invalid', param: 'file' });
  }
});

test('parameters take a file when one of them is one', () => {
  expect(takesFile({ purpose: textOf(10), file: required(upload) })).toBe(true);
  expect(takesFile({ purpose: textOf(10) })).toBe(false);
});
