import type { Service } from '../service.js';

/** A deterministic sequence of numbers from 0 to below 1, so that the same options make the same shop. */
export type Chance = () => number;

/** Mulberry32, which is small and spreads well enough for a made-up shop. */
export function chanceFrom(start: number): Chance {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the elements. */
export const oneOf = <T>(chance: Chance, elements: readonly T[]): T => elements[Math.floor(chance() * elements.length)] as T;

const given_names = [
  'Ada',
  'Ben',
  'Chloe',
  'Dario',
  'Emma',
  'Farid',
  'Grace',
  'Hiro',
  'Ines',
  'Jonas',
  'Kira',
  'Leo',
  'Mina',
  'Noah',
  'Olga',
];
const family_names = [
  'Archer',
  'Bauer',
  'Costa',
  'Dubois',
  'Evans',
  'Fischer',
  'Garcia',
  'Huber',
  'Ito',
  'Jensen',
  'Kovac',
  'Lopez',
  'Moreau',
];
const places = [
  ['US', 'New York', '10001', 'NY'],
  ['DE', 'Berlin', '10115', ''],
  ['FR', 'Paris', '75001', ''],
  ['GB', 'London', 'E1 6AN', ''],
  ['CH', 'Bern', '3011', ''],
] as const;

/** The parameters of a made-up customer. The address at example.com reaches no person. */
export function customerOf(chance: Chance, place: number): Record<string, string> {
  const name = `${oneOf(chance, given_names)} ${oneOf(chance, family_names)}`;
  const [country, city, postal_code, state] = oneOf(chance, places);
  const method = oneOf(chance, ['pm_card_visa', 'pm_card_visa', 'pm_card_mastercard', 'pm_card_amex', 'pm_card_visa_debit']);
  return {
    name,
    email: `${name.toLowerCase().replace(' ', '.')}.${place}@example.com`,
    'address[country]': country,
    'address[city]': city,
    'address[postal_code]': postal_code,
    ...(state && { 'address[state]': state }),
    payment_method: method,
    'invoice_settings[default_payment_method]': method,
    'metadata[seeded]': 'true',
  };
}

/** What the shop sells. */
export type Sold = { readonly recurring: readonly string[]; readonly coupon: string };

const plans = [
  ['Tea of the month', 1900, 'month'],
  ['Coffee of the month', 2900, 'month'],
  ['Tasting club', 4900, 'month'],
  ['Tea for a year', 19_900, 'year'],
] as const;
const goods = [
  ['Mug', 1500],
  ['Teapot', 4800],
] as const;

/** The number of requests of `openShop`. */
export const shop_requests = plans.length + goods.length + 2;

/** Creates the products, prices and a discount. */
export async function openShop(service: Service): Promise<Sold> {
  const priced = async (name: string, unit_amount: number, more: Record<string, string> = {}): Promise<string> => {
    const params = { currency: 'usd', unit_amount: String(unit_amount), 'product_data[name]': name, ...more };
    return (await service<{ readonly id: string }>('POST', '/v1/prices', new URLSearchParams(params))).id;
  };
  const recurring: string[] = [];
  for (const [name, amount, interval] of plans) recurring.push(await priced(name, amount, { 'recurring[interval]': interval }));
  for (const [name, amount] of goods) await priced(name, amount);
  const discount = { percent_off: '20', duration: 'repeating', duration_in_months: '3', name: 'Welcome' };
  const { id: coupon } = await service<{ readonly id: string }>('POST', '/v1/coupons', new URLSearchParams(discount));
  await service('POST', '/v1/tax_rates', new URLSearchParams({ display_name: 'VAT', percentage: '19', inclusive: 'true', country: 'DE' }));
  return { recurring, coupon };
}
