import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspection } from './content.js';

/** What bytes are that come in pieces cut at these places. */
function typeOf(bytes: Buffer, cuts: readonly number[] = []): string | null {
  const looking = inspection();
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (let place = 1; place < places.length; place++) looking.take(bytes.subarray(places[place - 1], places[place]));
  return looking.found()?.type ?? null;
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

const beginnings = {
  gif: latin('GIF89a\x01\x00\x01\x00'),
  jpg: latin('\xff\xd8\xff\xe0\x00\x10JFIF\x00'),
  pdf: latin('%PDF-1.7\n'),
  png: latin('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR'),
} as const;

/** A ZIP archive with one empty file in it, as it stands behind `offset` bytes of something else. */
function archive(offset: number, { comment = '', says = offset }: { comment?: string; says?: number } = {}): Buffer {
  const local = Buffer.concat([latin('PK\x03\x04'), Buffer.alloc(26), latin('a')]);
  const directory = Buffer.concat([latin('PK\x01\x02'), Buffer.alloc(42), latin('a')]);
  const end = Buffer.concat([latin('PK\x05\x06'), Buffer.alloc(18), latin(comment)]);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(says + local.length, 16);
  return Buffer.concat([local, directory, end]);
}

describe.each(Object.entries(beginnings))('%s', (type, beginning) => {
  test('is what begins so, however long it goes on', () => {
    expect(typeOf(beginning)).toBe(type);
    expect(typeOf(Buffer.concat([beginning, Buffer.alloc(100_000, 7)]))).toBe(type);
  });

  test('is not what begins so one byte later, or in part', () => {
    expect(typeOf(Buffer.concat([latin(' '), beginning]))).toBeNull();
    expect(typeOf(beginning.subarray(0, 2))).toBeNull();
  });

  test.each([
    '<script>alert(1)</script>',
    '<html>',
    '<!DOCTYPE html>',
    '<SVG onload=alert(1)>',
    '<iframe src=x>',
    '<body onload=x>',
    '<?php ',
  ])('is nothing with %s at either end', (markup) => {
    const padding = Buffer.alloc(10_000, 7);
    expect(typeOf(Buffer.concat([beginning, latin(markup), padding]))).toBeNull();
    expect(typeOf(Buffer.concat([beginning, padding, latin(markup)]))).toBeNull();
  });

  test('is nothing with an archive behind it, whether that counts from its own start or from the file\u2019s', () => {
    expect(typeOf(Buffer.concat([beginning, archive(beginning.length)]))).toBeNull();
    expect(typeOf(Buffer.concat([beginning, archive(0)]))).toBeNull();
  });

  test('is nothing with an archive in it, whatever stands behind', () => {
    const padding = Buffer.alloc(200_000, 7);
    expect(typeOf(Buffer.concat([beginning, padding, archive(beginning.length + padding.length), padding]))).toBeNull();
    expect(typeOf(Buffer.concat([beginning, archive(beginning.length, { comment: 'a'.repeat(60_000) })]))).toBeNull();
  });

  test('is not recognized with a large archive in it, whose directory is recorded elsewhere', () => {
    const end = Buffer.concat([latin('PK\x05\x06'), Buffer.alloc(18, 0xff)]);
    expect(typeOf(Buffer.concat([beginning, end]))).toBeNull();
  });

  test('is still itself when it holds the letters of an archive by chance', () => {
    expect(typeOf(Buffer.concat([beginning, latin('PK\x05\x06'), Buffer.alloc(40, 7)]))).toBe(type);
    expect(typeOf(Buffer.concat([beginning, latin('PK\x05\x06')]))).toBe(type);
    expect(typeOf(Buffer.concat([beginning, latin('PK\x05\x06'), Buffer.alloc(40)]))).toBe(type);
  });
});

test.each([
  ['nothing', ''],
  ['text', 'Dear bank,'],
  ['markup', '<html><body>'],
  ['a vector image', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a vector image with a declaration', '<?xml version="1.0"?><svg/>'],
  ['an archive', 'PK\x03\x04'],
  ['a program', 'MZ\x90\x00'],
  ['another program', '\x7fELF'],
  ['a script', '#!/bin/sh'],
  ['a document behind markup', '<html>%PDF-1.7'],
  ['an image of another kind', 'RIFF\x00\x00\x00\x00WEBP'],
])('%s is of no type', (_, content) => {
  expect(typeOf(latin(content))).toBeNull();
});

test('an image with the header of a document in it is of no type', () => {
  for (const each of [beginnings.gif, beginnings.jpg, beginnings.png]) expect(typeOf(Buffer.concat([each, latin('%PDF-1.4')]))).toBeNull();
});

test('an image that is also a script is of no type', () => {
  for (const content of ['GIF89a/*x*/=1;alert(1)', 'GIF89a=1;alert(1)', '\xff\xd8\xff\xe0/*JFIF*/=alert(1)'])
    expect(typeOf(latin(content))).toBeNull();
});

test('what cameras and editors write about an image is no markup', () => {
  const words = '<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description/></rdf:RDF></x:xmpmeta>';
  for (const [type, beginning] of Object.entries(beginnings)) expect(typeOf(Buffer.concat([beginning, latin(words)]))).toBe(type);
});

test('what a file is does not depend on the pieces in which it comes', () => {
  const padding = Buffer.alloc(9000, 7);
  const wholes = Object.values(beginnings).flatMap((beginning) => [
    beginning,
    Buffer.concat([beginning, padding]),
    Buffer.concat([beginning, padding, latin('<svg onload=x>')]),
    Buffer.concat([beginning, padding, archive(beginning.length + padding.length), padding]),
    Buffer.concat([beginning, latin('PK\x05\x06'), Buffer.alloc(40)]),
  ]);
  fc.assert(
    fc.property(fc.constantFrom(...wholes), fc.array(fc.nat(), { maxLength: 40 }), (bytes, cuts) => {
      expect(typeOf(bytes, cuts)).toBe(typeOf(bytes));
    }),
    { seed: 7 },
  );
  for (const bytes of wholes) expect(typeOf(bytes, [...bytes.keys()])).toBe(typeOf(bytes));
});

test('a file that is full of the marks of archives is of no type', () => {
  const marks = Buffer.concat(Array.from({ length: 70_000 }, () => latin('PK\x01\x02')));
  expect(typeOf(Buffer.concat([beginnings.png, marks]))).toBeNull();
});
