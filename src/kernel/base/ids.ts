/** Digits in ASCII order, so that ids sort by `collate "C"` exactly as they were made. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const time_length = 8;
const count_length = 3;
const random_length = 11;

/** Length of an id after its prefix and underscore. */
export const id_length = time_length + count_length + random_length;

/** Whether an id was made here. What a caller may choose is never taken for one, so that an id of ours is that of one object of any kind. */
export const isOurs = (id: string): boolean => id.charAt(id.length - id_length - 1) === '_';

/** A source of random bytes; the real one is handed in by the process's entry, a seeded one by tests. */
export type Random = (bytes: number) => Uint8Array;

/** Makes ids and secrets. */
export type Ids = {
  /** `prefix_` and 22 characters: milliseconds, a counter within the millisecond, randomness (65 bits). */
  fresh(prefix: string, now_ms: number): string;
  /** `length` random characters; never derived from anything. */
  secret(length: number): string;
};

/** Ids that sort by when they were stored: the id is key, cursor and order of everything, whatever clock its object runs on. */
export function idSource(random: Random): Ids {
  const character = randomCharacters(random);
  const secret = (length: number): string => {
    let text = '';
    for (let place = 0; place < length; place++) text += character();
    return text;
  };
  let last_ms = 0;
  let count = 0;
  const fresh = (prefix: string, now_ms: number): string => {
    // Ids of one moment may alternate with those of another, so the count begins anew only now and then.
    count = now_ms !== last_ms && count > 100_000 ? 0 : count + 1;
    last_ms = now_ms;
    return `${prefix}_${encode(now_ms, time_length)}${encode(count, count_length)}${secret(random_length)}`;
  };
  return { fresh, secret };
}

/** The id below which everything with this prefix was created before `time_ms`; turns a `created` filter into id bounds. */
export const idBound = (prefix: string, time_ms: number): string =>
  `${prefix}_${encode(Math.min(Math.max(0, time_ms), 62 ** time_length - 1), time_length)}`;

/** The moment inside an id, in milliseconds since the Unix epoch. */
export function timeOfId(id: string): number {
  const start = id.lastIndexOf('_') + 1;
  let time_ms = 0;
  for (let place = start; place < start + time_length; place++) time_ms = time_ms * 62 + digits.indexOf(id.charAt(place));
  return time_ms;
}

/** The moment that is stored beside an id, because the id does not say it: of an object whose clock is not the service's. */
export const createdBeside = (id: string, created_ms: number): Date | null =>
  Math.floor(timeOfId(id) / 1000) === Math.floor(created_ms / 1000) ? null : new Date(created_ms);

function encode(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let place = 0; place < length; place++) {
    text = digits.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Draws from a pool, because asking the kernel for a few bytes at a time costs more than everything else in an id. */
function randomCharacters(random: Random): () => string {
  let pool: Uint8Array = new Uint8Array(0);
  let next = 0;
  return () => {
    for (;;) {
      if (next >= pool.length) {
        pool = random(4096);
        next = 0;
      }
      const value = (pool[next++] ?? 0) & 63;
      if (value < 62) return digits.charAt(value);
    }
  };
}
