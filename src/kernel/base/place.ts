import { field, internal, invalid } from './fields.js';
import { isOurs } from './ids.js';
import { textOf } from './kinds.js';
import type { AnyResource } from './resource.js';

/**
 * The position of an object on lists, if callers may choose its id: a Florin id, created with the object and never shown. A resource with the member
 * `place` accepts chosen ids.
 */
export const place = internal(textOf(64));

/** Whether callers may choose the ids of a resource. */
export const hasPlace = ({ fields }: Pick<AnyResource, 'fields'>): boolean => 'place' in fields;

/** Words that routes use in place of an id, or that URLs remove from their paths. */
const words = new Set(['list', 'search', '.', '..']);

/** An id that a caller chooses: any text that is neither a Florin id nor a word of a route. */
export const chosenId = (() => {
  const inner = textOf(255);
  return field<string>({ ...inner.schema, description: 'An id of your choice. By default one is generated.' }, '', (value, at, reading) => {
    const read = inner.read(value, at, reading);
    if (read === undefined) return undefined;
    if (isOurs(read)) return invalid(reading, at, 'Invalid id: this looks like a generated id. Choose another, or leave it out.');
    const is_plain = read === read.trim() && !words.has(read) && !/[/\p{Cc}]/u.test(read);
    return is_plain
      ? read
      : invalid(
          reading,
          at,
          'Invalid id: it must not contain a slash or a line break, begin or end with a space, or be "list", "search", "." or "..".',
        );
  });
})();
