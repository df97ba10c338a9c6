/** A JSON Schema, as far as the OpenAPI description of this service uses it. */
export type Schema = {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly writeOnly?: boolean;
  readonly description?: string;
  /** The kind of object that an id refers to. */
  readonly 'x-object'?: string;
  readonly examples?: readonly (string | number)[];
};

/** A value in words: a sentence about it, its type, the object that it refers to, its limits, its constants, and its members. */
export type Described = {
  readonly about: string | null;
  readonly type: string;
  readonly object: string | null;
  readonly nullable: boolean;
  readonly notes: readonly string[];
  readonly words: readonly string[];
  readonly members: readonly Member[];
};

/** A named value: a parameter, or a member of an object; its own example where it brings one. */
export type Member = Described & { readonly name: string; readonly required: boolean; readonly example: string | null };

/** The members of an object: required ones first, otherwise in the order of their declaration. */
export const membersOf = ({ properties = {}, required = [] }: Schema): Member[] =>
  requiredFirst(Object.entries(properties).map(([name, schema]) => named(name, required.includes(name), schema)));

/** Required members before optional ones. */
export const requiredFirst = (members: readonly Member[]): Member[] => [
  ...members.filter(({ required }) => required),
  ...members.filter(({ required }) => !required),
];

/** A schema under its name. */
export const named = (name: string, required: boolean, schema: Schema): Member => ({
  name,
  required,
  example: schema.examples?.[0]?.toString() ?? null,
  ...describe(schema),
});

/** A schema in words. */
export function describe(schema: Schema): Described {
  const { description: about = null, 'x-object': object = null } = schema;
  if (schema.anyOf) return { ...oneOf(schema.anyOf), ...(about !== null && { about }) };
  if (schema.type === 'array') return { ...listOf(schema), about };
  return {
    about,
    type: typeOf(schema),
    object,
    nullable: false,
    notes: notesOf(schema),
    words: schema.const === undefined ? (schema.enum ?? []) : [schema.const],
    members: membersOf(schema),
  };
}

/** Alternatives read as one value: null is a property of it, a repeated type is said once. */
function oneOf(alternatives: readonly Schema[]): Described {
  const described = alternatives.filter(({ type }) => type !== 'null').map(describe);
  return {
    about: described.find(({ about }) => about !== null)?.about ?? null,
    object: described.find(({ object }) => object !== null)?.object ?? null,
    type: [...new Set(described.map(({ type }) => type))].join(' or '),
    nullable: described.length < alternatives.length || described.some(({ nullable }) => nullable),
    notes: [...new Set(described.flatMap(({ notes }) => notes))],
    words: described.flatMap(({ words }) => words),
    members: described.flatMap(({ members }) => members),
  };
}

function listOf({ items = {}, maxItems }: Schema): Described {
  const item = describe(items);
  const notes = maxItems === undefined ? item.notes : [`up to ${grouped(maxItems)} elements`, ...item.notes];
  return { ...item, type: `list of ${plural(item.type)}`, nullable: false, notes };
}

const plural = (type: string): string => (type.includes(' ') ? type : `${type}s`);

const formats: Readonly<Record<string, string>> = { binary: 'file', email: 'e-mail address', uri: 'URL' };
const digits_pattern = '^-?[0-9]+$';

function typeOf({ type = 'string', format, pattern, additionalProperties }: Schema): string {
  if (pattern === digits_pattern) return 'string of digits';
  if (typeof additionalProperties === 'object') return `map of ${plural(describe(additionalProperties).type)}`;
  return formats[format ?? ''] ?? type;
}

/** Texts are this long unless something else is said; repeating it at each would hide what matters. */
const ordinary_lengths = [255, 5000];
const last_second = 253_402_300_799;

function notesOf({ pattern, maximum, maxLength, maxProperties, minimum, writeOnly }: Schema): string[] {
  return [
    ...(pattern && pattern !== digits_pattern ? [patternNote(pattern)] : []),
    ...bounds(minimum, maximum),
    ...(maxLength !== undefined && !ordinary_lengths.includes(maxLength) ? [`up to ${grouped(maxLength)} characters`] : []),
    ...(maxProperties === undefined ? [] : [`up to ${grouped(maxProperties)} keys`]),
    ...(writeOnly ? ['never shown again'] : []),
  ];
}

function bounds(minimum: number | undefined, maximum: number | undefined): string[] {
  if (maximum === last_second) return ['in Unix seconds'];
  if (minimum !== undefined && maximum !== undefined) return [`from ${grouped(minimum)} to ${grouped(maximum)}`];
  if (minimum !== undefined) return [`at least ${grouped(minimum)}`];
  return maximum === undefined ? [] : [`at most ${grouped(maximum)}`];
}

const grouped = (number: number): string => number.toLocaleString('en').replaceAll(',', '\u202f');

function patternNote(pattern: string): string {
  const [, prefix] = /^\^(\w+_)$/.exec(pattern) ?? [];
  if (prefix) return `begins with ${prefix}`;
  return pattern === '^[A-Z]{2}$' ? 'two letters, as in ISO 3166-1' : `matches ${pattern}`;
}
