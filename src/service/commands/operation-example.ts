import { a_file, type Example, exampleOf, in_a_day, type Pair } from '../../pages/reference/example.js';
import { type Description, groupsOf, prefixesOf } from '../../pages/reference/operations.js';
import type { Operation } from './operations.js';

/** An operation without its example. */
export type Bare = Omit<Operation, 'example'>;

/** The examples of the reference, as commands. */
export function examplesIn(description: Readonly<Record<string, unknown>>): (operation: Bare) => string {
  const described = description as unknown as Description;
  const prefixes = prefixesOf(described);
  const all = groupsOf(described).flatMap(({ operations }) => operations());
  const examples = new Map(all.map((each) => [`${each.method.toUpperCase()} ${each.path}`, exampleOf(each, prefixes)]));
  return (operation) => {
    const example = examples.get(`${operation.method} ${operation.path}`);
    if (!example) throw new Error(`The reference has no ${operation.method} ${operation.path}.`);
    return commandLineOf(operation, example);
  };
}

/** An operation with values as a command: ids are arguments, parameters options, and members of objects are sent with `-d`. */
export function commandLineOf({ words, path, parameters }: Bare, { path: filled, params }: Example): string {
  const values = filled.split('/');
  const ids = path.split('/').flatMap((segment, place) => (segment.startsWith('{') ? [values[place] ?? ''] : []));
  const options = params.map(([name, value]: Pair) => {
    const form = parameters.find((each) => name === each.name || name === `${each.name}[]`)?.form;
    if (form === undefined) return `-d ${quoted(`${name}=${value}`)}`;
    const option = `--${name.replace('[]', '')}`;
    return form === 'flag' && value === 'true' ? option : `${option} ${quoted(value === a_file ? value.slice(1) : value)}`;
  });
  return ['florin', ...words, ...ids, ...options].join(' ');
}

const quoted = (text: string): string => {
  if (/^[\w=.@:/,-]+$/.test(text)) return text;
  return text.endsWith(in_a_day) ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;
};
