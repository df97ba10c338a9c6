import { about } from '../../../kernel/base/fields.js';
import { describedSchema } from '../../../kernel/base/members.js';
import { taken_at_once } from '../../payments/payment-intents/options.js';

/** The types whose options the reference describes for invoices; those of every other type are read in the same way. */
const described: ReadonlySet<string> = new Set([
  ...['acss_debit', 'bancontact', 'billie', 'blik', 'card', 'customer_balance', 'konbini'],
  ...['payto', 'pix', 'sepa_debit', 'upi', 'us_bank_account'],
]);

const options = Object.entries(taken_at_once.members ?? {}).filter(([type]) => described.has(type));

/** The options of invoice payments: those of a payment intent that is captured at once, which receives them. */
export const billed_options = about('Options by type of payment method; the payment intent of an invoice receives them.', {
  ...taken_at_once,
  schema: { ...taken_at_once.schema, properties: Object.fromEntries(options.map(([type, field]) => [type, describedSchema(field)])) },
});
