import type { AnyField, Field, Fields } from '../kernel/base/fields.js';
import { about } from '../kernel/base/fields.js';
import type { AnyPart, Listing, Seen } from '../kernel/base/for-payer.js';
import { flag, text, timestamp } from '../kernel/base/kinds.js';
import { type AnyResource, type It, type SeenByPages, seenByPages } from '../kernel/base/resource.js';

const headOf = ({ states }: AnyResource): Fields => ({
  ...{
    id: about('The id of the object.', text),
    object: about('The name of the type of object.', text),
    created: about('When the object was created, in Unix seconds.', timestamp),
    livemode: about('Whether the object belongs to live mode.', flag),
  },
  ...(states && { status: about('The state of the object, one of the values that its type lists.', text) }),
});

const isShown = ([, { internal, secret }]: [string, Fields[string]]): boolean => !internal && !secret;

/** An object of another kind as it was at a moment, as a member of an object that depends on it. Requests never contain one. */
export const snapshotOf = <R extends AnyResource>(resource: R): Field<It<R>, It<R>, 'optional'> => ({
  presence: 'optional',
  about: null,
  schema: { $ref: `#/components/schemas/${resource.object}` },
  members: { ...headOf(resource), ...Object.fromEntries(Object.entries(resource.fields as Fields).filter(isShown)) },
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
  narrowed({ ...snapshotOf(resource), members: { ...headOf(resource), ...(resource.fields as Fields) } }, seenByPages(resource)) as never;

function narrowed(field: AnyField, list: AnyPart | undefined): AnyField {
  const { item, members } = field;
  if (item) return { ...field, item: narrowed(item, list) };
  if (list === true && !members) return field;
  const names = typeof list === 'object' ? list : null;
  const listed = Object.entries(members ?? {}).filter(([name]) => names && Object.hasOwn(names, name));
  if (!names || listed.length < Object.keys(names).length) throw new Error(`No field fits the allow-list ${JSON.stringify(list)}`);
  return { ...field, members: Object.fromEntries(listed.map(([name, each]) => [name, narrowed(each, names[name])])) };
}
