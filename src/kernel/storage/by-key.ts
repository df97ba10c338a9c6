/** The columns of a row without bytes. */
export const empty = 'null::bytea as bytes, null::bytea as fingerprint';

/**
 * Selects an object by its full key. `offset 0` keeps the planner from joining on the account alone and scanning all of its objects, which it
 * underestimates from the average per account.
 */
export const byKey = (object: string, id: string, account = 'u.account'): string =>
  `lateral (select * from objects where account = ${account} and object = ${object} and id = ${id} offset 0)`;
