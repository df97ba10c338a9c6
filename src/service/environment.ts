import { type KeyRing, readKeyRing } from '../kernel/vault/key-ring.js';

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one setting: its value, or the fallback if it is not set. */
export type Reads = {
  integer(name: string, fallback: number, minimum: number, maximum: number): number;
  number(name: string, fallback: number, minimum: number, maximum: number): number;
  flag(name: string, fallback: boolean): boolean;
  word<const W extends string>(name: string, fallback: NoInfer<W>, known: readonly W[]): W;
  list(name: string, fallback: readonly string[], valid: (text: string) => boolean): readonly string[];
  url(name: string, protocols: readonly string[]): string | null;
  keyRing(name: string): KeyRing | null;
};

const words = { true: true, on: true, '1': true, false: false, off: false, '0': false } as Readonly<Record<string, boolean>>;

/** One reader for each kind of value; invalid values are added to `problems`. */
export function reading(environment: Environment, problems: string[]): Reads {
  const given = <T>(name: string, fallback: T, read: (text: string) => T | undefined, wanted: string): T => {
    const text = environment[name];
    if (text === undefined || text === '') return fallback;
    const value = read(text);
    if (value === undefined) problems.push(`${name} must be ${wanted}`);
    return value ?? fallback;
  };
  const within = (text: string, minimum: number, maximum: number): number | undefined => {
    const value = Number(text);
    return Number.isFinite(value) && value >= minimum && value <= maximum ? value : undefined;
  };
  const whole = (value: number | undefined): number | undefined => (Number.isInteger(value) ? value : undefined);
  return {
    integer: (name, fallback, minimum, maximum) =>
      given(name, fallback, (text) => whole(within(text, minimum, maximum)), `a whole number from ${minimum} to ${maximum}`),
    number: (name, fallback, minimum, maximum) =>
      given(name, fallback, (text) => within(text, minimum, maximum), `a number from ${minimum} to ${maximum}`),
    flag: (name, fallback) => given(name, fallback, (text) => words[text], 'on or off'),
    word: (name, fallback, known) => given(name, fallback, (text) => known.find((each) => each === text), `one of ${known.join(', ')}`),
    list: (name, fallback, valid) =>
      given(
        name,
        fallback,
        (text) => (text.split(',').every(valid) ? text.split(',') : undefined),
        'a comma-separated list of valid entries',
      ),
    url: (name, protocols) =>
      given<string | null>(
        name,
        null,
        (text) => (protocols.some((each) => text.startsWith(`${each}//`)) ? text : undefined),
        `a URL beginning with ${protocols.join('// or ')}//`,
      ),
    keyRing: (name) =>
      keyRingIn(environment[name], () =>
        problems.push(`${name} must be comma-separated id:base64 pairs of random 32-byte keys with different ids, the key in use first`),
      ),
  };
}

function keyRingIn(text: string | undefined, complain: () => void): KeyRing | null {
  const ring = text === undefined ? null : readKeyRing(text);
  if (text !== undefined && !ring) complain();
  return ring;
}
