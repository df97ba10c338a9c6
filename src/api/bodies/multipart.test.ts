import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { bodyOf, multipart, type Part, partsOf, png } from '../../../test/support/uploads.js';
import { Concealed } from '../../kernel/base/concealed.js';
import { isRefused } from '../../kernel/base/refusal.js';
import { Upload } from '../../kernel/base/upload.js';
import { parseMultipart, type TakeFile } from './multipart.js';

/** Accepts files of any name, and keeps their bytes. */
function holding(): { readonly take: TakeFile; readonly held: Map<string, Buffer> } {
  const held = new Map<string, Buffer>();
  const read = async (name: string, filename: string, bytes: AsyncIterable<Buffer>): Promise<Upload> => {
    const chunks: Buffer[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    held.set(name, Buffer.concat(chunks));
    return new Upload(filename, { size: 0, sha256: '', found: null, key: new Concealed('') });
  };
  return { take: read, held };
}

const parsed = (
  body: Buffer,
  content_type = multipart,
  take = holding().take,
  chunk = 1000,
): Promise<Readonly<Record<string, unknown>>> => {
  const chunks = Array.from({ length: Math.ceil(body.length / chunk) }, (_, place) => body.subarray(place * chunk, (place + 1) * chunk));
  return parseMultipart(Readable.from(chunks), content_type, take).then(({ values }) => ({ ...values }));
};

const parse = (parts: readonly Part[]): Promise<Readonly<Record<string, unknown>>> => parsed(bodyOf(parts));

/** The code and the parameter of a refusal; any other error fails the test. */
const refusalOf = (parsing: Promise<unknown>): Promise<[string, string | undefined]> =>
  parsing.then(
    () => expect.fail('the body was accepted'),
    (error: unknown) => (isRefused(error) ? [error.refusal.code, error.refusal.param] : Promise.reject(error)),
  );

const text = (name: string, content: string | Buffer): Part => ({ disposition: `name="${name}"`, content });
const file = (name: string, filename = 'a.png'): Part => ({ disposition: `name="${name}"; filename="${filename}"`, content: png });

test('fields are read as in a form, and a file becomes an upload', async () => {
  const values = await parse([
    text('a[b]', '1'),
    text('expand[0]', 'x'),
    text('expand[1]', 'y'),
    text('plain', 'a=b&c+%20 \u00fc'),
    file('file'),
  ]);
  expect(JSON.parse(JSON.stringify(values))).toMatchObject({ a: { b: '1' }, expand: ['x', 'y'], plain: 'a=b&c+%20 \u00fc' });
  expect(values.file).toBeInstanceOf(Upload);
});

test('the bytes of a file are passed on unchanged, in chunks of any size', async () => {
  const body = bodyOf([text('a', '1'), file('file'), text('b', '2')]);
  for (const chunk of [1, 7, 64, body.length]) {
    const { take, held } = holding();
    expect(await parsed(body, multipart, take, chunk)).toMatchObject({ a: '1', b: '2' });
    expect(held.get('file')?.equals(png)).toBe(true);
  }
});

test('no more is read from the sender while a chunk is being stored', async () => {
  const large = bodyOf([{ disposition: 'name="file"; filename="a.png"', content: Buffer.alloc(4_000_000) }]);
  let read = 0;
  const source = new Readable({
    read() {
      this.push(read < large.length ? large.subarray(read, read + 50_000) : null);
      read += 50_000;
    },
  });
  let store = (): void => {};
  const stored = new Promise<void>((resolve) => {
    store = resolve;
  });
  const take: TakeFile = async (_, filename, bytes) => {
    for await (const _bytes of bytes) await stored;
    return new Upload(filename, { size: 0, sha256: '', found: null, key: new Concealed('') });
  };
  const parsing = parseMultipart(source, multipart, take);
  for (let turn = 0; turn < 500; turn++) await new Promise(setImmediate);
  expect(read).toBeLessThan(600_000);
  store();
  expect(Object.keys((await parsing).values)).toEqual(['file']);
});

test('an error while a file is stored is passed on, and no more is read', async () => {
  const take: TakeFile = async () => Promise.reject(new Error('the disk is full'));
  await expect(parsed(bodyOf([file('file'), text('a', '1')]), multipart, take)).rejects.toThrow('the disk is full');
});

test.each([
  ['filename="../../a b.png"', '../../a b.png'],
  ['filename=""', ''],
  ['filename="quo\\"te.png"', 'quo"te.png'],
  ["filename*=UTF-8''%c3%bc.png", '\u00fc.png'],
])('%s is passed on unchanged', async (disposition, filename) => {
  const { file } = await parse([{ disposition: `name="file"; ${disposition}`, content: png }]);
  expect((file as Upload).filename).toBe(filename);
});

describe('refuses', () => {
  test('a second file of the same name, and a file in place of a field', async () => {
    expect(await refusalOf(parse([file('file'), file('file', 'b.png')]))).toEqual(['parameter_invalid', 'file']);
    expect(await refusalOf(parse([text('file', 'x'), file('file')]))).toEqual(['parameter_invalid', 'file']);
  });

  test('names of inherited object properties', async () => {
    expect(await refusalOf(parse([text('metadata[__proto__]', 'x')]))).toEqual(['parameter_unknown', '__proto__']);
    const values = await parse([file('__proto__')]);
    expect(Object.keys(values)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).filename).toBeUndefined();
  });

  test('too many parts, a name that is too long or missing, a value that is too long', async () => {
    expect(await refusalOf(parse(Array.from({ length: 101 }, (_, place) => text(`a${place}`, '1'))))).toEqual(['body_invalid', undefined]);
    expect(await refusalOf(parse([text('a'.repeat(201), '1')]))).toEqual(['body_invalid', undefined]);
    expect(await refusalOf(parse([{ disposition: 'filename="a.png"', content: png }]))).toEqual(['body_invalid', undefined]);
    expect(await refusalOf(parse([text('a', 'x'.repeat(32_769))]))).toEqual(['parameter_invalid', 'a']);
    expect(Object.keys(await parse(Array.from({ length: 100 }, (_, place) => text(`a${place}`, '1'))))).toHaveLength(100);
  });

  test('text that is not UTF-8, and endless nesting', async () => {
    expect(await refusalOf(parse([text('a', Buffer.from([0xff, 0xfe]))]))).toEqual(['body_invalid', undefined]);
    expect(await refusalOf(parse([text(`a${'[b]'.repeat(20)}`, '1')]))).toEqual(['body_invalid', undefined]);
  });

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=other',
    'multipart/form-data; boundary="',
  ])('a body whose boundaries are not those of %s', async (content_type) => {
    expect(await refusalOf(parsed(bodyOf(partsOf()), content_type))).toEqual(['body_invalid', undefined]);
  });

  test('a body that ends too early, at any byte', async () => {
    const whole = bodyOf([...partsOf({ bytes: Buffer.from('%PDF-1.4') })]);
    for (let length = 0; length < whole.length - 4; length++) {
      expect(await refusalOf(parsed(whole.subarray(0, length), multipart, holding().take, 7)), `${length} bytes`).toEqual([
        'body_invalid',
        undefined,
      ]);
    }
  });
});
