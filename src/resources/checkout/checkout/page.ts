import { nullable } from '../../../kernel/base/fields.js';
import { flag, integer, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { money } from '../../billing/invoices/parts.js';
import { delivery_estimate } from '../../catalogue/shipping-rates/shipping-rate.js';
import { allowed_types } from '../../payments/payment-methods/payment-method.js';
import { after_completion } from './parts.js';

const saved_card = object({ brand: text, exp_month: integer(), exp_year: integer(), last4: text });

/** What the page of a session shows besides the session. */
export const page = object({
  after_completion: nullable(after_completion),
  /** Why the last try to pay has failed. */
  failure: nullable(object({ code: nullable(text), decline_code: nullable(text), message: nullable(text), param: nullable(text) })),
  /** Whether the session needs a payment, or a saved method for later payments. */
  is_due: flag,
  /** What the customer has saved. */
  methods: listOf(object({ id: text, card: nullable(saved_card), type: text })),
  /** What is known of a customer who comes again. */
  payer: nullable(object({ email: nullable(text), name: nullable(text), phone: nullable(text) })),
  promotion_code: nullable(text),
  /** What a subscription will be charged after its first invoice: one for each change of the amount. */
  renewals: listOf(object({ amount: money, moment: timestamp })),
  shipping_options: listOf(object({ id: text, amount: money, delivery_estimate, display_name: nullable(text) })),
  shipping_rate: nullable(text),
  /** Where the payer continues. */
  step: nullable(object({ type: text, url: nullable(text) })),
  trial_days: nullable(integer()),
  trial_end: nullable(timestamp),
  /** The types that can pay this very amount. */
  types: allowed_types,
});
