import type { Around, Effects } from '../../../kernel/base/effects.js';
import { booked } from './balance-transaction.js';

/** Funds that are converted for an object: what is taken, what it becomes, and what one unit is converted to. */
export type Conversion = {
  readonly source_amount: number;
  readonly source_currency: string;
  readonly amount: number;
  readonly currency: string;
  readonly exchange_rate: number;
  /** The id of the payout that explains it. */
  readonly payout: string;
};

type Movements = { readonly of_source: 'converted_out' | 'conversion_returned'; readonly of_result: 'converted_in' | 'conversion_undone' };

/** Both sides, each with the balance transaction that explains it; `sign` is that of what is taken. */
function sides(conversion: Conversion, { of_source, of_result }: Movements, sign: 1 | -1, around: Around): Effects {
  const { source_amount, source_currency, amount, currency, exchange_rate, payout } = conversion;
  const about = { type: 'conversion', exchange_rate, source: payout, payout } as const;
  return [
    booked({ ...about, movement: of_source, amount: sign * source_amount, currency: source_currency }, around).effects,
    booked({ ...about, movement: of_result, amount: -sign * amount, currency }, around).effects,
  ];
}

/** Converts available funds into another currency. */
export const convert = (conversion: Conversion, around: Around): Effects =>
  sides(conversion, { of_source: 'converted_out', of_result: 'converted_in' }, -1, around);

/** Undoes a conversion whose result is available again: what was taken comes back, as much as it was. */
export const unconvert = (conversion: Conversion, around: Around): Effects =>
  sides(conversion, { of_source: 'conversion_returned', of_result: 'conversion_undone' }, 1, around);
