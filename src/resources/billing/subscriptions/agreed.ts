import type { KnownRates } from '../invoices/input.js';

/** Tax rates that were agreed on before. */
const agreedRates = (rates: KnownRates): KnownRates => ({ ...rates, agreed: true });

type Seen = { readonly rates: KnownRates; readonly rates_of_items: KnownRates; readonly rates_beside: KnownRates };

/** What a schedule names was agreed on when it was made: prices are charged and tax rates put on although they may be on offer no more. */
export const allowingInactive = <S extends Seen>(seen: S) => ({
  ...seen,
  agreed: true as const,
  rates: agreedRates(seen.rates),
  rates_beside: agreedRates(seen.rates_beside),
  rates_of_items: agreedRates(seen.rates_of_items),
});
