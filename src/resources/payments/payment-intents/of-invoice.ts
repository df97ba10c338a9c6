import type { Asked } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { paymentIntent } from './payment-intent.js';

type Intent = It<typeof paymentIntent>;

type Given = { readonly [K in (typeof of_invoice)[number]]?: Intent[K] | undefined } & {
  readonly transfer_data?: { readonly amount?: number | null } | null | undefined;
  readonly payment_method_options?: Readonly<Record<string, { readonly capture_method?: string } | null | undefined>> | undefined;
};

/** What the invoice says. */
const of_invoice = ['amount', 'application_fee_amount', 'currency', 'customer', 'capture_method', 'fx_quote'] as const;

/** Why a payment that pays an invoice cannot be changed like that: how much it is, how it is shared, whose, and that it is paid at once is for the invoice to say. */
export function requireLikeInvoice(it: Intent, given: Given, asked: Asked): void {
  if (it.invoice === null) return;
  const name = of_invoice.find((each) => given[each] !== undefined && given[each] !== it[each]);
  const held = Object.entries(given.payment_method_options ?? {}).find(([, options]) => options?.capture_method === 'manual')?.[0];
  const passes = given.transfer_data != null && given.transfer_data.amount !== it.transfer_data?.amount && 'transfer_data';
  const param = name ?? (passes || (held && `payment_method_options[${held}][capture_method]`));
  if (!param) return;
  const message = `This PaymentIntent pays the invoice ${it.invoice}, so its ${name ?? (passes || 'capture_method')} cannot be changed. Attach a PaymentIntent of your own to the invoice to pay it otherwise.`;
  asked.refuse({ code: 'payment_intent_unexpected_state', param, message });
}
