/** What an object must have moved there and back, by what it says, against what it has. */
const moved = (kind: string, expected: string, ledger_account: string): string =>
  `select account, id, sum(amount) as unexplained from (
      select account, id, ${expected} as amount from objects where object = '${kind}' and not deleted
      union all select e.account, e.source, -e.amount from ledger_entries e where e.ledger_account = '${ledger_account}'
        and exists (select from objects o where o.account = e.account and o.object = '${kind}' and o.id = e.source)) moved
    group by account, id having sum(amount) <> 0`;

const held = `case when status = 'pending' then coalesce((doc ->> 'amount_held')::bigint, 0) else 0 end`;
const won = `case when status = 'won' then (doc ->> 'amount')::bigint else 0 end`;

/** What must hold of what is paid with issued cards. */
export const invariants_of_issuing = {
  'authorizations hold what they say while they are open, and nothing afterwards': moved('issuing.authorization', held, 'issuing_held'),
  'transactions of issued cards have moved what they say': moved('issuing.transaction', `(doc ->> 'amount')::bigint`, 'issuing_available'),
  'disputes of issued cards have brought back what was won': moved('issuing.dispute', won, 'issuing_available'),
  'no more of what an issued card has paid comes back than was paid': `select account, id, doc ->> 'amount' as amount, doc ->> 'refunded' as refunded
    from objects where object = 'issuing.transaction' and not deleted
      and coalesce((doc ->> 'refunded')::bigint, 0) > greatest(-(doc ->> 'amount')::bigint, 0)`,
  // What was refunded says which authorization it is of; what was paid without one is bounded by the transaction alone.
  'no more of what an authorization has paid comes back than was captured': `select account, authorized, sum(amount) as surplus from (
      select account, doc ->> 'authorization' as authorized, (doc ->> 'amount')::bigint as amount from objects
        where object = 'issuing.transaction' and not deleted and doc ->> 'authorization' is not null
      union all select d.account, t.doc ->> 'authorization', (d.doc ->> 'amount')::bigint from objects d
        join objects t on t.account = d.account and t.object = 'issuing.transaction' and t.id = d.doc ->> 'transaction'
        where d.object = 'issuing.dispute' and d.status = 'won' and not d.deleted and t.doc ->> 'authorization' is not null) moved
    group by account, authorized having sum(amount) > 0`,
} as const;
