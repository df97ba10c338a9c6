import { compare, decimalText, exactOf, fraction, places_max } from './exact.js';
import { type Field, field, invalid } from './fields.js';

/** The bounds of a decimal; they are whole numbers and inclusive. */
export type DecimalBounds = { readonly minimum?: number; readonly maximum?: number; readonly places?: number };

/** Larger than any accepted decimal. */
const beyond = 10 ** 12;

/** An exact decimal with at most 12 digits before the point and 12 after it: accepts text or a JSON number, and returns the shortest text. */
export const decimal = (bounds: DecimalBounds = {}): Field<string, string, 'optional'> => {
  const { places = places_max, ...limits } = bounds;
  const { minimum = -beyond, maximum = beyond } = limits;
  const pattern = `^-?[0-9]{1,12}(\\.[0-9]{1,${places}})?$`;
  const shape = new RegExp(pattern);
  const schema = {
    anyOf: [
      { type: 'string', format: 'decimal', pattern },
      { type: 'number', ...limits },
    ],
  };
  return field(schema, '0', (value, at, reading) => {
    const digits = digitsOf(value);
    if (!shape.test(digits))
      return invalid(reading, at, `Invalid decimal: send a string such as 12.5, with at most ${places} decimal places.`);
    const exact = exactOf(digits);
    if (compare(exact, fraction(minimum)) < 0) return invalid(reading, at, `Invalid decimal: must be at least ${minimum}.`);
    if (compare(exact, fraction(maximum)) > 0) return invalid(reading, at, `Invalid decimal: must be at most ${maximum}.`);
    return decimalText(exact);
  });
};

/** Decimals with 15 digits are distinct as numbers; with more digits several share one number, so the sent value is unknown. */
const number_digits_max = 15;

function digitsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return '';
  const text = plainText(value);
  return Number(text) === value && text.replace(/[-.]/g, '').length <= number_digits_max ? text : '';
}

/** JavaScript writes numbers below 0.000001 with an exponent. */
const plainText = (value: number): string => (/e-/.test(String(value)) ? value.toFixed(places_max).replace(/0+$/, '') : String(value));

/** A decimal that documents show as a JSON number: percentages, dimensions. Its shortest digits are its exact value. */
export const decimalNumber = (bounds: DecimalBounds = {}): Field<number, number, 'optional'> => {
  const inner = decimal(bounds);
  const { minimum, maximum } = bounds;
  return field(
    { type: 'number', ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) },
    0,
    (value, at, reading) => {
      const digits = inner.read(value, at, reading);
      return digits === undefined ? undefined : Number(digits);
    },
  );
};
