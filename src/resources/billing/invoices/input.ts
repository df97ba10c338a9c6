import type { Asked } from '../../../kernel/base/effects.js';
import { about, nullable, required } from '../../../kernel/base/fields.js';
import { integer, oneOf, ref } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import { account } from '../../accounts/accounts/account.js';
import { type TaxRate, taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { share } from '../../connect/transfers/sharing.js';
import { taxId } from '../../customers/tax-ids/tax-id.js';
import { paymentMethod } from '../../payments/payment-methods/payment-method.js';
import { card } from '../../payments/sources/card.js';
import { renderingTemplate } from '../rendering-templates/template.js';
import { invoice } from './invoice.js';
import { automatic_tax_input } from './parts.js';
import { shipping_cost_input, shipping_reads } from './shipping.js';

const { fields } = invoice;

/** The members that callers write and that a revision takes over. */
export const said = [
  ...['account_tax_ids', 'custom_fields', 'description', 'footer', 'issuer', 'metadata', 'on_behalf_of', 'payment_settings'],
  ...['rendering', 'shipping_details', 'statement_descriptor'],
] as const;

/** The accounts that share the payment of an invoice. */
const shares_input = {
  application_fee_amount: about("Your platform's fee from the payment in minor units; an empty value removes it.", nullable(share)),
  transfer_data: about(
    'The connected account that the payment is passed on to; an empty value removes it.',
    nullable(
      object({
        amount: about('The share of the connected account in minor units; the whole payment by default.', nullable(share)),
        destination: about('The connected account that receives the share.', required(ref('account'))),
      }),
    ),
  ),
} as const;

/** Everything that callers say of an invoice, of a new one as of a draft. */
export const invoice_input = {
  ...pick(fields, ...said, 'auto_advance', 'automatically_finalizes_at', 'default_payment_method', 'due_date', 'effective_at', 'number'),
  ...shares_input,
  automatic_tax: about('Accepted for clients that always send it: Florin determines no taxes automatically.', automatic_tax_input),
  collection_method: about(
    '`charge_automatically` (the default) charges the stored payment method; `send_invoice` mails the invoice with a due date.',
    oneOf('charge_automatically', 'send_invoice'),
  ),
  days_until_due: about(
    "The days from now until a sent invoice is due; the account's setting by default. In place of `due_date`.",
    integer({ minimum: 0, maximum: 3650 }),
  ),
  default_source: about('The card source of the customer that pays this invoice.', ref('card')),
  default_tax_rates: about('The active tax rates for lines without their own, up to five.', listOf(ref('tax_rate'), 5)),
  shipping_cost: shipping_cost_input,
} as const;

/** What is read for it. */
export const input_reads = {
  rates: one(taxRate, 'default_tax_rates'),
  own_tax_ids: one(taxId, 'account_tax_ids'),
  named_method: one(paymentMethod, 'default_payment_method'),
  named_source: one(card, 'default_source'),
  destination: one(account, 'transfer_data.destination'),
  ...shipping_reads,
  template: one(renderingTemplate, 'rendering.template'),
} as const;

type Owned = { readonly customer: string | null } | null;
type Named = { readonly named_method: Owned; readonly named_source: Owned };
type Ways = { readonly default_payment_method?: string | null; readonly default_source?: string | null };

/** Why a customer cannot be charged by default as it is named: only what they keep themselves can be. */
export function requireOwnDefault(given: Ways, { named_method, named_source }: Named, customer: string, asked: Asked): void {
  const is_foreign = (named: Owned) => named !== null && named.customer !== customer;
  const param =
    (given.default_payment_method && is_foreign(named_method) && 'default_payment_method') ||
    (given.default_source && is_foreign(named_source) && 'default_source');
  const message = 'The customer of this invoice has no payment method or source with that id. Attach it to the customer first.';
  if (param) asked.refuse({ code: 'resource_missing', status: 400, param, message });
}

/** Objects that were read, by their ids. */
export type Known<T> = { readonly get: (id: string) => T | null };

/** Tax rates that were read; those that were agreed on before are put on things although they are inactive by now. */
export type KnownRates = Known<TaxRate> & { readonly agreed?: true };

/** Tax rates that were agreed on before. */
export const agreedRates = (rates: KnownRates): KnownRates => ({ ...rates, agreed: true });

/** The rates that were named, in their order; or why one cannot be put on anything. */
export function ratesNamed(ids: readonly string[] | undefined, known: KnownRates | null, param: string, asked: Asked): readonly TaxRate[] {
  const rates = (ids ?? []).flatMap((id) => known?.get(id) ?? []);
  const place = rates.findIndex(({ active }) => !active && !known?.agreed);
  if (place >= 0)
    return asked.refuse({
      code: 'parameter_invalid',
      param: `${param}[${place}]`,
      message: 'This tax rate is inactive. Name an active one.',
    });
  const is_twice = new Set(ids).size !== (ids ?? []).length;
  return is_twice ? asked.refuse({ code: 'parameter_invalid', param, message: 'A tax rate is named twice. Name it once.' }) : rates;
}

/** How far ahead a draft may wait (Stripe): five years. */
const waits_max_seconds = 5 * 366 * 86_400;

type Due = {
  readonly automatically_finalizes_at?: number | null;
  readonly collection_method?: string;
  readonly days_until_due?: number;
  readonly due_date?: number | null;
};

/** Why an invoice cannot be due, or be finalized, like this. */
export function requireMoment(given: Due, collection_method: string | undefined, now: number, asked: Asked): void {
  const { automatically_finalizes_at: finalizes, days_until_due, due_date } = given;
  const named = due_date != null ? 'due_date' : days_until_due !== undefined ? 'days_until_due' : null;
  if (named && collection_method !== 'send_invoice')
    asked.refuse({ code: 'parameter_invalid', param: named, message: `${named} needs collection_method=send_invoice.` });
  if (due_date != null && days_until_due !== undefined)
    asked.refuse({ code: 'parameters_exclusive', param: 'due_date', message: 'Send only one of due_date and days_until_due.' });
  if (due_date != null && due_date <= now)
    asked.refuse({ code: 'parameter_invalid', param: 'due_date', message: 'due_date must be in the future.' });
  if (finalizes != null && (finalizes <= now || finalizes > now + waits_max_seconds)) {
    asked.refuse({
      code: 'parameter_invalid',
      param: 'automatically_finalizes_at',
      message: 'automatically_finalizes_at must be in the future, and at most five years ahead.',
    });
    return;
  }
}
