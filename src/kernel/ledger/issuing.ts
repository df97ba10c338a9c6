/** The amount that an object must have moved in total, compared with its entries. */
const moved = (kind: string, expected: string, ledger_account: string): string =>
  `select account, id, sum(amount) as unexplained from (
      select account, id, ${expected} as amount from objects where object = '${kind}' and not deleted
      union all select e.account, e.source, -e.amount from ledger_entries e where e.ledger_account = '${ledger_account}'
        and exists (select from objects o where o.account = e.account and o.object = '${kind}' and o.id = e.source)) moved
    group by account, id having sum(amount) <> 0`;

const held = `case when status = 'pending' then coalesce((doc ->> 'amount_held')::bigint, 0) else 0 end`;
const won = `case when status = 'won' then (doc ->> 'amount')::bigint else 0 end`;

/** The invariants of issued cards. */
export const invariants_of_issuing = {
  'open authorizations hold their amounts, and closed ones nothing': moved('issuing.authorization', held, 'issuing_held'),
  'transactions of issued cards have moved their amounts': moved('issuing.transaction', `(doc ->> 'amount')::bigint`, 'issuing_available'),
  'won disputes of issued cards have returned their amounts': moved('issuing.dispute', won, 'issuing_available'),
  'no transaction of an issued card is refunded above its amount': `select account, id, doc ->> 'amount' as amount, doc ->> 'refunded' as refunded
    from objects where object = 'issuing.transaction' and not deleted
      and coalesce((doc ->> 'refunded')::bigint, 0) > greatest(-(doc ->> 'amount')::bigint, 0)`,
  // A refund is bounded by its authorization; a transaction without one only by its own amount.
  'no authorization is refunded above its captured amount': `select account, authorized, sum(amount) as surplus from (
      select account, doc ->> 'authorization' as authorized, (doc ->> 'amount')::bigint as amount from objects
        where object = 'issuing.transaction' and not deleted and doc ->> 'authorization' is not null
      union all select d.account, t.doc ->> 'authorization', (d.doc ->> 'amount')::bigint from objects d
        join objects t on t.account = d.account and t.object = 'issuing.transaction' and t.id = d.doc ->> 'transaction'
        where d.object = 'issuing.dispute' and d.status = 'won' and not d.deleted and t.doc ->> 'authorization' is not null) moved
    group by account, authorized having sum(amount) > 0`,
} as const;
