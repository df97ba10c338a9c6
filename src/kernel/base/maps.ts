import { type Field, field, invalid, type Reading } from './fields.js';

/** A map with keys of a kind: prices by currency. A given map replaces the stored one. */
export const mapOf = <S, G, K extends string>(
  key: Field<K, K>,
  value: Field<S, G>,
): Field<Readonly<Record<string, G>>, Readonly<Record<string, G>>, 'optional'> =>
  field<Readonly<Record<string, G>>>({ type: 'object', additionalProperties: value.schema }, {}, (given, at, reading) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return invalid(reading, at, 'Invalid object.');
    const entries = Object.entries(given).map(([name, each]) => entryOf(key, value, { name, each, at }, reading));
    return reading.problem ? undefined : (Object.fromEntries(entries) as Record<string, G>);
  });

function entryOf<S, G, K extends string>(
  key: Field<K, K>,
  value: Field<S, G>,
  { name, each, at }: { readonly name: string; readonly each: unknown; readonly at: string },
  reading: Reading,
): readonly [string | undefined, G | undefined] {
  return [key.read(name, at, reading), value.read(each, `${at}[${name}]`, reading)];
}
