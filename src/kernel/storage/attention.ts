import type { Attention } from '../base/handler.js';
import { idBound } from '../base/ids.js';
import type { Database } from './database.js';

const counted_max = 1000;
const named_max = 5;

/** Deliveries that failed and are tried again, and questions to processors whose results are unknown. */
const waiting = `select case queue when 'webhook' then 'failed_deliveries' else 'unknown_outcomes' end as type, subject as object, null::bigint as due_by
  from jobs where account = $1 and (queue = 'webhook' and tried > 0 or queue = 'ask' and attempts > 0) limit ${counted_max}`;

const disputed = `select 'disputes_due' as type, id as object, (doc #>> '{evidence_details,due_by}')::bigint as due_by
  from objects where account = $1 and object = 'dispute' and id >= $2 and not deleted
    and doc ->> 'status' in ('needs_response', 'warning_needs_response') limit ${counted_max}`;

const failing = `select 'failing_renewals' as type, id as object, null::bigint as due_by
  from objects where account = $1 and object = 'subscription' and status in ('past_due', 'unpaid') and not deleted and test_clock is null limit ${counted_max}`;

/** Accounts with requirements, the own one among them: an account is stored in its own books. */
const required = `select 'account_requirements' as type, it.id as object, (it.doc #>> '{requirements,current_deadline}')::bigint as due_by
  from (select $1 as account union all select account from connections where platform = $1) known
  join objects it on it.account = known.account and it.object = 'account' and not it.deleted
  where json_array_length(coalesce(it.doc #> '{requirements,currently_due}', '[]')) > 0 limit ${counted_max}`;

/** What needs attention, one row for each kind; up to a thousand objects of a kind are counted. `since` bounds the age of disputes, in seconds. */
export const attentionOf = ({ query }: Pick<Database, 'query'>, account: string, since: number): Promise<Attention[]> =>
  query<Attention>({
    text: `select type, count(*)::int as count, (array_agg(object order by due_by, object desc))[1:${named_max}] as objects, min(due_by) as due_by
      from (${[waiting, disputed, failing, required].map((each) => `(${each})`).join(' union all ')}) it group by type order by type`,
    values: [account, idBound('dp', since * 1000)],
  });
