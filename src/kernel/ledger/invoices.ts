const sumOf = (list: string, amount: string, where = 'true'): string =>
  `(select coalesce(sum((each ->> '${amount}')::bigint), 0) from json_array_elements(doc -> ${list}) each where ${where})`;

const member = (name: string): string => `(doc ->> '${name}')::bigint`;

const shown = "account, id, status, doc ->> 'total' as total";

/** The invariants of invoices: their sums match their lines, and every unit is paid, credited, in a balance, or remains. */
export const invariants_of_invoices = {
  'lines and shipping of invoices less discounts plus taxes are their totals': `select ${shown} from objects where object = 'invoice' and not deleted
    and ${sumOf("'lines' -> 'data'", 'amount')} + coalesce(${member('amount_shipping')}, 0) - ${sumOf("'total_discount_amounts'", 'amount')}
      - ${sumOf("'total_pretax_credit_amounts'", 'amount', "each ->> 'type' = 'credit_balance_transaction'")}
      + ${sumOf("'total_tax_amounts'", 'amount', "not (each ->> 'inclusive')::boolean")} <> ${member('total')}`,
  'totals of invoices are due, credited or in the balances of customers': `select ${shown} from objects
    where object = 'invoice' and not deleted and status <> 'draft'
      and ${member('total')} + ${member('starting_balance')} - ${member('ending_balance')}
        <> ${member('amount_due')} + ${member('pre_payment_credit_notes_amount')}`,
  'amounts due of invoices are paid or remain': `select ${shown} from objects where object = 'invoice' and not deleted
    and ${member('amount_remaining')} <> greatest(${member('amount_due')} - ${member('amount_paid')}, 0)`,
  'amounts paid of invoices are the sums of their payments': `select account, id, sum(paid) as paid, sum(of_payments) as of_payments from (
      select account, id, ${member('amount_paid')} + ${member('amount_overpaid')} - ${member('amount_paid_off_stripe')} as paid, 0 as of_payments, true as is_invoice
        from objects where object = 'invoice' and not deleted
      union all select account, invoice, 0, ${member('amount_paid')}, false from objects where object = 'invoice_payment' and status = 'paid') moved
    group by account, id having bool_or(is_invoice) and sum(paid) <> sum(of_payments)`,
  // An amount that was refunded before the payment was attached does not count as paid.
  'succeeded payments of invoices are counted as paid': `select p.account, p.doc ->> 'invoice' as invoice, p.id, p.status, i.status as of_payment
    from objects p join objects i on i.account = p.account and i.object = 'payment_intent' and i.id = p.doc #>> '{payment,payment_intent}'
      left join objects c on c.account = i.account and c.object = 'charge' and c.id = i.doc ->> 'latest_charge'
    where p.object = 'invoice_payment' and ((p.status = 'paid') <> (i.status = 'succeeded')
      or (p.status = 'paid' and (i.doc ->> 'amount_received')::bigint - (p.doc ->> 'amount_paid')::bigint
        not between 0 and coalesce((c.doc ->> 'amount_refunded')::bigint + coalesce((c.doc ->> 'amount_disputed')::bigint, 0), 0)))`,
} as const;
