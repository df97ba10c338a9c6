import type { Field, Fields } from '../kernel/base/fields.js';
import { flag, text, timestamp } from '../kernel/base/kinds.js';
import type { AnyResource, It } from '../kernel/base/resource.js';

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
