/** Events that are only sent as a question, whose answer a process awaits: they have no deliveries. */
const asked_by = ['issuing_authorization.request'];

const is_asked = asked_by.map((type) => `'${type}'`).join(', ');

/** Whether a column with an endpoint's event types includes a delivered type: exactly, or by a prefix (`invoice.*`, `*`). As SQL. */
export const isWanted = (listed: string, type: string): string =>
  `(${type} not in (${is_asked}) and (${type} = any (${listed}) or exists (select from unnest(${listed}) named where right(named, 1) = '*' and starts_with(${type}, left(named, -1)))))`;

/**
 * The enabled endpoints of one kind that want a type of event; `offset 0` makes the planner look them up per account, although it estimates that
 * there are few in total.
 */
const enabled = (account: string, type: string, connect: boolean): string =>
  `select account, id from objects where account = ${account} and object = 'webhook_endpoint' and status = 'enabled'
    and ${isWanted('enabled_events', type)} and coalesce((doc ->> 'connect')::boolean, false) = ${connect} offset 0`;

/**
 * The endpoints that receive an event: those of its account, and those of its platform for connected accounts. `told` tells a platform's delivery
 * which account the event is of. As SQL.
 */
export const listening = (account: string, type: string): string =>
  `(select own.*, null::json as told from (${enabled(account, type, false)}) own
    union all select platforms.*, json_build_object('of', ${account}::text) from connections,
      lateral (${enabled('connections.platform', type, true)}) platforms where connections.account = ${account})`;
