/** A request that is sent over HTTP again and again, or recorded as the statements it comes to. */
export type Sample = {
  /** The API key of the caller. */
  readonly key: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** Sent with an Idempotency-Key of its own each time. */
  readonly idempotent?: true;
};

/** Stands where every sending puts a value of its own; of that value's length, so that Content-Length stays true. */
export const placeholder = 'uniqueuniqueuniq';

/** The value of that length for a number. */
export const uniqueOf = (number: number): string => String(number).padStart(placeholder.length, '0');

/** A sample's headers, besides those of the connection. */
export const headersOf = ({ key, body, idempotent }: Sample): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  ...(body && { 'content-type': 'application/json' }),
  ...(idempotent && { 'idempotency-key': `bench-${placeholder}` }),
});

/** A sample as the bytes of an HTTP request. */
export function requestText(sample: Sample): string {
  const body = sample.body ? JSON.stringify(sample.body) : '';
  const headers = { host: 'localhost', ...headersOf(sample), ...(body && { 'content-length': String(Buffer.byteLength(body)) }) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${sample.method} ${sample.path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
