import { type Asked, remove, run, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { action, creation, list, on, result, retrieve, rule, search } from '../../../kernel/base/rules.js';
import { setUpMethod } from '../../../processors/questions.js';
import { account } from '../../accounts/accounts/account.js';
import { prefixFrom } from '../../accounts/accounts/invoice-prefix.js';
import { renderingTemplate, requireTemplate } from '../../billing/rendering-templates/template.js';
import { discount } from '../../catalogue/discounts/discount.js';
import { testClock } from '../../core/clocks/test-clock.js';
import { cashBalance, hasFunds } from '../../payments/cash-balances/cash-balance.js';
import { cash_balance_input, settle } from '../../payments/cash-balances/settle.js';
import { attached, requireAttachable } from '../../payments/payment-methods/attach.js';
import { answered, asking, isAsked } from '../../payments/payment-methods/attaching.js';
import { method_ref, paymentMethod } from '../../payments/payment-methods/payment-method.js';
import { type Card, card } from '../../payments/sources/card.js';
import { keepAnother } from '../../payments/sources/keep.js';
import { source_input } from '../../payments/sources/source-input.js';
import { token } from '../../payments/tokens/token.js';
import { customerBalanceTransaction } from '../customer-balance/balance-transaction.js';
import { explained } from '../customer-balance/move.js';
import { createOfCustomer, number_input, requireNumber } from '../tax-ids/index.js';
import { taxId } from '../tax-ids/tax-id.js';
import { type Customer, customer } from './customer.js';
import { discount_input, discount_reads, discount_reads_of_known, discounted, loseDiscount, withoutDiscount } from './discounted.js';
import { keptOf, requireLocated, tax_of_known, tax_of_new } from './taxed.js';

const writable = pick(
  customer.fields,
  'address',
  'balance',
  'business_name',
  'description',
  'email',
  'individual_name',
  'invoice_prefix',
  'invoice_settings',
  'metadata',
  'name',
  'next_invoice_sequence',
  'phone',
  'preferred_locales',
  'shipping',
  'tax_exempt',
);

/** The token that a source may name. */
const of_source = one(token, 'source.token');

/** The current or requested default payment method. */
const template = one(renderingTemplate, 'invoice_settings.rendering_options.template');
const default_method = one(paymentMethod, 'invoice_settings.default_payment_method');

type Method = It<typeof paymentMethod>;
type Settings = { readonly invoice_settings?: { readonly default_payment_method?: string | null } };

/** A default must be a payment method of this very customer; only what is being set is judged. */
function requireOwnDefault({ invoice_settings }: Settings, method: Method | null, isOwn: (method: Method) => boolean, asked: Asked): void {
  if (!invoice_settings?.default_payment_method || !method || isOwn(method)) return;
  asked.refuse({
    code: 'resource_missing',
    status: 400,
    param: 'invoice_settings[default_payment_method]',
    message: 'The customer has no such payment method. Attach it to the customer first.',
  });
}

/** A prefix that the merchant has named is no other customer's, or their invoices would have the same numbers. */
const prefixOf = ({ invoice_prefix }: { readonly invoice_prefix?: string | null }) =>
  invoice_prefix == null ? null : { invoice_prefix, chose_prefix: true };

type Account = It<typeof account> | null;

/** A balance that is set is moved there, in the currency of the customer or else of the account; it is explained like every other move. */
function balanced(
  it: Pick<Customer, 'id' | 'balance' | 'currency'>,
  to: number | undefined,
  account: Account,
  type: 'initial' | 'adjustment',
) {
  if (to === undefined || to === it.balance) return null;
  return explained(it, { amount: to - it.balance, currency: it.currency ?? account?.default_currency ?? 'usd', type });
}

const clock_failed: Refusal = {
  code: 'test_clock_unexpected_state',
  param: 'test_clock',
  message: 'The test clock has a status of internal_failure, and can no longer be advanced. Create another one.',
};

/** Creates a customer; a payment method given with it is attached, a card once its issuer allows it, and becomes the default. */
export const create = creation(customer, {
  takes: {
    ...writable,
    ...discount_input,
    cash_balance: about('Settings for money that the customer sends by bank transfer.', cash_balance_input),
    payment_method: about(
      'A payment method to attach to the new customer; it becomes the default for invoices once its issuer allows it.',
      method_ref,
    ),
    source: about('A card source to attach: a token, or the members of a card. It becomes the default source.', source_input),
    tax: tax_of_new,
    tax_id_data: about('Tax ids to create with the customer, up to five.', listOf(object(number_input), 5)),
    test_clock: about(
      'A test clock that determines the time for this customer and all that belongs to it, in test mode.',
      ref('test_helpers.test_clock'),
    ),
  },
  reads: {
    ...discount_reads,
    account: own(account),
    default_method,
    template,
    test_clock: testClock,
    payment_method: paymentMethod,
    token: of_source,
  },
  decide: ({ it, input, payment_method: method, ...seen }, asked) => {
    const { cash_balance, payment_method: named, source, coupon, promotion_code, tax, tax_id_data: numbers = [], ...given } = input;
    const { account, default_method, test_clock, token } = seen;
    if (test_clock?.status === 'internal_failure') return asked.refuse(clock_failed);
    requireOwnDefault(given, default_method, ({ id }) => id === named, asked);
    if (method) requireAttachable(method, it.id, asked);
    requireTemplate(given.invoice_settings?.rendering_options, seen.template, template_at, asked);
    requireLocated({ ...given, ...(tax && { tax }) }, null, asked);
    requireNumbers(numbers, asked);
    const keeping = source && keepAnother(source, token, it.id, asked);
    const invoice_settings = { ...given.invoice_settings, ...(method && { default_payment_method: method.id }) };
    const off = discounted(it, { coupon, promotion_code }, seen, asked);
    const opening = balanced(it, given.balance, account, 'initial');
    const chosen = prefixOf(given) ?? { invoice_prefix: prefixFrom(it.id) };
    const made = set(it, { ...given, ...keptOf(tax, given, it), ...chosen, ...off.change, ...opening?.change, invoice_settings });
    const explaining = opening && asked.make(customerBalanceTransaction, opening.transaction);
    return [
      made,
      off.effects,
      explaining,
      method && (isAsked(method) ? asking(made, method, it.id, asked) : attached(method, it.id)),
      keeping?.made,
      numbers.map((number) => run(createOfCustomer, asked.fresh(taxId), { customer: it.id, ...number })),
      cash_balance && run(settle, asked.fresh(cashBalance), { customer: it.id, ...cash_balance }),
    ];
  },
});

function requireNumbers(numbers: readonly Parameters<typeof requireNumber>[0][], asked: Asked): void {
  for (const [place, number] of numbers.entries()) requireNumber(number, asked, `tax_id_data[${place}][value]`);
}

/** The issuer's answer for the card that a new customer is to have: without it they have none. */
export const cardAnswered = result(customer, setUpMethod, {
  reads: { default_method },
  decide: ({ it, answer, default_method: method }) => {
    if (!method) return null;
    const { effects, is_attached } = answered(method, it.id, answer);
    return [!is_attached && set(it, { invoice_settings: { default_payment_method: null } }), effects];
  },
});

/**
 * Changes what is given and leaves the rest; a source given takes the place of the default one, which is gone then (Stripe), once its
 * issuer allows it.
 */
export const update = rule(customer, 'update', {
  takes: {
    ...writable,
    ...discount_input,
    cash_balance: about('Settings for money that the customer sends by bank transfer.', cash_balance_input),
    default_source: about('The card source of this customer that becomes the default one.', ref('card')),
    source: about(
      'A card source that replaces the default one once its issuer allows it: a token, or the members of a card.',
      source_input,
    ),
    tax: tax_of_known,
  },
  reads: { ...discount_reads_of_known, account: own(account), default_method, default_source: card, template, token: of_source },
  decide: (
    { it, input: { cash_balance, source, coupon, promotion_code, tax, ...given }, default_method, default_source, token, account, ...seen },
    asked,
  ) => {
    requireOwnDefault(given, default_method, (method) => method.customer === it.id, asked);
    requireOwnSource(it, given, source, default_source, asked);
    requireTemplate(given.invoice_settings?.rendering_options, seen.template, template_at, asked);
    requireLocated({ ...given, ...(tax && { tax }) }, it, asked);
    const keeping = source ? keepAnother(source, token, it.id, asked) : null;
    const off = discounted(it, { coupon, promotion_code }, seen, asked);
    const move = balanced(it, given.balance, account, 'adjustment');
    const explaining = move && asked.make(customerBalanceTransaction, move.transaction);
    const settling = cash_balance && run(settle, asked.fresh(cashBalance), { customer: it.id, ...cash_balance });
    const changed = set(it, { ...given, ...keptOf(tax, given, it), ...prefixOf(given), ...off.change, ...move?.change });
    return [changed, off.effects, explaining, keeping?.made, settling];
  },
});

/** Why a source cannot be the default one. */
function requireOwnSource(
  it: Customer,
  given: { default_source?: string },
  source: object | undefined,
  named: Card | null,
  asked: Asked,
): void {
  if (given.default_source === undefined) return;
  if (source) asked.refuse({ code: 'parameters_exclusive', param: 'source', message: 'Send only one of source and default_source.' });
  if (named?.customer === it.id) return;
  asked.refuse({
    code: 'resource_missing',
    status: 400,
    param: 'default_source',
    message: 'The customer has no such source. Add it first.',
  });
}

const has_funds: Refusal = {
  code: 'parameter_invalid',
  param: 'id',
  message: 'The cash balance of the customer is not empty. Apply it to a payment before you delete the customer.',
};

/** Deletes a customer; its payments stay. A customer with a cash balance cannot be deleted. */
export const erase = rule(customer, 'delete', {
  reads: { cash: one(cashBalance, 'cash_balance') },
  decide: ({ it, cash }, asked) => (hasFunds(cash) ? asked.refuse(has_funds) : remove(it)),
});

/** A customer is deleted with its test clock. */
export const goWithClock = on(testClock, 'test_helpers.test_clock.deleted', customer, {
  each: 'test_clock',
  decide: ({ it }) => remove(it),
});

const template_at = 'invoice_settings[rendering_options]';

/** The customers group. */
export const customers = [
  action('POST /v1/customers', create, {
    about: 'Creates a customer. A payment method or source that is sent is checked with its issuer, attached, and becomes the default.',
  }),
  cardAnswered,
  action('POST /v1/customers/:id', update, {
    about: 'Updates the members that are sent; others stay. A changed `balance` is recorded as a balance transaction.',
  }),
  action('DELETE /v1/customers/:id', erase, {
    about:
      'Deletes a customer for good and cancels its subscriptions; payments and invoices stay. A customer with a cash balance cannot be deleted.',
  }),
  action('DELETE /v1/customers/:id/discount', loseDiscount, {
    summary: 'Delete the discount of a customer',
    replies: discount,
    about: 'Removes the discount of a customer and returns it. Invoices that were reduced by it are not changed.',
  }),
  withoutDiscount,
  goWithClock,
  search(customer, 'GET /v1/customers/search', 'email:"jo@example.com"', {
    about: 'Searches customers by their email, name, phone, metadata and creation time.',
  }),
  retrieve(customer, 'GET /v1/customers/:id', { about: 'Retrieves a customer; for a deleted one only its id and `deleted`.' }),
  list(customer, ['GET /v1/customers', 'GET /v1/customers/list'], pick(customer.fields, 'email', 'test_clock'), {
    about: 'Lists customers, newest first.',
  }),
] as const;
