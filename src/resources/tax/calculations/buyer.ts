import { countryOfVat } from '../../../arithmetic/tax/vat-numbers.js';
import type { Asked } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Customer } from '../../customers/customers/customer.js';
import { requireNumber, writtenAs } from '../../customers/tax-ids/index.js';
import type { taxId } from '../../customers/tax-ids/tax-id.js';
import type { TaxCalculation } from './calculation.js';
import type { customer_details_input } from './parts.js';

type Details = TaxCalculation['customer_details'];
type Sent = { readonly customer_details?: Given<{ of: typeof customer_details_input }>['of'] };

const overrides = { none: 'none', exempt: 'customer_exempt', reverse: 'reverse_charge' } as const;

const nowhere = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** The address of a customer that decides their taxes: the one that goods are sent to, or else that of bills. */
export function addressOf({ address, shipping }: Pick<Customer, 'address' | 'shipping'>): Pick<Details, 'address' | 'address_source'> {
  if (shipping?.address?.country) return { address: shipping.address, address_source: 'shipping' };
  return address ? { address, address_source: 'billing' } : { address: null, address_source: null };
}

/** The buyer: the details of the request, or else those of the customer. */
export function buyerOf(
  { customer_details: sent = {} }: Sent,
  buyer: Customer | null,
  numbers: readonly It<typeof taxId>[],
  asked: Asked,
): Details {
  const known = buyer ? addressOf(buyer) : { address: null, address_source: null };
  for (const [place, number] of (sent.tax_ids ?? []).entries()) requireValid(number, `customer_details[tax_ids][${place}][value]`, asked);
  const of_customer = numbers.map(({ type, value }) => ({ type, value }));
  return {
    ...(sent.address ? { address: { ...nowhere, ...sent.address }, address_source: sent.address_source ?? 'billing' } : known),
    ip_address: sent.ip_address ?? buyer?.tax?.ip_address ?? null,
    tax_ids: sent.tax_ids ? sent.tax_ids.map(({ type, value }) => ({ type, value: writtenAs({ value }) })) : of_customer,
    taxability_override: sent.taxability_override ?? overrides[buyer?.tax_exempt ?? 'none'],
  };
}

type Number = Pick<It<typeof taxId>, 'type' | 'value'>;

/** Refuses a number that cannot be one of its type, or whose check digits do not hold. */
export function requireValid(number: Number, param: string, asked: Asked): void {
  requireNumber(number, asked, param);
  if (number.type !== 'eu_vat' || countryOfVat(number.value, asked.livemode)) return;
  const message = 'The check digits of the VAT number do not hold. Check the number, or leave it out for a consumer.';
  asked.refuse({ code: 'tax_id_invalid', param, message });
}
