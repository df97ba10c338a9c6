import { nullable, sometimes } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { object, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { type TransferCurrency, transfer_of } from '../../../processors/contract.js';

const funds = integer();

/** What a customer has sent and not paid with yet, in minor units by currency: it is theirs, and no balance of the merchant's. */
export const cashBalance = resource({
  object: 'cash_balance',
  prefix: 'cashbal',
  fields: {
    available: nullable(sparse({ eur: funds, gbp: funds, jpy: funds, mxn: funds, usd: funds })),
    customer: ref('customer'),
    customer_account: nullable(text),
    settings: object({ reconciliation_mode: oneOf('automatic', 'manual'), using_merchant_default: flag }),
  },
  start: null,
  events: { told: ['cash_balance.funds_available'] },
  removable: true,
});

/** A change of a customer's cash balance, and what explains it. */
export const cashTransaction = resource({
  object: 'customer_cash_balance_transaction',
  prefix: 'ccsbtxn',
  fields: {
    applied_to_payment: sometimes(object({ payment_intent: ref('payment_intent') })),
    currency,
    customer: ref('customer'),
    customer_account: nullable(text),
    ending_balance: integer(),
    funded: sometimes(
      object({
        bank_transfer: sparse({
          eu_bank_transfer: object({ bic: nullable(text), iban_last4: nullable(text), sender_name: nullable(text) }),
          gb_bank_transfer: object({ account_number_last4: nullable(text), sender_name: nullable(text), sort_code: nullable(text) }),
          jp_bank_transfer: object({ sender_bank: nullable(text), sender_branch: nullable(text), sender_name: nullable(text) }),
          reference: nullable(text),
          type: oneOf(...Object.values(transfer_of)),
          us_bank_transfer: object({ network: text, sender_name: nullable(text) }),
        }),
      }),
    ),
    net_amount: integer(),
    type: oneOf('applied_to_payment', 'funded'),
  },
  start: 'customer_cash_balance_transaction.created',
  columns: ['customer'],
});

/** Remembers that a payment waits for a transfer of its customer. */
export const awaitedTransfer = resource({
  object: 'awaited_transfer',
  prefix: 'awtr',
  fields: { customer: ref('customer'), payment_intent: ref('payment_intent') },
  start: null,
  timers: ['forget'],
  columns: ['customer'],
  owner: 'customer',
  removable: true,
});

/** Currencies as parameters take them. */
export const transfer_currency = oneOf(...(Object.keys(transfer_of) as TransferCurrency[]));

/** A customer's cash balance, where they have one already. */
export type Cash = It<typeof cashBalance> | null;

/** What is in it, in minor units. */
export const fundsIn = (cash: Cash, currency: TransferCurrency): number => cash?.available?.[currency] ?? 0;

/** Whether there is anything in it. */
export const hasFunds = (cash: Cash): boolean => Object.values(cash?.available ?? {}).some((funds) => Number(funds) > 0);

/** Whether incoming funds are applied automatically; true by default. */
export const isAutomatic = (cash: Cash): boolean => cash?.settings.reconciliation_mode !== 'manual';

/** The default settings. */
export const merchant_default = { reconciliation_mode: 'automatic', using_merchant_default: true } as const;
