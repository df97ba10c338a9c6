import { type Asked, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { integerOrDigits, ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { currency, inWords } from '../../../kernel/base/money.js';
import { balance, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { creation, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { balanceTransaction, waitingWith } from '../../money/balance/balance-transaction.js';
import { charge, keptOf } from '../../payments/charges/charge.js';
import { requireTransferable } from './destination.js';
import { given } from './pay.js';
import { transfer } from './transfer.js';

type Charge = It<typeof charge>;

const { fields } = transfer;

/** Gives funds to a connected account: of the available balance, or of what a charge has brought. */
export const create = creation(transfer, {
  takes: {
    amount: about(
      'The amount to transfer in minor units; by default, with `source_transaction`, all of the charge that is not transferred yet.',
      integerOrDigits({ minimum: 1, maximum: 99_999_999_999 }),
    ),
    currency: about("The currency to transfer; with `source_transaction` it must be the charge's.", required(currency)),
    destination: about('The connected account to transfer to; its `transfers` capability must be active.', required(ref('account'))),
    ...pick(fields, 'description', 'metadata', 'source_transaction', 'source_type', 'transfer_group'),
  },
  reads: {
    destination: account,
    source_transaction: charge,
    money: one(balanceTransaction, 'source_transaction.balance_transaction'),
    available: balance('merchant_available', 'currency'),
  },
  decide: ({ it, input, destination, source_transaction: source, money, available }, asked) => {
    if (!destination) return asked.refuse(noDestination(input.destination));
    requireTransferable(destination, asked.account, asked);
    if (source) requireLikeCharge(source, input, asked);
    const amount = input.amount ?? (source ? leftToPassOn(source) : undefined);
    if (amount === undefined) return asked.refuse({ code: 'parameter_missing', param: 'amount' });
    if (!source && available < amount) return asked.refuse(tooLittle(available, input.currency));
    if (source && (amount === 0 || amount > leftToPassOn(source))) return asked.refuse(tooMuchOf(source));
    const said = { ...input, amount, transfer_group: input.transfer_group ?? source?.transfer_group ?? null };
    const passed = source && set(source, { amount_transferred: source.amount_transferred + amount }, null);
    return [
      passed,
      given(set(it, said), { payment: asked.fresh(charge), of_charge: source && waitingWith(money, asked.now), fee: null }, asked),
    ];
  },
});

/** What a charge has brought, is not given back or disputed, and has not been passed on yet, in minor units. */
const leftToPassOn = (of: Charge): number => Math.max(0, Math.min(of.amount_captured, keptOf(of)) - of.amount_transferred);

/** That an account is not to be found, or not for the caller. */
const noDestination = (id: string): Refusal => ({
  code: 'resource_missing',
  status: 400,
  param: 'destination',
  message: `No such destination: '${id}'`,
});

const converted_source = 'This charge was converted. Transfer what it has brought once that is available, without source_transaction.';

function requireLikeCharge(source: Charge, { currency }: { readonly currency: string }, asked: Asked): void {
  if (source.status !== 'succeeded' || !source.captured)
    asked.refuse({
      code: 'parameter_invalid',
      param: 'source_transaction',
      message: `The charge ${source.id} has no funds that could be transferred.`,
    });
  if (source.settles) asked.refuse({ code: 'parameter_invalid', param: 'source_transaction', message: converted_source });
  if (source.currency === currency) return;
  asked.refuse({ code: 'parameter_invalid', param: 'currency', message: `The charge ${source.id} was taken in ${source.currency}.` });
}

const tooLittle = (available: number, currency: string): Refusal => ({
  code: 'balance_insufficient',
  param: 'amount',
  message: `The available balance is ${inWords(Math.max(available, 0), currency)}, which does not cover this transfer.`,
});

const tooMuchOf = (source: Charge): Refusal => ({
  code: 'amount_too_large',
  param: 'amount',
  message: `At most ${leftToPassOn(source)} of the charge ${source.id} can be transferred.`,
});

/** Changes what describes a transfer. */
export const update = rule(transfer, 'update', {
  takes: pick(fields, 'description', 'metadata'),
  decide: ({ it, input }) => set(it, input),
});
