/** Events that an endpoint is asked by, and that somebody waits for: nobody wants them later. Their answer is taken by a question. */
const asked_by = ['issuing_authorization.request'];

const is_asked = asked_by.map((type) => `'${type}'`).join(', ');

/** Whether an endpoint's list of events, a column, names a type that is delivered: itself, or by its beginning (`invoice.*`, `*`). As SQL. */
export const isWanted = (listed: string, type: string): string =>
  `(${type} not in (${is_asked}) and (${type} = any (${listed}) or exists (select from unnest(${listed}) named where right(named, 1) = '*' and starts_with(${type}, left(named, -1)))))`;
