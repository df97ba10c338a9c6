import { isVersion, native_version, version_max } from '../../../kernel/base/api-version.js';
import { type Field, invalid } from '../../../kernel/base/fields.js';
import { textOf } from '../../../kernel/base/kinds.js';
import { nearest } from '../../../kernel/base/nearest.js';
import { former_event_types } from '../events/former-types.js';
import { event_types } from '../events/types.js';

const known = [...event_types, ...former_event_types];
const types: ReadonlySet<string> = new Set(known);

/** All that begin alike, at any of their dots: `invoice.*`. */
const groups: ReadonlySet<string> = new Set(
  known.flatMap((type) => [...type.matchAll(/\./g)].map(({ index }) => `${type.slice(0, index)}.*`)),
);

const name = textOf(100);

/** What an endpoint can ask for: one type of event, all that begin alike, or all. */
export const eventName: Field<string, string, 'optional'> = {
  ...name,
  schema: { type: 'string', enum: ['*', ...groups, ...known] },
  read: (value, at, reading) => {
    const read = name.read(value, at, reading);
    if (read === undefined || read === '*' || types.has(read) || groups.has(read)) return read;
    const like = nearest(read, read.endsWith('*') ? [...groups] : known);
    return invalid(reading, at, `No event is called '${read}'. ${like ? `Did you mean '${like}'?` : 'See /docs for all that are.'}`);
  },
};

const version = textOf(version_max);

/** The payload shape of an endpoint: that of a dated version, or the native one. */
export const eventVersion: Field<string, string, 'optional'> = {
  ...version,
  schema: {
    type: 'string',
    maxLength: version_max,
    description: `A version such as 2025-09-30.clover, or ${native_version}: events as a plain caller reads them, in milliseconds.`,
  },
  read: (value, at, reading) => {
    const read = version.read(value, at, reading);
    if (read === undefined || read === native_version || isVersion(read)) return read;
    return invalid(reading, at, `Invalid version: send an API version such as 2025-09-30.clover, or ${native_version}.`);
  },
};
