/** Events that an endpoint is asked by, and that somebody waits for: nobody wants them later. Their answer is taken by a question. */
const asked_by = ['issuing_authorization.request'];

const is_asked = asked_by.map((type) => `'${type}'`).join(', ');

/** Whether an endpoint's list of events, a column, names a type that is delivered: itself, or by its beginning (`invoice.*`, `*`). As SQL. */
export const isWanted = (listed: string, type: string): string =>
  `(${type} not in (${is_asked}) and (${type} = any (${listed}) or exists (select from unnest(${listed}) named where right(named, 1) = '*' and starts_with(${type}, left(named, -1)))))`;

/** The enabled endpoints of one kind that want a type of event; `offset 0` has them looked for account by account, few as they may look in all. */
const enabled = (account: string, type: string, connect: boolean): string =>
  `select account, id from objects where account = ${account} and object = 'webhook_endpoint' and status = 'enabled'
    and ${isWanted('enabled_events', type)} and coalesce((doc ->> 'connect')::boolean, false) = ${connect} offset 0`;

/**
 * The endpoints that are told of an event: those of its account, and those that its platform has for accounts connected with it. `told` is
 * what their delivery must know of whose event it is. As SQL.
 */
export const listening = (account: string, type: string): string =>
  `(select own.*, null::json as told from (${enabled(account, type, false)}) own
    union all select platforms.*, json_build_object('of', ${account}::text) from connections,
      lateral (${enabled('connections.platform', type, true)}) platforms where connections.account = ${account})`;
