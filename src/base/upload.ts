import { createHash } from 'node:crypto';
import { type Field, type Fields, problem } from './fields.js';

/** A file as a caller sent it. Its bytes cannot be printed; as JSON it is their hash, which is all that comparing two requests takes. */
export class Upload {
  readonly filename: string;
  readonly #bytes: Buffer;

  constructor(filename: string, bytes: Buffer) {
    this.filename = filename;
    this.#bytes = bytes;
  }

  /** The bytes themselves: for what judges and stores them, and nothing else. */
  reveal(): Buffer {
    return this.#bytes;
  }

  toJSON(): string {
    return `${createHash('sha256').update(this.#bytes).digest('hex')} ${this.filename}`;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[file]';
  }
}

/** A file, which only a multipart body can carry. */
export const upload: Field<null, Upload, 'optional'> = {
  presence: 'optional',
  schema: { type: 'string', format: 'binary' },
  initial: null,
  read: (value, at, reading) => {
    if (value instanceof Upload) return value;
    const message = 'Invalid file: send the request as multipart/form-data, and the file as a part with a filename.';
    return problem(reading, { code: 'parameter_invalid', param: at, message });
  },
};

/** Whether a file is among the parameters. */
export const takesFile = (fields: Fields): boolean => Object.values(fields).some(({ schema }) => schema === upload.schema);
