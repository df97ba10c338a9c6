/** Whether an endpoint's list of events, a column, names a type: itself, or by its beginning (`invoice.*`, `*`). As SQL. */
export const isWanted = (listed: string, type: string): string =>
  `(${type} = any (${listed}) or exists (select from unnest(${listed}) named where right(named, 1) = '*' and starts_with(${type}, left(named, -1))))`;
