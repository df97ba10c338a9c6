import type { AnyField, Field, Fields } from '../kernel/base/fields.js';
import type { AnyPart, Listing, Seen } from '../kernel/base/for-payer.js';
import { flag, text, timestamp } from '../kernel/base/kinds.js';
import { type AnyResource, type It, type SeenByPages, seenByPages } from '../kernel/base/resource.js';

const head = { id: text, object: text, created: timestamp, livemode: flag } as const;

const isShown = ([, { internal, secret }]: [string, Fields[string]]): boolean => !internal && !secret;

/** An object of another kind as it was at a moment, as a member of an object that depends on it. Requests never contain one. */
export const snapshotOf = <R extends AnyResource>({ object, fields }: R): Field<It<R>, It<R>, 'optional'> => ({
  presence: 'optional',
  schema: { $ref: `#/components/schemas/${object}` },
  members: { ...head, ...Object.fromEntries(Object.entries(fields as Fields).filter(isShown)) },
  initial: {} as It<R>,
  read: () => undefined,
});

/** A field with the members of an allow-list, at every depth. */
export const only = <S, G, const P>(
  field: Field<S, G>,
  list: P & Listing<NonNullable<S>, P>,
): Field<Seen<S, P, P>, Seen<S, P, P>, 'optional'> => narrowed(field, list as AnyPart) as never;

/** An object of another kind as pages receive it: by the allow-lists of its resource. Only views have such members. */
export const seenOf = <R extends AnyResource>(resource: R): Field<SeenByPages<R>, SeenByPages<R>, 'optional'> =>
  narrowed({ ...snapshotOf(resource), members: { ...head, ...(resource.fields as Fields) } }, seenByPages(resource)) as never;

const narrowed = (field: AnyField, part: AnyPart | undefined): AnyField => {
  const { item, members } = field;
  if (item) return { ...field, item: narrowed(item, part) };
  if (!members) return field;
  const list = typeof part === 'object' ? part : {};
  const listed = Object.entries(members).filter(([name]) => Object.hasOwn(list, name));
  return { ...field, members: Object.fromEntries(listed.map(([name, each]) => [name, narrowed(each, list[name])])) };
};
