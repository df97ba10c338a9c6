import { decimal, decimalNumber } from '../../kernel/base/decimal.js';
import { about, nullable } from '../../kernel/base/fields.js';
import { flag, integer, oneOf, textOf, timestamp } from '../../kernel/base/kinds.js';
import { listOf, object } from '../../kernel/base/members.js';

const short = nullable(textOf(100));
const decimals = nullable(decimal({ minimum: 0 }));
const gross = nullable(
  object({ gross_amount_decimal: about('The gross amount as a decimal string, as the merchant reported it.', decimals) }),
);

/** What a driver has said at the pump, and what was bought there. */
export const fleet = object({
  cardholder_prompt_data: about(
    'What the driver answered to the prompts of the terminal; null if nothing was asked.',
    nullable(
      object({
        alphanumeric_id: about('An id of letters and digits that the driver entered.', short),
        driver_id: about("The driver's id, of at most 100 characters.", short),
        odometer: about('The mileage that the driver entered.', nullable(integer({ minimum: 0 }))),
        unspecified_id: about('An id whose meaning the terminal did not report.', short),
        user_id: about("The user's id, of at most 100 characters.", short),
        vehicle_number: about('The number of the vehicle that was refueled.', short),
      }),
    ),
  ),
  purchase_type: about(
    'Whether fuel, other goods or both were bought; null if it was not reported.',
    nullable(oneOf('fuel_and_non_fuel_purchase', 'fuel_purchase', 'non_fuel_purchase')),
  ),
  reported_breakdown: about(
    'How the amount is divided into fuel, other goods and taxes; null if it was not reported.',
    nullable(
      object({
        fuel: about('The part of the amount that was paid for fuel.', gross),
        non_fuel: about('The part of the amount that was paid for other goods.', gross),
        tax: about(
          'The taxes that the amount contains; null if they were not reported.',
          nullable(
            object({
              local_amount_decimal: about('The state or local tax as a decimal string, as the merchant reported it.', decimals),
              national_amount_decimal: about('The national tax as a decimal string, as the merchant reported it.', decimals),
            }),
          ),
        ),
      }),
    ),
  ),
  service_type: about(
    'Whether an attendant refueled the vehicle, the driver did, or no fuel was sold.',
    nullable(oneOf('full_service', 'non_fuel_transaction', 'self_service')),
  ),
});

/** Fuel that was bought. */
export const fuel = object({
  industry_product_code: about("The code of the fuel product in the industry's list (Conexxus).", short),
  quantity_decimal: about('How much fuel was bought, as a decimal string in the unit of `unit`.', decimals),
  type: about(
    'The kind of fuel; null if it was not reported.',
    nullable(oneOf('diesel', 'other', 'unleaded_plus', 'unleaded_regular', 'unleaded_super')),
  ),
  unit: about(
    'The unit in which `quantity_decimal` is measured.',
    nullable(oneOf('charging_minute', 'imperial_gallon', 'kilogram', 'kilowatt_hour', 'liter', 'other', 'pound', 'us_gallon')),
  ),
  unit_cost_decimal: about('The price of one unit as a decimal string, as the merchant reported it.', decimals),
});

const segment = object({
  arrival_airport_code: about('The three-letter IATA code of the airport of arrival.', nullable(textOf(3))),
  carrier: about('The airline of this segment, by its code or name.', short),
  departure_airport_code: about('The three-letter IATA code of the airport of departure.', nullable(textOf(3))),
  flight_number: about('The number of the flight.', short),
  service_class: about('The booking class, such as economy or first.', short),
  stopover_allowed: about('Whether the traveler may stop over on this segment.', nullable(flag)),
});

const flight = object({
  departure_at: about('When the first flight departs, in Unix seconds.', nullable(timestamp)),
  passenger_name: about('The name of the passenger, of at most 100 characters.', short),
  refundable: about('Whether the ticket can be refunded; null if it was not reported.', nullable(flag)),
  segments: about('The flights of the journey, in order, at most 20.', nullable(listOf(segment, 20))),
  travel_agency: about('The travel agency that sold the ticket; null for a direct sale.', short),
});

const item = object({
  description: about('What was bought, in at most 26 characters.', nullable(textOf(26))),
  quantity: about('How many units were bought; fractions are possible.', nullable(decimalNumber({ minimum: 0 }))),
  total: about('The price of the whole item, in minor units.', nullable(integer())),
  unit_cost: about('The price of one unit, in minor units.', nullable(integer())),
});

/** The merchant's data about the purchase. */
export const purchase_details = object({
  fleet: about('Details that fleet cards collect at the pump; null for other purchases.', nullable(fleet)),
  flight: about('Details of a flight ticket; null for other purchases.', nullable(flight)),
  fuel: about('Details of fuel that was bought; null for other purchases.', nullable(fuel)),
  lodging: about(
    'Details of a stay at a hotel; null for other purchases.',
    nullable(
      object({
        check_in_at: about('When the stay begins, in Unix seconds.', nullable(timestamp)),
        nights: about('For how many nights the guest stays.', nullable(integer({ minimum: 0 }))),
      }),
    ),
  ),
  receipt: about("The items of the merchant's receipt, at most 100; null if none was sent.", nullable(listOf(item, 100))),
  reference: about("The merchant's own reference for the purchase, of at most 100 characters.", short),
});
