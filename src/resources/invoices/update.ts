import { type Around, at, type Decision, type Effects, refuse, set } from '../../base/effects.js';
import type { Given } from '../../base/fields.js';
import { day } from '../../base/moments.js';
import { own } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import { rule } from '../../base/rules.js';
import { account } from '../accounts/account.js';
import { customer } from '../customers/customer.js';
import type { TaxRate } from '../tax-rates/tax-rate.js';
import { draft_seconds } from './bill.js';
import { input_reads, invoice_input, ratesNamed, wrongMoment } from './input.js';
import { type Draft, type Invoice, invoice } from './invoice.js';
import { type Parties, relined } from './relined.js';
import { plainsOf } from './sums.js';

type Given_ = Given<typeof invoice_input>;

/** Changes a draft as a whole, and of what is owed how it is collected and what is noted of it. */
export const update = rule(invoice, 'update', {
  takes: invoice_input,
  reads: { ...input_reads, account: own(account), customer },
  decide: ({ it, input, rates, ...parties }, around): Decision => {
    if (it.status !== 'draft') return afterwards(it, input, around);
    const { collection_method = it.collection_method } = input;
    const refusal = wrongMoment(input, collection_method, around.now);
    if (refusal) return refuse(refusal);
    const named = ratesNamed(input.default_tax_rates, rates, 'default_tax_rates');
    return 'code' in named ? refuse(named) : changed(it, input, input.default_tax_rates ? named : it.default_tax_rates, parties, around);
  },
});

/** A draft as it was changed, summed up anew, and when it is finalized by itself. */
function changed(it: Draft, input: Given_, default_tax_rates: readonly TaxRate[], parties: Parties, around: Around): Effects {
  const { days_until_due, default_tax_rates: _, ...given } = input;
  const { auto_advance = it.auto_advance } = given;
  const finalizes = given.automatically_finalizes_at ?? it.automatically_finalizes_at ?? around.now + draft_seconds;
  const due_date = days_until_due === undefined ? given.due_date : around.now + days_until_due * day;
  const described = set(it, {
    ...given,
    automatically_finalizes_at: auto_advance ? finalizes : null,
    ...(due_date !== undefined && { due_date }),
    ...(given.collection_method === 'charge_automatically' && { due_date: null }),
  });
  const is_set = described.automatically_finalizes_at === it.automatically_finalizes_at;
  return [
    described,
    input.default_tax_rates && relined(described, plainsOf(described), parties, around, { default_tax_rates }),
    !is_set && at(described.automatically_finalizes_at, described, 'finalize'),
  ];
}

/** What of an invoice can be changed when it is no draft any more. */
const editable: ReadonlySet<string> = new Set(['auto_advance', 'default_payment_method', 'default_source', 'metadata', 'payment_settings']);

/** What is owed stays as it is; how it is collected, and what the merchant notes of it, may change. */
function afterwards(it: Invoice, input: Given_, { now }: Around): Decision {
  const param = Object.keys(input).find((name) => !editable.has(name));
  if (param !== undefined) return refuse(notEditable(it, param));
  const { auto_advance, default_payment_method, default_source, metadata, payment_settings } = input;
  const given = { auto_advance, default_payment_method, default_source, metadata, payment_settings };
  if (it.status !== 'open' || auto_advance === undefined || auto_advance === it.auto_advance)
    return auto_advance === true && it.status !== 'open' ? refuse(notEditable(it, 'auto_advance')) : set(it, defined(given));
  const tries = auto_advance && it.collection_method === 'charge_automatically';
  const next_payment_attempt = tries ? now + draft_seconds : null;
  const advancing = set(it, { ...defined(given), next_payment_attempt });
  return [advancing, at(next_payment_attempt, advancing, 'retry')];
}

/** What was given. */
const defined = <T extends object>(given: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;

const notEditable = ({ status }: Invoice, param: string): Refusal => ({
  code: 'invoice_not_editable',
  param,
  message: `You could not update ${param} of this invoice because it has a status of ${status}. Of what is not a draft any more, only ${[...editable].join(', ')} can be changed.`,
});
