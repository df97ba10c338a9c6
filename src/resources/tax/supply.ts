import type { Behavior } from '../../arithmetic/tax/calculate.js';
import type { Place, Supply, TaxNumber } from '../../arithmetic/tax/determine.js';
import { type Address, placeOf } from '../../arithmetic/tax/places.js';
import { taxTable } from '../../arithmetic/tax/table.js';
import { type Position, registeredAt } from './position.js';

/** Who sells to whom, and when in Unix seconds. */
export type Selling = {
  readonly position: Position;
  readonly livemode: boolean;
  readonly moment: number;
  readonly destination: Place;
  readonly ship_from?: Address | null;
  readonly exempt: Supply['exempt'];
  readonly numbers: readonly TaxNumber[];
};

/** A sale, as the rules of taxes read it. */
export const supplyOf = ({ position, livemode, moment, destination, ship_from, exempt, numbers }: Selling): Supply => {
  const from = ship_from ?? position.settings.head_office;
  return {
    livemode,
    destination,
    exempt,
    numbers,
    origin: from && placeOf(from, taxTable()),
    registrations: registeredAt(position, moment),
  };
};

/** The tax code of what names none. */
export const default_code = 'txcd_99999999';

/** The tax code of shipping that names none. */
export const shipping_code = 'txcd_92010001';

const added: ReadonlySet<string> = new Set(['cad', 'usd']);

/** Whether an amount includes its taxes: as it says itself, or else by the settings. */
export function behaviorOf(said: string | null | undefined, { settings: { tax_behavior } }: Position, currency: string): Behavior {
  if (said === 'inclusive' || said === 'exclusive') return said;
  if (tax_behavior === 'inferred_by_currency') return added.has(currency) ? 'exclusive' : 'inclusive';
  return tax_behavior ?? 'exclusive';
}
