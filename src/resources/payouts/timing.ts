import { day } from '../../base/moments.js';

/** When a payout that is ordered now is handed to the bank, and when it should arrive; seconds. */
export const timing = (method: 'standard' | 'instant', now: number): { readonly handed_over: number; readonly arrival_date: number } =>
  method === 'instant' ? { handed_over: now, arrival_date: now + 1800 } : { handed_over: now + day, arrival_date: now + 3 * day };
