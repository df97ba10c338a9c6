import type { Concealed } from './concealed.js';
import { type AnyField, type Field, type Fields, problem } from './fields.js';

/** Looks at the bytes of a file as they pass, and says at their end what they are. */
export type Inspection<T> = { readonly take: (bytes: Buffer) => void; readonly found: () => T };

/** What is left of bytes that have passed: they are stored already, sealed under `key`. */
export type Received<T> = { readonly size: number; readonly sha256: string; readonly found: T; readonly key: Concealed };

/** A file as a caller sent it. As JSON it is the hash of its bytes, which is all that comparing two requests takes. */
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

/** A file, which only a multipart body can carry; `inspect` begins to look at one. */
export const upload = <T>(inspect: () => Inspection<T>): UploadField<T> => ({
  presence: 'optional',
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

/** The file among parameters: its name, and who looks at it. */
export function uploadIn(fields: Fields): { readonly name: string; readonly inspect: () => Inspection<unknown> } | null {
  for (const [name, field] of Object.entries(fields)) if (isUpload(field)) return { name, inspect: field.inspect };
  return null;
}
