import { categoryOf, isPhysical } from './codes.js';
import type { Category, PlaceTax, TaxTable, TaxType } from './table.js';
import { countryOfVat } from './vat-numbers.js';

/** Where something is, as far as taxes depend on it; `state` without its country. */
export type Place = { readonly country: string; readonly state: string | null };

/** A registration in force: the type, and the place of supply scheme of a `standard` one in Europe. */
export type Registered = { readonly country: string; readonly state: string | null; readonly type: string; readonly scheme: string | null };

/** The buyer's number at a tax office. */
export type TaxNumber = { readonly type: string; readonly value: string };

/** Who sells to whom. */
export type Supply = {
  readonly livemode: boolean;
  /** Where the seller is, or where goods are sent from; null as long as it is unknown. */
  readonly origin: Place | null;
  readonly destination: Place;
  readonly registrations: readonly Registered[];
  readonly exempt: 'none' | 'exempt' | 'reverse';
  readonly numbers: readonly TaxNumber[];
};

/** Why a tax is charged, or not. */
export const reasons = [
  'standard_rated',
  'reduced_rated',
  'zero_rated',
  'product_exempt',
  'customer_exempt',
  'reverse_charge',
  'not_collecting',
  'not_subject_to_tax',
  'not_supported',
] as const;

/** Why a tax is charged, or not. */
export type Reason = (typeof reasons)[number];

/** One tax on something: `percentage` is 0 where none is charged. */
export type Applied = {
  readonly country: string;
  readonly state: string | null;
  readonly jurisdiction: string;
  readonly level: 'country' | 'state';
  readonly type: TaxType | null;
  readonly name: string | null;
  readonly percentage: string;
  readonly reason: Reason;
  readonly sourcing: 'destination' | 'origin';
};

/** The members of the European Union. */
export const european_union: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Places that belong to the tax area of a country under another code. */
const areas: Readonly<Record<string, string>> = { IM: 'GB', MC: 'FR' };

const areaOf = ({ country, state }: Place): Place => ({ country: areas[country] ?? country, state });

const isEu = (country: string): boolean => european_union.has(country);

type Taxed = Place & { readonly tax: PlaceTax; readonly jurisdiction: string };

/** The taxes of a place: those of its country and of its state; a harmonized tax takes the place of both. */
export function taxesOf({ country, state }: Place, { places }: TaxTable): readonly Taxed[] {
  const rowAt = (code: string, of: string | null): Taxed[] =>
    (places[code]?.taxes ?? []).map((tax) => ({ country, state: of, tax, jurisdiction: places[code]?.name ?? code }));
  const own = state ? rowAt(`${country}-${state}`, state) : [];
  return own.some(({ tax }) => tax.type === 'hst') ? own : [...rowAt(country, null), ...own];
}

/** The types of tax id with which a business in a country accounts for the tax of foreign sellers itself. */
const business_numbers: Readonly<Record<string, string>> = {
  AU: 'au_abn',
  CA: 'ca_gst_hst',
  CH: 'ch_vat',
  GB: 'gb_vat',
  IS: 'is_vat',
  NO: 'no_vat',
  NZ: 'nz_gst',
  SG: 'sg_gst',
};

/** Whether the buyer is a business with a number that counts in the country of destination. */
function isBusinessIn(country: string, { livemode, numbers, origin }: Supply): boolean {
  if (!isEu(country)) return numbers.some(({ type }) => type === business_numbers[country]);
  const countries = numbers.flatMap(({ type, value }) => (type === 'eu_vat' ? (countryOfVat(value, livemode) ?? []) : []));
  return countries.some((each) => each !== origin?.country);
}

/** Whether the buyer owes the tax: a business in another country of the European Union, or services from abroad. */
function isReversed(category: Category, supply: Supply): boolean {
  const { destination, origin, registrations } = supply;
  if (!origin || origin.country === destination.country || destination.country === 'US') return false;
  if (!isBusinessIn(destination.country, supply)) return false;
  if (isEu(destination.country) && isEu(origin.country)) return registrations.some(({ country }) => isEu(country));
  return !isPhysical(category) && registrations.some((each) => covers(each, destination, category, supply));
}

