import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Concealed } from './concealed.js';
import { type Reading, required } from './fields.js';
import { textOf } from './kinds.js';
import { Upload, upload, uploadIn } from './upload.js';

const words = 'the secret contents';
const uploaded = (filename: string, text: string, key = words): Upload => {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return new Upload(filename, { size: text.length, sha256, found: null, key: new Concealed(key) });
};
const sent = uploaded('a.pdf', 'its bytes');
const looking = { take: () => {}, found: () => null };

test('the key of a file is never printed', () => {
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
  expect(sent.received.key.reveal()).toBe(words);
});

test('two files are equal as JSON if their bytes and names are equal', () => {
  const json = (filename: string, text: string): string => JSON.stringify(uploaded(filename, text, 'another key'));
  expect(json('a.pdf', 'its bytes')).toBe(JSON.stringify(sent));
  expect(new Set([json('a.pdf', 'its bytes'), json('b.pdf', 'its bytes'), json('a.pdf', 'its bytes ')]).size).toBe(3);
});

test('only an upload is read as a file', () => {
  const read = (value: unknown): Reading => {
    const reading: Reading = { text_only: true };
    const given = upload(() => looking).read(value, 'file', reading);
    expect(given === undefined).toBe(reading.problem !== undefined);
    return reading;
  };
  expect(read(sent).problem).toBeUndefined();
  for (const value of [words, '', null, 7, {}, [sent], { filename: 'a.pdf' }, Buffer.from(words)]) {
    expect(read(value).problem).toMatchObject({ code: 'parameter_invalid', param: 'file' });
  }
});

test('parameters accept a file if one of them is an upload', () => {
  const fields = { purpose: textOf(10), file: required(upload(() => looking)) };
  expect([uploadIn(fields)?.name, uploadIn(fields)?.inspect()]).toEqual(['file', looking]);
  expect(uploadIn({ purpose: textOf(10) })).toBeNull();
});
