import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { isRefused, refused } from '../../kernel/base/refusal.js';
import type { Upload } from '../../kernel/base/upload.js';
import { type Body, decoded } from './body.js';
import { parseForm } from './form.js';

/** A file of 16 MiB and the other parts. */
export const multipart_max_bytes = 16 * 1_048_576 + 65_536;

const limits = { parts: 100, headerPairs: 10, headerSize: 4096 };
const field_max_bytes = 32_768;
const name_max = 200;

/** Consumes the bytes of a file as they arrive, with backpressure to the sender. Null if no file is expected under that name. */
export type TakeFile = (name: string, filename: string, bytes: AsyncIterable<Buffer>) => Promise<Upload> | null;

type Part = { readonly name: string; readonly value: Buffer | Upload };

/** Parses a multipart body as it arrives: fields are read as in a form, and a file becomes a value that only an `upload` accepts. */
export async function parseMultipart(payload: Readable, content_type: string, takeFile: TakeFile = () => null): Promise<Body> {
  const parts = await partsOf(payload, content_type, takeFile);
  const pairs = parts.flatMap(({ name, value }) => (Buffer.isBuffer(value) ? [pairOf(name, value)] : []));
  const values = parseForm(pairs.join('&'));
  for (const { name, value } of parts) {
    if (Buffer.isBuffer(value)) continue;
    if (Object.hasOwn(values, name)) throw refused({ code: 'parameter_invalid', param: name, message: 'Send one file.' });
    values[name] = value;
  }
  return { values, text_only: true };
}

function pairOf(name: string, bytes: Buffer): string {
  if (bytes.length > field_max_bytes) throw refused({ code: 'parameter_invalid', param: name, message: 'The value is too long.' });
  return `${encodeURIComponent(name)}=${encodeURIComponent(decoded(bytes))}`;
}

/** Reads the parts as they arrive. The error of a part is more useful than the broken body that follows from it. */
async function partsOf(payload: Readable, content_type: string, takeFile: TakeFile): Promise<Part[]> {
  const parts: Promise<Part>[] = [];
  const streams: Readable[] = [];
  const parser = parserFor(content_type);
  const failed = new Promise<never>((_, reject) => {
    parser.on('file', (name: string | undefined, stream, filename: string | undefined) => {
      streams.push(stream);
      stream.on('error', () => reject(unreadable));
      const part = partOf(name, filename, stream, takeFile);
      parts.push(part);
      part.catch(reject);
    });
    parser.on('partsLimit', () => reject(unreadable)).on('error', () => reject(unreadable));
  });
  // It may fail before it is awaited.
  failed.catch(() => {});
  try {
    await Promise.race([fed(payload, parser), failed]);
    return await Promise.race([Promise.all(parts), failed]);
  } finally {
    for (const each of streams) each.destroy();
    // The rest of the body is discarded, so that the sender gets to read the response.
    payload.resume();
  }
}

const unreadable = refused({
  code: 'body_invalid',
  message: `The multipart body could not be read. It may have ${limits.parts} parts at most.`,
});

function parserFor(content_type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': content_type }, limits, preservePath: true, isPartAFile: () => true });
  } catch {
    throw unreadable;
  }
}

/** Feeds the body to the parser at the speed at which it is consumed. */
async function fed(payload: Readable, parser: BusboyInstance): Promise<void> {
  const finished = new Promise<void>((resolve) => parser.once('finish', resolve));
  let size = 0;
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > multipart_max_bytes) throw refused({ code: 'body_too_large' });
      await new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
    }
  } catch (error) {
    throw isRefused(error) ? error : unreadable;
  }
  parser.end();
  await finished;
}

async function partOf(name: string | undefined, filename: string | undefined, stream: Readable, takeFile: TakeFile): Promise<Part> {
  if (!name || name.length > name_max || !name.isWellFormed()) throw unreadable;
  if (filename === undefined) return { name, value: await fieldOf(stream) };
  const taken = takeFile(name, filename, stream);
  if (taken) return { name, value: await taken };
  throw refused({ code: 'parameter_invalid', param: name, message: 'No file is accepted here, or no second one.' });
}

/** The bytes of a field, and at most one byte beyond the limit. */
async function fieldOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (size <= field_max_bytes) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks);
}
