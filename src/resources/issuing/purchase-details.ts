import { decimal, decimalNumber } from '../../kernel/base/decimal.js';
import { nullable } from '../../kernel/base/fields.js';
import { flag, integer, oneOf, textOf, timestamp } from '../../kernel/base/kinds.js';
import { listOf, object } from '../../kernel/base/members.js';

const short = nullable(textOf(100));
const decimals = nullable(decimal({ minimum: 0 }));
const gross = nullable(object({ gross_amount_decimal: decimals }));

/** What a driver has said at the pump, and what was bought there. */
export const fleet = object({
  cardholder_prompt_data: nullable(
    object({
      driver_id: short,
      odometer: nullable(integer({ minimum: 0 })),
      unspecified_id: short,
      user_id: short,
      vehicle_number: short,
    }),
  ),
  purchase_type: nullable(oneOf('fuel_and_non_fuel_purchase', 'fuel_purchase', 'non_fuel_purchase')),
  reported_breakdown: nullable(
    object({
      fuel: gross,
      non_fuel: gross,
      tax: nullable(object({ local_amount_decimal: decimals, national_amount_decimal: decimals })),
    }),
  ),
  service_type: nullable(oneOf('full_service', 'non_fuel_transaction', 'self_service')),
});

/** Fuel that was bought. */
export const fuel = object({
  industry_product_code: short,
  quantity_decimal: decimals,
  type: nullable(oneOf('diesel', 'other', 'unleaded_plus', 'unleaded_regular', 'unleaded_super')),
  unit: nullable(oneOf('charging_minute', 'imperial_gallon', 'kilogram', 'kilowatt_hour', 'liter', 'other', 'pound', 'us_gallon')),
  unit_cost_decimal: decimals,
});

const segment = object({
  arrival_airport_code: nullable(textOf(3)),
  carrier: short,
  departure_airport_code: nullable(textOf(3)),
  flight_number: short,
  service_class: short,
  stopover_allowed: nullable(flag),
});

const flight = object({
  departure_at: nullable(timestamp),
  passenger_name: short,
  refundable: nullable(flag),
  segments: nullable(listOf(segment, 20)),
  travel_agency: short,
});

const item = object({
  description: nullable(textOf(26)),
  quantity: nullable(decimalNumber({ minimum: 0 })),
  total: nullable(integer()),
  unit_cost: nullable(integer()),
});

/** The merchant's data about the purchase. */
export const purchase_details = object({
  fleet: nullable(fleet),
  flight: nullable(flight),
  fuel: nullable(fuel),
  lodging: nullable(object({ check_in_at: nullable(timestamp), nights: nullable(integer({ minimum: 0 })) })),
  receipt: nullable(listOf(item, 100)),
  reference: short,
});
