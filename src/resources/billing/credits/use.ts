import { type CreditAmount, creditsApplied, creditsInOrder } from '../../../arithmetic/billing/credits.js';
import { type Around, type Effect, type Effects, set } from '../../../kernel/base/effects.js';
import type { Invoice, Line } from '../invoices/invoice.js';
import { availableIn, type CreditGrant, isExpired } from './grant.js';
import { paysBy } from './scope.js';
import { type CreditBalanceTransaction, credited, currencyOf, debited } from './transaction.js';

/** The credits of each line of an invoice, in the order of the lines, and the effects that take them from their grants. */
export type UsedCredits = { readonly lines: readonly (readonly CreditAmount[])[]; readonly effects: Effects };

/** The remaining amount of a line after its discounts. */
const leftOf = ({ amount, discount_amounts }: Line): number => discount_amounts.reduce((left, { amount: off }) => left - off, amount);

/** Uses the credits of a customer for the metered lines of an invoice; null where none apply. */
export function creditsUsed(
  { id: invoice, currency, lines: { data } }: Pick<Invoice, 'id' | 'currency' | 'lines'>,
  grants: readonly CreditGrant[],
  around: Around,
): UsedCredits | null {
  const usable = grants.filter((grant) => currencyOf(grant) === currency && availableIn(grant, around.now) > 0);
  const ordered = creditsInOrder(usable.map((grant) => ({ ...grant, ...orderOf(grant) })));
  const available = ordered.map((grant) => ({
    id: grant.id,
    available: availableIn(grant, around.now),
    pays: data.map(({ price }) => paysBy(grant.applicability_config.scope, price)),
  }));
  const applied = creditsApplied(data.map(leftOf), available);
  if (applied.length === 0) return null;
  const lines = data.map((): CreditAmount[] => []);
  const effects = usable.map((grant): Effects => {
    const parts = applied.filter((each) => each.grant === grant.id);
    if (parts.length === 0) return null;
    const records = parts.map(({ line, amount }) => {
      const used = { invoice, invoice_line_item: data[line]?.id ?? '' };
      const record = debited(grant, { value: amount, type: 'credits_applied', line: used }, around);
      lines[line]?.push({ credit_balance_transaction: record.id, amount });
      return record;
    });
    const used = parts.reduce((sum, { amount }) => sum + amount, 0);
    return [lessening(grant, used), records];
  });
  return { lines, effects };
}

const orderOf = ({ priority, effective_at, created }: CreditGrant) => ({
  priority: priority ?? 50,
  effective_at: effective_at ?? created,
});

function lessening(grant: CreditGrant, used: number): CreditGrant & Effect {
  const remaining = (grant.remaining ?? 0) - used;
  if (remaining < 0) throw new Error(`${grant.id} has less credit than an invoice uses`);
  return set(grant, { open: remaining > 0, remaining }, null);
}

/** Returns what a voided invoice had used. Credits of a grant that has ended since end at once, with a record of both. */
export function creditsReturned(
  applied: readonly CreditBalanceTransaction[],
  grants: { readonly get: (id: string) => CreditGrant },
  around: Around,
): Effects {
  const returned = new Map<string, { grant: CreditGrant; value: number; records: Effect[] }>();
  for (const { credit_grant, debit } of applied) {
    if (!debit?.amount.monetary) continue;
    const { grant, value, records } = returned.get(credit_grant) ?? { grant: grants.get(credit_grant), value: 0, records: [] };
    const added = debit.amount.monetary.value;
    const back = {
      value: added,
      type: 'credits_application_invoice_voided',
      line: debit.credits_applied,
      effective_at: around.now,
    } as const;
    returned.set(credit_grant, { grant, value: value + added, records: [...records, credited(grant, back, around)] });
  }
  return [...returned.values()].map(({ grant, value, records }): Effects => [records, increased(grant, value, around)]);
}

function increased(grant: CreditGrant, value: number, around: Around): Effects {
  if (grant.voided_at !== null) return debited(grant, { value, type: 'credits_voided' }, around);
  if (isExpired(grant, around.now)) return debited(grant, { value, type: 'credits_expired' }, around);
  return set(grant, { open: true, remaining: (grant.remaining ?? 0) + value }, null);
}