/** Whether a registration covers sales to a place. */
function covers({ country, state, type }: Registered, to: Place, category: Category, { origin }: Supply): boolean {
  if (to.country === 'US') return country === 'US' && state === to.state && type === 'state_sales_tax';
  if (!isEu(to.country)) return country === to.country;
  if (type === 'standard') return country === to.country;
  if (!isEu(country)) return false;
  if (type === 'oss_union') return origin !== null && origin.country !== to.country;
  if (type === 'oss_non_union') return !isPhysical(category);
  return type === 'ioss' && isPhysical(category) && origin !== null && !isEu(origin.country);
}

const provincial: ReadonlySet<TaxType> = new Set<TaxType>(['pst', 'qst', 'rst']);

/** Whether a tax of the place is collected by the seller. */
function isCollected({ country, state, tax }: Taxed, category: Category, supply: Supply): boolean {
  if (country !== 'CA') return supply.registrations.some((each) => covers(each, { country, state }, category, supply));
  const own = supply.registrations.filter((each) => each.country === 'CA');
  return own.some((each) =>
    provincial.has(tax.type) ? each.type === 'province_standard' && each.state === state : each.type !== 'province_standard',
  );
}

/** A small seller in the European Union charges the tax of its own country abroad too. */
function smallSeller(category: Category, supply: Supply): Place | null {
  const { destination: to, origin, registrations } = supply;
  if (!origin || !isEu(to.country) || origin.country === to.country) return null;
  if (registrations.some((each) => covers(each, to, category, supply))) return null;
  const small = registrations.some((each) => each.country === origin.country && each.scheme === 'small_seller');
  return small ? origin : null;
}

/** Whether goods are exported from the tax area in which their seller is registered, and are zero-rated. */
function isExported(category: Category, { destination, origin, registrations }: Supply): boolean {
  if (!origin || !isPhysical(category) || origin.country === 'US') return false;
  const leaves = isEu(origin.country) ? !isEu(destination.country) : origin.country !== destination.country;
  return leaves && registrations.some(({ country }) => country === origin.country);
}

/** How one tax of a place applies to something of a category. */
function applied(taxed: Taxed, category: Category, supply: Supply, sourcing: Applied['sourcing']): Applied {
  const { country, state, jurisdiction, tax } = taxed;
  const of = { country, state, jurisdiction, level: state ? 'state' : 'country', type: tax.type, name: tax.name, sourcing } as const;
  const free = (reason: Reason): Applied => ({ ...of, percentage: '0', reason });
  const { standard } = tax.rates;
  const own = tax.rates[category];
  if (category === 'nontaxable') return free('product_exempt');
  if (sourcing === 'destination' && isReversed(category, supply)) return free('reverse_charge');
  if (sourcing === 'destination' && !isCollected(taxed, category, supply))
    return free(isExported(category, supply) ? 'zero_rated' : 'not_collecting');
  if (supply.exempt !== 'none') return free(supply.exempt === 'exempt' ? 'customer_exempt' : 'reverse_charge');
  if (standard === '0') return free('not_subject_to_tax');
  if (own === 'exempt') return free('product_exempt');
  if (own === undefined || own === standard) return { ...of, percentage: standard, reason: 'standard_rated' };
  return own === '0' ? free('zero_rated') : { ...of, percentage: own, reason: 'reduced_rated' };
}

/** The taxes on a sale under a tax code; never empty: if no tax is charged, an entry has the reason. */
export function taxesOn(code: string, given: Supply, table: TaxTable): readonly Applied[] {
  const supply = { ...given, destination: areaOf(given.destination), origin: given.origin && areaOf(given.origin) };
  const category = categoryOf(code);
  const origin = isReversed(category, supply) ? null : smallSeller(category, supply);
  const taxes = taxesOf(origin ?? supply.destination, table);
  if (taxes.length > 0) return taxes.map((each) => applied(each, category, supply, origin ? 'origin' : 'destination'));
  const { country, state } = supply.destination;
  const reason = isExported(category, supply) ? 'zero_rated' : 'not_supported';
  const of = { country, state: null, jurisdiction: country, level: 'country', type: null, name: null } as const;
  return [{ ...of, percentage: '0', reason: state === null && country === 'US' ? 'not_collecting' : reason, sourcing: 'destination' }];
}
