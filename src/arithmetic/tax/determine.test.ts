import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computed, type Taxable } from './calculate.js';
import { type Applied, type Registered, type Supply, taxesOn } from './determine.js';
import { placeOf } from './places.js';
import { isUnusableTable, readTaxTable, sample_table } from './table.js';
import { countryOfVat } from './vat-numbers.js';

const saas = 'txcd_10103001';
const goods = 'txcd_99999999';
const book = 'txcd_35010000';

const registered = (country: string, type: string, more: Partial<Registered> = {}): Registered => ({
  country,
  state: null,
  type,
  scheme: type === 'standard' ? 'standard' : null,
  ...more,
});

const german = [registered('DE', 'standard'), registered('DE', 'oss_union')];

const supply = (to: string, more: Partial<Supply> = {}): Supply => ({
  livemode: true,
  origin: { country: 'DE', state: null },
  destination: { country: to.slice(0, 2), state: to.slice(3) || null },
  registrations: german,
  exempt: 'none',
  numbers: [],
  ...more,
});

const shown = ({ name, percentage, reason }: Applied): string => `${name} ${percentage} ${reason}`;
const taxes = (code: string, of: Supply): string[] => taxesOn(code, of, sample_table).map(shown);

const french_number = [{ type: 'eu_vat', value: 'FR40303265045' }];
const small = [registered('DE', 'standard', { scheme: 'small_seller' })];
const canadian = [registered('CA', 'simplified')];
const quebec = [...canadian, registered('CA', 'province_standard', { state: 'QC' })];
const texan: Partial<Supply> = { origin: { country: 'US', state: 'TX' } };
const of_new_york = [registered('US', 'state_sales_tax', { state: 'NY' })];

describe('the place of supply', () => {
  test.each<[string, string, Supply, string[]]>([
    ['a domestic sale', saas, supply('DE'), ['VAT 19 standard_rated']],
    ['a consumer in another country of the EU', saas, supply('FR'), ['VAT 20 standard_rated']],
    ['a reduced rate there', book, supply('FR'), ['VAT 5.5 reduced_rated']],
    ['a zero rate there', book, supply('IE'), ['VAT 0 zero_rated']],
    ['a business there', saas, supply('FR', { numbers: french_number }), ['VAT 0 reverse_charge']],
    ['a business at home', saas, supply('DE', { numbers: [{ type: 'eu_vat', value: 'DE136695976' }] }), ['VAT 19 standard_rated']],
    ['a small seller', saas, supply('FR', { registrations: small }), ['VAT 19 standard_rated']],
    ['a seller without the union scheme', saas, supply('FR', { registrations: german.slice(0, 1) }), ['VAT 0 not_collecting']],
    ['an export of goods', goods, supply('CH'), ['VAT 0 zero_rated']],
    ['a service to a country without a registration', saas, supply('CH'), ['VAT 0 not_collecting']],
    ['a country without a tax in the table', saas, supply('AQ'), ['null 0 not_supported']],
    ['an exempt customer', saas, supply('DE', { exempt: 'exempt' }), ['VAT 0 customer_exempt']],
    ['something nontaxable', 'txcd_00000000', supply('DE'), ['VAT 0 product_exempt']],
    ['Monaco, which belongs to France', saas, supply('MC'), ['VAT 20 standard_rated']],
    ['a province with a harmonized tax', goods, supply('CA-ON', { registrations: canadian }), ['HST 13 standard_rated']],
    [
      'a province without a registration',
      goods,
      supply('CA-QC', { registrations: canadian }),
      ['GST 5 standard_rated', 'QST 0 not_collecting'],
    ],
    ['a province with one', goods, supply('CA-QC', { registrations: quebec }), ['GST 5 standard_rated', 'QST 9.975 standard_rated']],
    ['a state with a registration', goods, supply('US-NY', { ...texan, registrations: of_new_york }), ['Sales tax 4 standard_rated']],
    ['a state without one', goods, supply('US-TX', { ...texan, registrations: of_new_york }), ['Sales tax 0 not_collecting']],
    [
      'what a state does not tax',
      'txcd_20030000',
      supply('US-NY', { ...texan, registrations: of_new_york }),
      ['Sales tax 0 product_exempt'],
    ],
    [
      'a British business with a foreign seller',
      saas,
      supply('GB', { registrations: [registered('GB', 'standard')], numbers: [{ type: 'gb_vat', value: 'GB123456789' }] }),
      ['VAT 0 reverse_charge'],
    ],
    ['Japan', goods, supply('JP', { registrations: [registered('JP', 'standard')] }), ['JCT 10 standard_rated']],
  ])('%s', (_, code, of, expected) => expect(taxes(code, of)).toEqual(expected));
});

