import type { Inspection } from '../../../kernel/base/upload.js';

/** What a file can be. */
export type FileType = 'gif' | 'jpg' | 'pdf' | 'png';

/** What a file is, and how many bytes a picture takes when it is decoded, where its beginning says that. */
export type Content = { readonly type: FileType; readonly decoded_bytes: number | null };

/** What a stored file can be: also what the service writes itself. */
export type StoredType = FileType | 'csv';

/** What a type is served as. */
export const content_types: Readonly<Record<StoredType, string>> = {
  csv: 'text/csv; charset=utf-8',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
};

/** How each type begins. */
const beginnings: Readonly<Record<FileType, RegExp>> = {
  gif: /^GIF8[79]a/,
  jpg: /^\xff\xd8\xff/,
  pdf: /^%PDF-\d\.\d/,
  png: /^\x89PNG\r\n.\n/s,
};

const edge_bytes = 4096;

/**
 * Tells what a file is by its content alone, as it passes: the type that it begins as. A file that could be taken for something else besides is
 * of no type: a document with markup that browsers look for at either end, an image with a PDF header or the beginning of a script, an archive.
 */
export function inspection(): Inspection<Content | null> {
  const archives = archiveSearch();
  let [head, tail]: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)];
  return {
    take: (bytes) => {
      archives.take(bytes);
      const beginning = bytes.subarray(0, edge_bytes - head.length);
      head = Buffer.concat([head, beginning]);
      tail = last(Buffer.concat([tail, last(bytes.subarray(beginning.length), edge_bytes)]), edge_bytes);
    },
    found: () => {
      const type = typeOf(head.toString('latin1'), tail.toString('latin1'));
      return type === null || archives.found() ? null : { type, decoded_bytes: type === 'png' ? decodedBytes(head) : null };
    },
  };
}

const png_header_bytes = 26;

/** What decoding a PNG takes: four values of a pixel, each of 8 bits, or of 16 where the file has so many. Null where it has no header. */
function decodedBytes(head: Buffer): number | null {
  if (head.length < png_header_bytes) return null;
  const bits = Math.max(8, head[24] ?? 0);
  return (head.readUInt32BE(16) * head.readUInt32BE(20) * 4 * bits) / 8;
}

const last = (bytes: Buffer, length: number): Buffer => bytes.subarray(Math.max(0, bytes.length - length));

function typeOf(head: string, tail: string): FileType | null {
  const type = (Object.keys(beginnings) as FileType[]).find((each) => beginnings[each].test(head));
  if (!type) return null;
  return markup.test(head + tail) || script.test(head) || (type !== 'pdf' && pdf_header.test(head)) ? null : type;
}

const markup = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|\?php)[\s/>]/i;
const script = /^GIF8[79]a(?:\/\*|=)|^\xff\xd8\xff.\/\*/s;
const pdf_header = /%PDF-\d/;

const end_of_directory = Buffer.from('PK\x05\x06', 'latin1');
const directory_entry = Buffer.from('PK\x01\x02', 'latin1');
const end_length = 22;
const none = 0xffff_ffff;

/** What no picture holds by chance. */
const entries_max = 65_536;

/** ZIP archives are read from their end, so that anything may stand before one: looks for an end with a directory where it says. */
function archiveSearch(): Inspection<boolean> {
  const entries = new Set<number>();
  const directories = new Set<number>();
  let is_one = false;
  let [before, passed]: [Buffer, number] = [Buffer.alloc(0), 0];
  return {
    take: (bytes) => {
      const window = Buffer.concat([before, bytes]);
      const start = passed - before.length;
      for (const place of placesOf(directory_entry, window)) entries.add(start + place);
      for (const place of placesOf(end_of_directory, window)) {
        if (place + end_length > window.length) continue;
        const size = window.readUInt32LE(place + 12);
        is_one ||= size === none;
        directories.add(start + place - size).add(window.readUInt32LE(place + 16));
      }
      is_one ||= Math.max(entries.size, directories.size) > entries_max;
      if (is_one) for (const each of [entries, directories]) each.clear();
      before = last(window, end_length - 1);
      passed += bytes.length;
    },
    found: () => is_one || [...directories].some((place) => entries.has(place)),
  };
}

function* placesOf(mark: Buffer, bytes: Buffer): Generator<number> {
  for (let place = bytes.indexOf(mark); place !== -1; place = bytes.indexOf(mark, place + 1)) yield place;
}
