/** The amount that objects of a kind have moved between accounts, in minor units: received less sent. */
const movedBy = (object: string, expected: string): string =>
  `select it.account, it.id, ${expected} as expected, coalesce((select sum(amount) from ledger_entries e
      where e.account = it.account and e.source = it.id and e.ledger_account = 'between_accounts'), 0) as moved
    from objects it where it.object = '${object}' and not it.deleted`;

const member = (name: string): string => `(it.doc ->> '${name}')::bigint`;

/** The amounts that each kind has moved out of the merchant's funds into `between_accounts`; returned amounts are negative. */
const kinds = [
  movedBy('transfer', member('amount')),
  movedBy('transfer_reversal', `-${member('amount')}`),
  movedBy('application_fee', `-${member('amount')}`),
].join(' union all ');

/** The invariants of transfers between accounts. */
export const invariants_of_transfers = {
  'transfers between accounts sum to zero per currency': `select account ~ '_test$' as is_test, currency, sum(amount) as surplus
    from ledger_balances where ledger_account = 'between_accounts' group by 1, 2 having sum(amount) <> 0`,
  'every transfer and every fee has moved its amount': `select * from (${kinds}) of where moved <> expected`,
  'every transfer has been reversed by the sum of its reversals': `select it.account, it.id, ${member('amount_reversed')} as expected, reversed.amount
    from objects it left join lateral (select coalesce(sum((doc ->> 'amount')::bigint), 0) as amount from objects reversal
      where reversal.account = it.account and reversal.object = 'transfer_reversal' and reversal.transfer = it.id) reversed on true
    where it.object = 'transfer' and ${member('amount_reversed')} <> reversed.amount`,
  'every fee has been refunded by the sum of its refunds': `select it.account, it.id, ${member('amount_refunded')} as expected, refunded.amount
    from objects it left join lateral (select coalesce(sum((doc ->> 'amount')::bigint), 0) as amount from objects refund
      where refund.account = it.account and refund.object = 'fee_refund' and refund.fee = it.id) refunded on true
    where it.object = 'application_fee' and ${member('amount_refunded')} <> refunded.amount`,
} as const;
