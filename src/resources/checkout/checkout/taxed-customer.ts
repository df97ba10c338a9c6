import type { Address } from '../../../arithmetic/tax/places.js';
import { placeOf } from '../../../arithmetic/tax/places.js';
import { taxTable } from '../../../arithmetic/tax/table.js';
import { type Around, type Asked, type Decision, run } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Customer } from '../../customers/customers/customer.js';
import { createOfCustomer } from '../../customers/tax-ids/index.js';
import { taxId } from '../../customers/tax-ids/tax-id.js';
import { addressOf } from '../../tax/calculations/buyer.js';
import type { Session } from './session.js';
import { numbersOf } from './tax-numbers.js';

type Kept = { readonly address?: string; readonly shipping?: string };

type Billing = {
  readonly automatic_tax?: { readonly enabled?: boolean } | undefined;
  readonly customer_update?: Kept | null | undefined;
  readonly mode: Session['mode'];
  readonly shipping_address_collection?: object | null | undefined;
};

const decidesByShipping = ({ shipping }: Customer): boolean => Boolean(shipping?.address?.country);

/** The address of a payer, as far as it decides the taxes: invoices of a subscription are taxed by what its customer has. */
export function deciding<Sent extends Partial<Address>>(it: Billing, customer: Customer | null, sent: Sent | undefined): Sent | undefined {
  if (it.mode !== 'subscription' || !customer) return sent;
  const { address, shipping } = it.customer_update ?? {};
  if (it.shipping_address_collection) return shipping === 'auto' ? sent : undefined;
  return address === 'auto' && !decidesByShipping(customer) ? sent : undefined;
}

/** Refuses to bill a subscription by an address that the customer will not have. */
export function requireKeptAddress(it: Billing, customer: Customer | null, asked: Asked): void {
  if (!it.automatic_tax?.enabled || it.mode !== 'subscription' || !customer) return;
  const { address, shipping } = it.customer_update ?? {};
  if (it.shipping_address_collection && shipping !== 'auto') asked.refuse(shipping_not_kept);
  if (it.shipping_address_collection || placeOf(addressOf(customer).address ?? {}, taxTable())) return;
  if (address !== 'auto' || decidesByShipping(customer)) asked.refuse(not_located);
}

const not_located: Refusal = {
  code: 'customer_tax_location_invalid',
  param: 'customer_update[address]',
  message:
    'The customer has no address that decides the automatic taxes. Send customer_update[address]=auto, or give the customer a complete address.',
};

const shipping_not_kept: Refusal = {
  code: 'parameter_missing',
  param: 'customer_update[shipping]',
  message:
    'The address that goods are sent to decides the automatic taxes. Send customer_update[shipping]=auto, so that the customer keeps it.',
};

/** Gives the customer of a subscription the tax ids that have decided its taxes. */
export function numbersKept(it: Session, customer: Customer | null, { fresh }: Around): Decision {
  if (!it.automatic_tax.enabled || it.mode !== 'subscription' || !customer) return null;
  const known = customer.tax_numbers ?? [];
  return numbersOf(it)
    .filter(({ type, value }) => !known.some((each) => each.type === type && each.value === value))
    .map((number) => run(createOfCustomer, fresh(taxId), { customer: customer.id, ...number }));
}
