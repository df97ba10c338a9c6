import { Busboy } from '@fastify/busboy';
import { refused } from '../base/errors.js';
import { Upload } from '../base/upload.js';
import { type Body, decoded } from './body.js';
import { parseForm } from './form.js';

/** A file of 16 MiB, and what goes with it. */
export const multipart_max_bytes = 16 * 1_048_576 + 65_536;

const limits = { parts: 100, headerPairs: 10, headerSize: 4096 };
const field_max_bytes = 32_768;
const name_max = 200;

type Part = { readonly name: string; readonly filename: string | undefined; readonly bytes: Buffer };

/** Parses a multipart body: its fields are read as those of a form, and a file becomes a value that only an `upload` accepts. */
export async function parseMultipart(bytes: Buffer, content_type: string): Promise<Body> {
  const parts = await partsOf(bytes, content_type).catch(() => {
    throw refused({ code: 'body_invalid', message: `The multipart body could not be read. It may have ${limits.parts} parts at most.` });
  });
  const pairs = parts.flatMap((part) => (part.filename === undefined ? [pairOf(part)] : []));
  const values = parseForm(pairs.join('&'));
  for (const { name, filename, bytes } of parts) {
    if (filename === undefined) continue;
    if (Object.hasOwn(values, name)) throw refused({ code: 'parameter_invalid', param: name, message: 'Send one file.' });
    values[name] = new Upload(filename, bytes);
  }
  return { values, text_only: true };
}

function pairOf({ name, bytes }: Part): string {
  if (bytes.length > field_max_bytes) throw refused({ code: 'parameter_invalid', param: name, message: 'The value is too long.' });
  return `${encodeURIComponent(name)}=${encodeURIComponent(decoded(bytes))}`;
}

function partsOf(bytes: Buffer, content_type: string): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    const parser = new Busboy({ headers: { 'content-type': content_type }, limits, preservePath: true, isPartAFile: () => true });
    parser.on('file', (name: string | undefined, stream, filename: string | undefined) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      if (!name || name.length > name_max || !name.isWellFormed()) return reject();
      stream.on('end', () => parts.push({ name, filename, bytes: Buffer.concat(chunks) }));
    });
    parser.on('partsLimit', reject).on('error', reject);
    parser.on('finish', () => resolve(parts));
    parser.end(bytes);
    // Every byte is there already, so what has not come to its end in this turn never will.
    setImmediate(reject);
  });
}
