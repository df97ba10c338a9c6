/** Digits in ASCII order, so that ids sort by `collate "C"` in order of creation. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const time_length = 8;
const count_length = 3;
const random_length = 11;

/** The length of an id after its prefix and underscore. */
export const id_length = time_length + count_length + random_length;

/** Whether Florin created an id. An id that a caller chooses never has this form, so a Florin id identifies one object of any kind. */
export const isOurs = (id: string): boolean => id.charAt(id.length - id_length - 1) === '_';

/** A source of random bytes; tests pass a seeded one. */
export type Random = (bytes: number) => Uint8Array;

/** Creates ids and secrets. */
export type Ids = {
  /** `prefix_` and 22 characters: milliseconds, a counter, randomness (65 bits). */
  fresh(prefix: string, now_ms: number): string;
  /** `length` random characters; never derived from other data. */
  secret(length: number): string;
};

/** Creates ids that sort by storage time: the id is key, cursor and order of everything, on whatever clock its object runs. */
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
    // Ids of different moments may alternate, so the counter rarely restarts.
    count = now_ms !== last_ms && count > 100_000 ? 0 : count + 1;
    last_ms = now_ms;
    return `${prefix}_${encode(now_ms, time_length)}${encode(count, count_length)}${secret(random_length)}`;
  };
  return { fresh, secret };
}

/** The lower bound of ids with this prefix created at or after `time_ms`; turns a `created` filter into id bounds. */
export const idBound = (prefix: string, time_ms: number): string =>
  `${prefix}_${encode(Math.min(Math.max(0, time_ms), 62 ** time_length - 1), time_length)}`;

/** The timestamp in an id, in milliseconds since the Unix epoch. */
export function timeOfId(id: string): number {
  const start = id.lastIndexOf('_') + 1;
  let time_ms = 0;
  for (let place = start; place < start + time_length; place++) time_ms = time_ms * 62 + digits.indexOf(id.charAt(place));
  return time_ms;
}

/** The creation time to store beside an id that does not contain it: for an object whose clock is not the service's. */
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

/** Draws from a pool, because a system call for a few bytes costs more than the rest of an id. */
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

/** A number from 0 until before 1 from the random end of an id, evenly distributed. An id has one number in all processes. */
export function fractionOf(id: string): number {
  let fraction = 0;
  for (const character of id.slice(-6)) fraction = fraction * digits.length + digits.indexOf(character);
  return fraction / digits.length ** 6;
}