test.each([
  ['FR40303265045', 'FR'],
  ['FR41303265045', null],
  ['DE136695976', 'DE'],
  ['DE136695977', null],
  ['ATU13585627', 'AT'],
  ['BE0428759497', 'BE'],
  ['DK13585628', 'DK'],
  ['EL094259216', 'GR'],
  ['FI20774740', 'FI'],
  ['IT00743110157', 'IT'],
  ['LU15027442', 'LU'],
  ['NL004495445B01', 'NL'],
  ['PL8567346215', 'PL'],
  ['PT501964843', 'PT'],
  ['SE123456789701', 'SE'],
  ['IE6433435F', 'IE'],
  ['XX123', null],
])('the VAT number %s is of %s', (value, country) => expect(countryOfVat(value, true)).toBe(country));

test('example numbers of documentation count in test mode alone', () => {
  expect([countryOfVat('DE123456789', false), countryOfVat('DE123456789', true)]).toEqual(['DE', null]);
});

test.each([
  [{ country: 'US', postal_code: '94105' }, 'CA'],
  [{ country: 'US', postal_code: '10001-1234' }, 'NY'],
  [{ country: 'US', state: 'new york' }, 'NY'],
  [{ country: 'CA', postal_code: 'H2X 1Y4' }, 'QC'],
  [{ country: 'CA', state: 'Ontario' }, 'ON'],
])('the state of %j is %s', (address, state) => expect(placeOf(address, sample_table)?.state).toBe(state));

test('an address in the US without a state or postal code is not enough', () => {
  expect(placeOf({ country: 'US' }, sample_table)).toBeNull();
  expect(placeOf({ country: 'FR' }, sample_table)).toEqual({ country: 'FR', state: null });
});

test.each([
  ['{', 'it is not a JSON object'],
  ['{"date":"soon","source":"x","places":{}}', 'date must be a day such as "2026-01-31"'],
  ['{"date":"2026-01-31","source":"x","places":{"Germany":{}}}', 'Germany: a place is a country such as DE, or a state such as US-NY'],
  [
    '{"date":"2026-01-31","source":"x","places":{"DE":{"name":"Germany","taxes":[{"type":"vat","name":"VAT","rates":{"standard":"101"}}]}}}',
    'DE: the rate standard must be a decimal from 0 to 100 as text, or exempt, of a known category',
  ],
])('an unusable table says why: %s', (text, wrong) => {
  const read = readTaxTable(text);
  expect(isUnusableTable(read) && read.wrong).toBe(wrong);
});

const applied = fc.constantFrom(...['DE', 'FR', 'IE', 'CH'].map((to) => taxesOn(goods, supply(to), sample_table)));
const part = fc.record({
  amount: fc.integer({ min: 0, max: 10_000_000 }),
  behavior: fc.constantFrom('exclusive' as const, 'inclusive' as const),
  taxes: applied,
});

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

test('the taxes of all parts add up to the sums', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), fc.constantFrom('line' as const, 'invoice' as const), (parts, rounding) => {
      const { parts: each, exclusive, inclusive } = computed(parts, rounding);
      expect(sum(each.map(({ amount_tax }) => amount_tax))).toBe(exclusive + inclusive);
      const added = each.filter((_, place) => (parts[place] as Taxable).behavior === 'exclusive');
      expect(sum(added.map(({ amount_tax }) => amount_tax))).toBe(exclusive);
    }),
  );
});

test('a price with its tax added contains the same tax when it is inclusive', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), applied, (amount, of) => {
      const added = computed([{ amount, behavior: 'exclusive', taxes: of }], 'line').exclusive;
      const contained = computed([{ amount: amount + added, behavior: 'inclusive', taxes: of }], 'line').inclusive;
      expect(Math.abs(contained - added)).toBeLessThanOrEqual(1);
    }),
  );
});
