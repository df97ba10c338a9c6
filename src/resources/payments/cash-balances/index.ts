import { set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { amount, ref, textOf } from '../../../kernel/base/kinds.js';
import { many, one } from '../../../kernel/base/reads.js';
import { action, creation, list, retrieve } from '../../../kernel/base/rules.js';
import { post } from '../../../kernel/ledger/movements.js';
import { type TransferCurrency, transfer_of } from '../../../processors/contract.js';
import { customer } from '../../customers/customers/customer.js';
import { paymentIntent } from '../payment-intents/payment-intent.js';
import { apply } from './apply.js';
import { awaitedTransfer, cashBalance, cashTransaction, fundsIn, merchant_default, transfer_currency } from './cash-balance.js';
import { fundingInstructions, retrieveCash } from './escapes.js';
import { awaitTransfer, forget, forgotten, reconciled } from './reconcile.js';
import { settle } from './settle.js';

const of_customer = { customer: about('The customer whose cash balance it is.', required(ref('customer'))) };
const of_cash = { customer, cash: one(cashBalance, 'customer.cash_balance') } as const;

/** Who sent a transfer of test mode, and from where. */
const senders = {
  eur: { eu_bank_transfer: { bic: 'FLRNDEB1XXX', iban_last4: '3000', sender_name: 'Jenny Rosen' } },
  gbp: { gb_bank_transfer: { account_number_last4: '2345', sender_name: 'Jenny Rosen', sort_code: '108800' } },
  jpy: { jp_bank_transfer: { sender_bank: 'TEST BANK', sender_branch: 'TEST BRANCH', sender_name: 'Jenny Rosen' } },
  mxn: {},
  usd: { us_bank_transfer: { network: 'ach', sender_name: 'Jenny Rosen' } },
} as const satisfies Record<TransferCurrency, object>;

/** Lets a bank transfer of a customer come in (test mode). */
export const fund = creation(cashTransaction, {
  takes: {
    ...of_customer,
    amount: about('The transferred amount in minor units.', required(amount)),
    currency: about('The currency of the transfer, a three-letter ISO 4217 code.', required(transfer_currency)),
    reference: about('The text that the customer entered as the purpose, which links the transfer to a payment.', textOf(255)),
  },
  reads: {
    ...of_cash,
    awaited: many(awaitedTransfer, { by: 'customer', of: 'customer', cut: true }),
    intents: one(paymentIntent, 'awaited.payment_intent'),
  },
  decide: ({ it, input, customer: owner, cash: before, awaited, intents }, asked) => {
    if (!owner) return asked.refuse({ code: 'resource_missing', param: 'customer' });
    const { amount, currency, reference = null } = input;
    const funds = fundsIn(before, currency) + amount;
    const available = { ...before?.available, [currency]: funds };
    const cash = before
      ? set(before, { available }, null)
      : asked.make(cashBalance, { available, customer: owner.id, settings: merchant_default });
    const funded = set(it, {
      currency,
      customer: owner.id,
      ending_balance: funds,
      funded: { bank_transfer: { type: transfer_of[currency], reference, ...senders[currency] } },
      net_amount: amount,
      type: 'funded',
    });
    return [
      cash,
      !before && set(owner, { cash_balance: cash.id }, null),
      funded,
      post('cash_funded', { amount, currency, source: it.id }),
      forgotten(awaited, intents),
      reconciled(cash, intents.all, { funds, currency, reference }),
    ];
  },
});

/** The cash balances group. */
export const cashBalances = [
  retrieveCash,
  fundingInstructions,
  action('POST /v1/customers/:customer/cash_balance', settle, {
    summary: 'Update the settings of a cash balance',
    about: 'Changes whether incoming transfers of a customer pay waiting payments by themselves.',
  }),
  retrieve(cashTransaction, 'GET /v1/customers/:customer/cash_balance_transactions/:id', {
    within: 'customer',
    about: "Retrieves a change of a customer's cash balance.",
  }),
  list(cashTransaction, 'GET /v1/customers/:customer/cash_balance_transactions', of_customer, {
    created: false,
    about: "Lists the changes of a customer's cash balance, newest first.",
  }),
  action('POST /v1/test_helpers/customers/:customer/fund_cash_balance', fund, {
    summary: 'Fund a cash balance',
    about: 'Simulates a bank transfer of a customer, which then pays waiting payments.',
  }),
  action('POST /v1/payment_intents/:id/apply_customer_balance', apply, {
    summary: 'Apply a cash balance to a payment',
    about: "Pays a payment that waits for a bank transfer from the customer's cash balance.",
  }),
  awaitTransfer,
  forget,
] as const;
