/** Seconds in a day. */
export const day = 86_400;

/** Timestamps that native events have in milliseconds although the object has them in seconds (spec README, decision 7): dotted paths by kind. */
export const told_in_milliseconds: Readonly<Record<string, readonly string[]>> = {
  dispute: ['created', 'evidence.created', 'evidence_details.due_by'],
};

/** The object with the timestamps at dotted paths multiplied, rounded down. */
export const scaled = (object: object, paths: readonly string[], factor: number): object =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      if (typeof value === 'number') return [name, paths.includes(name) ? Math.floor(value * factor) : value];
      const below = paths.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []));
      return [name, value && below.length ? scaled(value, below, factor) : value];
    }),
  );
