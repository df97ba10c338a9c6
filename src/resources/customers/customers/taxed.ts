import { placeOf } from '../../../arithmetic/tax/places.js';
import { taxTable } from '../../../arithmetic/tax/table.js';
import type { Asked } from '../../../kernel/base/effects.js';
import { about, nullable } from '../../../kernel/base/fields.js';
import { oneOf, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import type { Customer } from './customer.js';

const input = (...when: readonly ('auto' | 'deferred' | 'immediately')[]) =>
  object({
    ip_address: about(
      'The IP address of the customer, as stored; taxes follow from an address. Up to 45 characters.',
      nullable(textOf(45)),
    ),
    validate_location: about(
      '`immediately` refuses an address without a country, or in the US and Canada without a postal code; other values accept it.',
      oneOf(...when),
    ),
  });

/** Where a new customer is taxed, and when that is looked at. */
export const tax_of_new = about('The tax location of the customer.', input('deferred', 'immediately'));

/** The same of one who is there. */
export const tax_of_known = about('The tax location of the customer.', input('auto', 'deferred', 'immediately'));

type Given = { readonly ip_address?: string | null; readonly validate_location?: 'auto' | 'deferred' | 'immediately' };

type Place = Partial<NonNullable<Customer['address']>> | null;
type Placed = { readonly address?: Place; readonly shipping?: { readonly address?: Place } | null };

/** A given address as it changes a stored one. */
const changedBy = (given: Place | undefined, before: Place): Place => (given === undefined ? before : given && { ...before, ...given });

/** The stored tax location, which follows the addresses. A customer without `tax` has none. */
export function keptOf(given: Given | undefined, sent: Placed, before: Pick<Customer, 'address' | 'shipping' | 'tax'>) {
  if (given === undefined && !before.tax) return {};
  const billing = changedBy(sent.address, before.address);
  const shipping = sent.shipping === null ? null : changedBy(sent.shipping?.address, before.shipping?.address ?? null);
  const source = shipping?.country ? ('shipping_destination' as const) : ('billing_address' as const);
  const place = placeOf((shipping?.country ? shipping : billing) ?? {}, taxTable());
  return {
    tax: {
      automatic_tax: place ? ('supported' as const) : ('unrecognized_location' as const),
      ip_address: given?.ip_address === undefined ? (before.tax?.ip_address ?? null) : given.ip_address,
      provider: 'stripe' as const,
      location: place && { ...place, source },
    },
  };
}

type Located = { readonly address?: Partial<NonNullable<Customer['address']>> | null; readonly tax?: Given };

/** Refuses a tax location that must be valid immediately: taxes need a country, and in some countries a postal code. */
export function requireLocated(given: Located, before: Pick<Customer, 'address'> | null, asked: Asked): void {
  if (given.tax?.validate_location !== 'immediately' || given.tax.ip_address) return;
  const { country = null, postal_code = null } = given.address === null ? {} : { ...before?.address, ...given.address };
  const is_known = country !== null && (postal_code !== null || !by_postal_code.has(country));
  if (!is_known) asked.refuse({ code: 'customer_tax_location_invalid', param: 'address' });
}

/** Countries with taxes by region. */
const by_postal_code: ReadonlySet<string> = new Set(['CA', 'US']);
