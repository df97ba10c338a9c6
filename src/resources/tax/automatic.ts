import { type Behavior, keyOf } from '../../arithmetic/tax/calculate.js';
import { type Applied, type Reason, type TaxNumber, taxesOn } from '../../arithmetic/tax/determine.js';
import { type Address, placeOf } from '../../arithmetic/tax/places.js';
import { taxTable } from '../../arithmetic/tax/table.js';
import { type Around, type Effects, set } from '../../kernel/base/effects.js';
import type { It } from '../../kernel/base/resource.js';
import type { account } from '../accounts/accounts/account.js';
import { type TaxRate, taxRate } from '../catalogue/tax-rates/tax-rate.js';
import type { Customer } from '../customers/customers/customer.js';
import { addressOf } from './calculations/buyer.js';
import { missingIn, type Position, positionOf } from './position.js';
import { idOfRate } from './rate-ids.js';
import { behaviorOf, default_code, supplyOf } from './supply.js';

type Account = It<typeof account>;

/** What taxes depend on of something that is sold; by default as the settings say. */
export type Sold = { readonly tax_code: string | null; readonly tax_behavior: string | null };

/** A calculated tax rate, and why it is what it is. */
export type AutomaticRate = { readonly rate: TaxRate; readonly reason: Reason };

/** The automatic taxes of a bill or a purchase. Without a location there are none. */
export type Automatic = {
  readonly status: 'complete' | 'requires_location_inputs' | 'failed';
  /** The rates of something that is sold, in the form of the tax rates that callers name. */
  readonly ratesOf: (sold: Sold) => readonly AutomaticRate[];
  /** The tax code of something that may have none of its own. */
  readonly codeOf: (own: string | null) => string;
};

/** Who sells to whom, and when. */
export type AutomaticInput = {
  readonly account: Account | null;
  readonly customer: Pick<Customer, 'address' | 'shipping' | 'tax_exempt' | 'tax_numbers'> | null;
  /** The address that a payer has entered, in place of the customer's. */
  readonly address?: Address | null;
  /** The numbers that a payer has entered, besides the customer's. */
  readonly numbers?: readonly TaxNumber[];
  readonly currency: string;
  readonly livemode: boolean;
  /** In Unix seconds. */
  readonly now: number;
};

const nothing = (status: Automatic['status']): Automatic => ({ status, ratesOf: () => [], codeOf: (own) => own ?? default_code });

/** The taxes that are calculated for a buyer by the settings and registrations of the account. Invoices, sessions, subscriptions and quotes use it. */
export function automaticFor({ account, customer, currency, livemode, now, ...given }: AutomaticInput): Automatic {
  const position = positionOf(account);
  if (missingIn(position).length) return nothing('failed');
  const known = customer ? addressOf(customer).address : null;
  const destination = placeOf(given.address ?? known ?? {}, taxTable());
  if (!destination) return nothing('requires_location_inputs');
  const numbers = [...(customer?.tax_numbers ?? []), ...(given.numbers ?? [])];
  const supply = supplyOf({ position, livemode, moment: now, destination, exempt: customer?.tax_exempt ?? 'none', numbers });
  const codeOf = (own: string | null): string => own ?? position.settings.tax_code ?? default_code;
  return {
    status: 'complete',
    codeOf,
    ratesOf: ({ tax_code, tax_behavior }) => {
      const behavior = behaviorOf(tax_behavior, position, currency);
      const applied = taxesOn(codeOf(tax_code), supply, taxTable());
      return applied.map((each) => ({ rate: rateOf(each, behavior, { livemode, now }), reason: each.reason }));
    },
  };
}

function rateOf(applied: Applied, behavior: Behavior, { livemode, now }: { readonly livemode: boolean; readonly now: number }): TaxRate {
  const percentage = Number(applied.percentage);
  return {
    id: idOfRate(keyOf(applied, behavior)),
    object: 'tax_rate',
    active: false,
    country: applied.country,
    created: now,
    description: null,
    display_name: applied.name ?? 'Tax',
    effective_percentage: percentage,
    flat_amount: null,
    inclusive: behavior === 'inclusive',
    jurisdiction: applied.jurisdiction.slice(0, 50),
    jurisdiction_level: applied.level,
    livemode,
    metadata: {},
    percentage,
    rate_type: 'percentage',
    state: applied.state,
    tax_type: applied.type,
  };
}

/** How many calculated rates an account remembers as stored. */
const remembered_max = 2000;

/** Stores calculated rates that have no object yet, so that what names them can be read. */
export function stored(rates: readonly TaxRate[], owner: Account | null, { make }: Pick<Around, 'make'>): Effects {
  if (!owner) return null;
  const position: Position = positionOf(owner);
  const known = new Set(position.rates);
  const fresh = [...new Map(rates.filter(({ id }) => !known.has(id)).map((rate) => [rate.id, rate])).values()];
  if (fresh.length === 0 || known.size + fresh.length > remembered_max) return null;
  return [
    fresh.map(({ id, object: _, created: __, livemode: ___, ...given }) => make(taxRate, given, id)),
    set(owner, { tax_position: { ...position, rates: [...position.rates, ...fresh.map(({ id }) => id)] } }, null),
  ];
}
