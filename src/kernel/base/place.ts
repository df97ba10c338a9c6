import { field, internal, invalid } from './fields.js';
import { isOurs } from './ids.js';
import { textOf } from './kinds.js';
import type { AnyResource } from './resource.js';

/**
 * The place of an object on lists, where callers may choose its id: an id of ours, made with the object and never shown. A resource that
 * has it as its member `place` takes ids of its callers.
 */
export const place = internal(textOf(64));

/** Whether callers may choose the ids of a resource. */
export const hasPlace = ({ fields }: Pick<AnyResource, 'fields'>): boolean => 'place' in fields;

/** What routes say in the place of an id, and what addresses leave out of their paths. */
const words = new Set(['list', 'search', '.', '..']);

/** An id that a caller chooses: any text that is taken neither for an id that is made here nor for a route's own word. */
export const chosenId = (() => {
  const inner = textOf(255);
  return field<string>(
    { ...inner.schema, description: 'An id of your choice. One is made where it is left out.' },
    '',
    (value, at, reading) => {
      const read = inner.read(value, at, reading);
      if (read === undefined) return undefined;
      if (isOurs(read))
        return invalid(reading, at, 'Invalid id: this looks like an id that is made here. Choose another, or leave it out.');
      const is_plain = read === read.trim() && !words.has(read) && !/[/\p{Cc}]/u.test(read);
      return is_plain
        ? read
        : invalid(
            reading,
            at,
            'Invalid id: it may not hold a slash or a line break, begin or end with a space, or be list, search, a dot or two.',
          );
    },
  );
})();
