import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import type { paymentIntent } from './payment-intent.js';

type Intent = It<typeof paymentIntent>;

type Given = { readonly [K in (typeof of_invoice)[number]]?: Intent[K] | undefined } & {
  readonly payment_method_options?: Readonly<Record<string, { readonly capture_method?: string } | null | undefined>> | undefined;
};

/** What the invoice says. */
const of_invoice = ['amount', 'currency', 'customer', 'capture_method', 'fx_quote'] as const;

/** Why a payment that pays an invoice cannot be changed like that: how much it is, whose, and that it is paid at once is for the invoice to say. */
export function unlikeInvoice(it: Intent, given: Given): Refusal | null {
  if (it.invoice === null) return null;
  const name = of_invoice.find((each) => given[each] !== undefined && given[each] !== it[each]);
  const held = Object.entries(given.payment_method_options ?? {}).find(([, options]) => options?.capture_method === 'manual')?.[0];
  const param = name ?? (held && `payment_method_options[${held}][capture_method]`);
  if (!param) return null;
  const message = `This PaymentIntent pays the invoice ${it.invoice}, so its ${name ?? 'capture_method'} cannot be changed. Attach a PaymentIntent of your own to the invoice to pay it otherwise.`;
  return { code: 'payment_intent_unexpected_state', param, message };
}
