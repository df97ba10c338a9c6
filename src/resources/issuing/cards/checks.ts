import type { Asked } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { concealed } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import type { Cardholder } from '../cardholders/cardholder.js';
import type { IssuedCard } from './card.js';

/** A PIN as the cardholder has chosen it: sealed before it was sent, and kept as it came. Its digits are refused, whatever stands between them. */
export const pin = object({
  encrypted_number: about(
    'The encrypted PIN, of 16 to 4096 ASCII characters; it is stored as sent, and plain digits are refused.',
    required(
      concealed(
        /^(?=.*[A-Za-z])[\x21-\x7e]{16,4096}$/,
        'parameter_invalid',
        /(?!)/,
        'Send the PIN encrypted, never as its digits: 16 to 4096 letters, digits and signs of ASCII, without white space.',
      ),
    ),
  ),
});

/** The default validity of a card, in years. */
const years_usual = 3;
const years_max = 10;

type Expiry = { readonly exp_month: number; readonly exp_year: number };

/** The expiry month of a card. */
export function expiryOf({ exp_month, exp_year }: Partial<Expiry>, now: number, asked: Asked): Expiry {
  const today = new Date(now * 1000);
  const [month, year] = [today.getUTCMonth() + 1, today.getUTCFullYear()];
  if (exp_month === undefined && exp_year === undefined) return { exp_month: month, exp_year: year + years_usual };
  if (exp_month === undefined || exp_year === undefined) {
    const param = exp_month === undefined ? 'exp_month' : 'exp_year';
    return asked.refuse({
      code: 'parameter_missing',
      param,
      message: `Missing required param: ${param}. A card expires in a month of a year.`,
    });
  }
  const months = (exp_year - year) * 12 + exp_month - month;
  if (months >= 0 && months <= years_max * 12) return { exp_month, exp_year };
  const message = `Invalid exp_year: a card can expire this month at the earliest and in ${years_max} years at the latest.`;
  return asked.refuse({ code: 'parameter_invalid', param: 'exp_year', message });
}

/** Refuses to activate a card of a cardholder who is not active. */
export function requireReady(holder: Cardholder, asked: Asked): void {
  if (holder.status !== 'active') {
    asked.refuse({
      code: 'cardholder_unexpected_state',
      param: 'status',
      message: `The cardholder ${holder.id} is ${holder.status}, so no card of the cardholder can be active.${holder.status === 'inactive' ? ' Activate the cardholder first.' : ''}`,
    });
    return;
  }
  const { past_due } = holder.requirements;
  if (!past_due.length) return;
  const message = `The cardholder ${holder.id} has requirements that are past due: ${past_due.join(', ')}. Update the cardholder first.`;
  asked.refuse({ code: 'cardholder_unexpected_state', param: 'status', message });
}

const arrived: ReadonlySet<string | null> = new Set(['shipped', 'delivered']);

/** Refuses to activate a card that has not been shipped; delivery need not be reported. */
export const requireSent = ({ type, shipping }: Pick<IssuedCard, 'type' | 'shipping'>, asked: Asked): void => {
  if (!(type === 'virtual' || (shipping && arrived.has(shipping.status)))) {
    asked.refuse({
      code: 'card_unexpected_state',
      param: 'status',
      message: `A physical card can be activated once it is shipped; the shipment of this one is ${shipping?.status ?? 'unknown'}.`,
    });
  }
};

/** Whether a card has the number of the one it replaces: one that is worn out keeps it, one that got lost or into other hands does not. */
export const keepsNumber = ({ replacement_reason: reason }: { readonly replacement_reason?: IssuedCard['replacement_reason'] }): boolean =>
  reason === 'damaged' || reason === 'expired';

/** How a card was lost, where its cancellation says so; null otherwise. */
export const goneAs = ({ cancellation_reason: reason }: IssuedCard): 'lost' | 'stolen' | null =>
  reason === 'lost' || reason === 'stolen' ? reason : null;

/** Refuses to reactivate a card whose number a replacement uses. */
export function requireSafe(it: IssuedCard, before: IssuedCard | null, asked: Asked): void {
  const gone = before && keepsNumber(it) ? goneAs(before) : null;
  if (!before || !gone) return;
  const message = `The card ${before.id} was ${gone}, and this one has its number. Cancel it, and replace ${before.id} with replacement_reason=${gone}.`;
  asked.refuse({ code: 'card_unexpected_state', param: 'status', message });
}
