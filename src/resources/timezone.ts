import { type Field, invalid } from '../kernel/base/fields.js';
import { textOf } from '../kernel/base/kinds.js';

const known = new Set<string>();

/** Whether a time zone is in the database of the runtime: there is no list of it that has all names. */
function isTimezone(name: string): boolean {
  if (known.has(name)) return true;
  // Offsets such as +02:00 are no names of the time zone database.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  known.add(name);
  return true;
}

const inner = textOf(64);

/** The name of a time zone in the IANA database. */
export const timezone: Field<string, string, 'optional'> = {
  ...inner,
  read: (value, at, reading) => {
    const name = inner.read(value, at, reading);
    return name === undefined || isTimezone(name)
      ? name
      : invalid(reading, at, 'Unknown time zone: send a name of the IANA time zone database, such as Europe/Berlin.');
  },
};
