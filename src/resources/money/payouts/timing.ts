import { businessDaysAfter } from '../../accounts/bank-details/bank-holidays.js';

/** When a payout that is ordered now is handed to the bank, and when it should arrive; seconds. An instant one knows no holidays. */
export const timing = (
  method: 'standard' | 'instant',
  now: number,
  currency: string,
): { readonly handed_over: number; readonly arrival_date: number } =>
  method === 'instant'
    ? { handed_over: now, arrival_date: now + 1800 }
    : { handed_over: businessDaysAfter(now, 1, currency), arrival_date: businessDaysAfter(now, 3, currency) };
