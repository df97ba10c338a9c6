import type { Concealed } from './concealed.js';
import { type AnyField, type Field, type Fields, problem } from './fields.js';

/** Inspects the bytes of a file as they pass, and returns the findings at the end. */
export type Inspection<T> = { readonly take: (bytes: Buffer) => void; readonly found: () => T };

/** The facts about uploaded bytes, which are already stored, sealed with `key`. */
export type Received<T> = { readonly size: number; readonly sha256: string; readonly found: T; readonly key: Concealed };

/** An uploaded file. As JSON it is the hash of its bytes, which is enough to compare two requests. */
export class Upload<T = unknown> {
  readonly filename: string;
  readonly received: Received<T>;

  constructor(filename: string, received: Received<T>) {
    this.filename = filename;
    this.received = received;
  }

  toJSON(): string {
    return `${this.received.sha256} ${this.filename}`;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[file]';
  }
}

type UploadField<T> = Field<null, Upload<T>, 'optional'> & { readonly inspect: () => Inspection<T> };

/** A file parameter, which requires a multipart body; `inspect` starts an inspection. */
export const upload = <T>(inspect: () => Inspection<T>): UploadField<T> => ({
  presence: 'optional',
  about: null,
  schema: { type: 'string', format: 'binary' },
  initial: null,
  inspect,
  read: (value, at, reading) => {
    if (value instanceof Upload) return value;
    const message = 'Invalid file: send the request as multipart/form-data, and the file as a part with a filename.';
    return problem(reading, { code: 'parameter_invalid', param: at, message });
  },
});

const isUpload = (field: AnyField): field is UploadField<unknown> => 'inspect' in field;

/** The file parameter among fields: its name and its inspection. */
export function uploadIn(fields: Fields): { readonly name: string; readonly inspect: () => Inspection<unknown> } | null {
  for (const [name, field] of Object.entries(fields)) if (isUpload(field)) return { name, inspect: field.inspect };
  return null;
}
