import { about, nullable, sometimes } from '../../../kernel/base/fields.js';
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
    available: about(
      'The money that the customer has sent and not paid with, in minor units by currency; null before the first transfer.',
      nullable(
        sparse({
          eur: about('The amount in euros, in minor units.', funds),
          gbp: about('The amount in pounds sterling, in minor units.', funds),
          jpy: about('The amount in Japanese yen, in minor units, which are whole yen.', funds),
          mxn: about('The amount in Mexican pesos, in minor units.', funds),
          usd: about('The amount in US dollars, in minor units.', funds),
        }),
      ),
    ),
    customer: about('The customer whose money it is.', ref('customer')),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
    settings: about(
      'How incoming transfers are used.',
      object({
        reconciliation_mode: about(
          'Whether incoming transfers pay waiting payments by themselves (`automatic`) or only by a request of yours (`manual`).',
          oneOf('automatic', 'manual'),
        ),
        using_merchant_default: about('Whether the mode is the default.', flag),
      }),
    ),
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
    applied_to_payment: about(
      'The payment that the amount was applied to, if `type` is `applied_to_payment`.',
      sometimes(object({ payment_intent: about('The payment.', ref('payment_intent')) })),
    ),
    currency: about('The currency, a three-letter ISO 4217 code.', currency),
    customer: about('The customer whose cash balance changed.', ref('customer')),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
    ending_balance: about('The cash balance in this currency after the change, in minor units.', integer()),
    funded: about(
      'The transfer that came in, if `type` is `funded`.',
      sometimes(
        object({
          bank_transfer: about(
            'The bank transfer of the customer.',
            sparse({
              eu_bank_transfer: about(
                'The sender of a transfer in euros.',
                object({
                  bic: about("The BIC of the sender's bank.", nullable(text)),
                  iban_last4: about("The last four characters of the sender's IBAN.", nullable(text)),
                  sender_name: about('The name of the sender.', nullable(text)),
                }),
              ),
              gb_bank_transfer: about(
                'The sender of a transfer in pounds.',
                object({
                  account_number_last4: about("The last four digits of the sender's account number.", nullable(text)),
                  sender_name: about('The name of the sender.', nullable(text)),
                  sort_code: about("The sort code of the sender's bank.", nullable(text)),
                }),
              ),
              jp_bank_transfer: about(
                'The sender of a transfer in yen.',
                object({
                  sender_bank: about('The bank of the sender.', nullable(text)),
                  sender_branch: about("The branch of the sender's bank.", nullable(text)),
                  sender_name: about('The name of the sender.', nullable(text)),
                }),
              ),
              reference: about('The text that the sender entered as the purpose.', nullable(text)),
              type: about('The type of bank transfer.', oneOf(...Object.values(transfer_of))),
              us_bank_transfer: about(
                'The sender of a transfer in US dollars.',
                object({
                  network: about('The network of the transfer, such as `ach`.', text),
                  sender_name: about('The name of the sender.', nullable(text)),
                }),
              ),
            }),
          ),
        }),
      ),
    ),
    net_amount: about('The change in minor units; negative when the money pays something.', integer()),
    type: about(
      'Whether a transfer came in (`funded`) or the money paid something (`applied_to_payment`).',
      oneOf('applied_to_payment', 'funded'),
    ),
  },
  start: 'customer_cash_balance_transaction.created',
  columns: ['customer'],
});

/** Remembers that a payment waits for a transfer of its customer. */
export const awaitedTransfer = resource({
  object: 'awaited_transfer',
  prefix: 'awtr',
  fields: {
    customer: about('The customer who transfers the money.', ref('customer')),
    payment_intent: about('The payment that waits for it.', ref('payment_intent')),
  },
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
