import { costOf } from '../../../arithmetic/fx/convert.js';
import { reciprocal } from '../../../arithmetic/fx/rates.js';
import { type Asked, at, type Effects } from '../../../kernel/base/effects.js';
import { about, internal, nullable, sometimes } from '../../../kernel/base/fields.js';
import { flag, text } from '../../../kernel/base/kinds.js';
import { object, plainObject } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import type { RateTable } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { money } from '../../billing/invoices/parts.js';
import { payableTypes } from '../../core/payment-method-types/types.js';
import { fxQuote } from '../../money/fx-quotes/fx-quote.js';
import { quoteOf } from '../../money/fx-quotes/index.js';
import { currentRates, not_loaded } from '../../money/fx-quotes/rates.js';
import { presentment } from '../../payments/presentment.js';
import type { Session } from './session.js';

/** The members of a session about the currency that its payer sees. */
export const of_presentment = {
  adaptive_pricing: about(
    'Whether the payer can see and pay the price in their own currency; null does not offer it. Only in the mode `payment`.',
    nullable(object({ enabled: about('Whether the page offers the currency of the payer; false by default.', flag) })),
  ),
  currency_conversion: about(
    'How the price was converted for the payer; null if they pay in the currency of the session.',
    nullable(
      object({
        amount_subtotal: about(
          'The sum of the line items before discounts and exclusive taxes, in minor units of `source_currency`.',
          money,
        ),
        amount_total: about('The total in minor units of `source_currency`.', money),
        fx_rate: about('How much one unit of `source_currency` is in the currency of the payer, as a decimal.', text),
        source_currency: about('The currency that the session was created in, a three-letter ISO 4217 code.', currency),
      }),
    ),
  ),
  presentment_details: about('What the payer sees and pays in their own currency; absent for others.', sometimes(nullable(presentment))),
  /** The currency that the payer has chosen, and how it is converted into that of the session. */
  presented: internal(nullable(plainObject({ currency, exchange_rate: nullable(text), quote: nullable(text) }))),
} as const;

type Presented = Session['presented'];
type Selling = Pick<Session, 'adaptive_pricing' | 'mode' | 'payment_intent_data' | 'payment_method_options'>;
type Summed = Pick<Session, 'amount_subtotal' | 'amount_total'> & { readonly currency: string | null };

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

type Switch = { readonly enabled?: boolean | undefined } | null | undefined;
type Wanted = { readonly adaptive_pricing?: Switch; readonly invoice_creation?: Switch };

/** Refuses adaptive pricing where nothing is paid once, or where the payment has an invoice, which is paid in its own currency. */
export function requireAdaptable({ adaptive_pricing, invoice_creation }: Wanted, mode: Session['mode'], asked: Asked): void {
  if (!adaptive_pricing?.enabled) return;
  const param = 'adaptive_pricing[enabled]';
  if (mode !== 'payment') asked.refuse(wrong(param, 'You can only enable adaptive_pricing in payment mode.'));
  if (invoice_creation?.enabled)
    asked.refuse(
      wrong(param, 'You cannot enable adaptive_pricing together with invoice_creation: an invoice is paid in its own currency.'),
    );
}

/** Whether the payer of a session may choose their own currency: a payment that is shared, or only held, is not converted. */
export function isAdaptable({ adaptive_pricing, mode, payment_intent_data: paid, payment_method_options: options }: Selling): boolean {
  const is_shared = paid?.application_fee_amount != null || paid?.transfer_data != null;
  const is_held =
    paid?.capture_method === 'manual' ||
    Object.values(options ?? {}).some((each) => (each as { readonly capture_method?: unknown } | null)?.capture_method === 'manual');
  return adaptive_pricing?.enabled === true && mode === 'payment' && !is_shared && !is_held;
}

type Seen = { readonly account: It<typeof account> | null; readonly loaded: RateTable | null };

/** The currency that a payer chooses, at a rate that is held for a day; the session's own one needs none. */
function chosenCurrency(
  it: Selling & { readonly currency: string; readonly presented?: Presented },
  wanted: string,
  { account: owner, loaded }: Seen,
  asked: Asked,
): { readonly presented: NonNullable<Presented>; readonly effects: Effects } {
  if (!isAdaptable(it)) return asked.refuse(wrong('presentment_currency', 'This Checkout Session is paid in its own currency.'));
  const { currency: own, presented: now } = it;
  if (wanted === own) return { presented: { currency: own, exchange_rate: null, quote: null }, effects: null };
  if (now?.currency === wanted) return { presented: now, effects: null };
  const table = currentRates(loaded, asked.livemode);
  if (!table) return asked.refuse(not_loaded);
  const wish = { from_currencies: [wanted], lock_duration: 'day' as const, to_currency: own, usage: { type: 'payment' as const } };
  const members = quoteOf(table, wish, owner?.fx.spread_basis_points ?? 0, asked);
  const made = asked.make(fxQuote, members);
  const exchange_rate = members.rates[wanted]?.exchange_rate_decimal ?? null;
  return { presented: { currency: wanted, exchange_rate, quote: made.id }, effects: [made, at(members.lock_expires_at, made, 'expire')] };
}

/** The currency that a payer sees after a change: the one they choose, or else the one they have chosen before. */
export const presentedIn = (
  it: Selling & { readonly currency: string; readonly presented?: Presented },
  wanted: string | undefined,
  seen: Seen,
  asked: Asked,
): { readonly presented: Presented; readonly effects: Effects } =>
  wanted === undefined ? { presented: it.presented, effects: null } : chosenCurrency(it, wanted, seen, asked);

/** An amount of a session in the currency of its payer: the least that is worth no less. */
export const presentedAmount = (amount: number, own: string, presented: Presented | undefined): number =>
  presented?.exchange_rate ? Number(costOf(amount, { from: presented.currency, to: own, exchange_rate: presented.exchange_rate })) : amount;

/** The members of a session that show its sums in the currency of its payer. */
export function presentedSums({ amount_subtotal, amount_total, currency: own }: Summed, presented: Presented | undefined) {
  if (!presented?.exchange_rate || own === null || amount_total === null) return { currency_conversion: null, presentment_details: null };
  const presentment_amount = presentedAmount(amount_total, own, presented);
  return {
    currency_conversion: {
      amount_subtotal: amount_subtotal ?? 0,
      amount_total,
      fx_rate: reciprocal(presented.exchange_rate),
      source_currency: own,
    },
    presentment_details: { presentment_amount, presentment_currency: presented.currency },
  };
}

/** What is charged for a session, and by which types that can be: in the currency of its payer. */
export function chargedFor(it: Pick<Session, 'amount_total' | 'currency' | 'payment_method_types' | 'presented'>) {
  const { amount_total, currency: own, payment_method_types: types, presented } = it;
  if (!presented?.exchange_rate || own === null) return { amount: amount_total ?? 0, currency: own, payment_method_types: types };
  const taking: readonly string[] = payableTypes(presented.currency, () => false);
  return {
    amount: presentedAmount(amount_total ?? 0, own, presented),
    currency: presented.currency,
    payment_method_types: types.filter((type) => taking.includes(type)),
    ...(presented.quote && { fx_quote: presented.quote }),
  };
}
