/** What a file can be. */
export type FileType = 'gif' | 'jpg' | 'pdf' | 'png';

/** What a type is served as. */
export const content_types: Readonly<Record<FileType, string>> = {
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
 * What a file is by its content alone: the type that it begins as. A file that could be taken for something else besides is of no type: a
 * document with markup that browsers look for at either end, an image with a PDF header or the beginning of a script, an archive.
 */
export function typeOf(bytes: Buffer): FileType | null {
  const head = bytes.toString('latin1', 0, edge_bytes);
  const type = (Object.keys(beginnings) as FileType[]).find((each) => beginnings[each].test(head));
  if (!type) return null;
  const edges = head + bytes.toString('latin1', Math.max(edge_bytes, bytes.length - edge_bytes));
  const ambiguous = markup.test(edges) || script.test(head) || (type !== 'pdf' && pdf_header.test(head)) || holdsArchive(bytes);
  return ambiguous ? null : type;
}

const markup = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|\?php)[\s/>]/i;
const script = /^GIF8[79]a(?:\/\*|=)|^\xff\xd8\xff.\/\*/s;
const pdf_header = /%PDF-\d/;

const end_of_directory = Buffer.from('PK\x05\x06', 'latin1');
const directory_entry = Buffer.from('PK\x01\x02', 'latin1');
const end_length = 22;
const none = 0xffff_ffff;

/** ZIP archives are read from their end, so that anything may stand before one: looks for an end with a directory where it says. */
function holdsArchive(bytes: Buffer): boolean {
  for (let end = bytes.indexOf(end_of_directory); end !== -1; end = bytes.indexOf(end_of_directory, end + 1)) {
    if (end + end_length > bytes.length) return false;
    const size = bytes.readUInt32LE(end + 12);
    const offset = bytes.readUInt32LE(end + 16);
    const places = [end - size, offset];
    if (size === none || places.some((place) => startsEntry(bytes, place))) return true;
  }
  return false;
}

const startsEntry = (bytes: Buffer, place: number): boolean =>
  place >= 0 && bytes.subarray(place, place + directory_entry.length).equals(directory_entry);
