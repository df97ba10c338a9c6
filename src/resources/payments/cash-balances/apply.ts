import { type Asked, type Decision, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { amount } from '../../../kernel/base/kinds.js';
import { currency, inWords } from '../../../kernel/base/money.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule, unexpected } from '../../../kernel/base/rules.js';
import { post } from '../../../kernel/ledger/movements.js';
import { isTransferCurrency } from '../../../processors/contract.js';
import { reads } from '../payment-intents/attempt.js';
import { paymentIntent } from '../payment-intents/payment-intent.js';
import { settled } from '../payment-intents/result.js';
import { cashBalance, cashTransaction, fundsIn } from './cash-balance.js';

type Intent = It<typeof paymentIntent>;

/** Whether a payment waits for a bank transfer of its customer. */
export const awaitsTransfer = ({ status, next_action }: Intent): boolean =>
  status === 'requires_action' && next_action?.payment_method_type === 'customer_balance';

/** Pays from the customer's cash balance. No processor is asked: the money has arrived. */
export const apply = rule(paymentIntent, 'apply the cash balance to', {
  from: ['requires_action'],
  takes: {
    amount: about('The amount of the payment in minor units. It must be the whole amount of the payment, which is the default.', amount),
    currency: about('The currency of the payment, a three-letter ISO 4217 code.', currency),
  },
  reads: { ...reads, cash: one(cashBalance, 'customer.cash_balance') },
  decide: ({ it, input, cash, ...seen }, asked): Decision => {
    const { id: payment_intent, amount, currency, latest_attempt, processor } = it;
    const { customer, payment_method } = seen;
    if (!awaitsTransfer(it) || !latest_attempt || !processor || !payment_method) return asked.refuse(unexpected(apply, it.status));
    requireSame(it, input, asked);
    const held = isTransferCurrency(currency) ? fundsIn(cash, currency) : 0;
    if (!cash || !customer || !isTransferCurrency(currency) || held < amount) return asked.refuse(tooLittle(it, held));
    const ending_balance = held - amount;
    const applied = asked.make(cashTransaction, {
      applied_to_payment: { payment_intent },
      currency,
      customer: customer.id,
      ending_balance,
      net_amount: -amount,
      type: 'applied_to_payment',
    });
    const told = { asked: { attempt: latest_attempt }, by: processor };
    return [
      set(cash, { available: { ...cash.available, [currency]: ending_balance } }, null),
      applied,
      post('cash_applied', { amount, currency, source: applied.id }),
      settled(it, { result: 'approved' }, { ...seen, ...told }, asked),
    ];
  },
});

/** A payment is paid as a whole, in its own currency. */
function requireSame(it: Intent, given: { readonly amount?: number; readonly currency?: string }, asked: Asked): void {
  const param = (['amount', 'currency'] as const).find((name) => given[name] !== undefined && given[name] !== it[name]);
  if (!param) return;
  const message = `This PaymentIntent is paid as a whole: leave amount and currency out, or send ${it.amount} and ${it.currency}.`;
  asked.refuse({ code: 'parameter_invalid', param, message });
}

const tooLittle = ({ amount, currency }: Intent, held: number): Refusal => ({
  code: 'balance_insufficient',
  message: `The cash balance of the customer has ${inWords(held, currency)}, and the payment needs ${inWords(amount, currency)}.`,
});
