import { day } from '../../kernel/base/moments.js';
import type { ChargeAsk } from '../contract.js';

/** How long a payment waits for its payer: some seconds, or until the end of a calendar day in the voucher's country. */
export type Patience = { readonly seconds: number } | { readonly days: number; readonly utc_offset_hours: number };

/** When a payment stops waiting, in Unix seconds. The merchant's option takes precedence (Stripe). */
export function expiryOf(waits: Patience, { now, options }: Pick<ChargeAsk, 'now' | 'options'>): number {
  const until = numberIn(options.expires_at);
  if (until !== null) return until;
  if ('seconds' in waits) return now + (numberIn(options.expires_after_seconds) ?? waits.seconds);
  const offset_seconds = waits.utc_offset_hours * 3600;
  const today = Math.floor((now + offset_seconds) / day);
  const last_day = today + (numberIn(options.expires_after_days) ?? waits.days);
  return (last_day + 1) * day - offset_seconds - 1;
}

const numberIn = (option: unknown): number | null => (typeof option === 'number' ? option : null);
