import { set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import { rule } from '../../../kernel/base/rules.js';
import { minor_units } from '../minor-units.js';
import { purchase_details } from '../purchase-details.js';
import { settled } from '../transactions/settled.js';
import { issuingTransaction, shownTransaction, withReceipt } from '../transactions/transaction.js';
import { shareOf } from './amounts.js';
import { issuingAuthorization } from './authorization.js';
import { requireDecided } from './later.js';
import { counting, released, spenders } from './money.js';

/**
 * Lets a merchant take what is held (test mode): all of it or a part, once or, where it stays open, several times; and more than is held,
 * as networks allow for tips and fuel, even where that leaves less than nothing.
 */
export const capture = rule(issuingAuthorization, 'capture', {
  from: ['pending'],
  takes: {
    capture_amount: about(
      "The amount to capture in minor units of the card's currency, by default everything held; it can exceed that.",
      minor_units,
    ),
    close_authorization: about('Whether the remaining hold is released and the authorization is closed; true by default.', flag),
    purchase_details: about("The merchant's data about the purchase, stored with the transaction.", purchase_details),
  },
  reads: spenders,
  decide: ({ it, input, ...seen }, asked) => {
    const { amount_held = 0 } = it;
    const { capture_amount: amount = amount_held, close_authorization = true, purchase_details } = input;
    requireDecided(it, asked);
    if (amount === 0) return asked.refuse(nothing_held);
    const { effects, ...left } = released(it, close_authorization ? amount_held : Math.min(amount, amount_held), asked);
    const merchant_amount = -shareOf(amount, it);
    const of_purchase = { authorization: it.id, card: seen.card.id, merchant_amount, purchase_details: purchase_details ?? null };
    const id = asked.fresh(issuingTransaction);
    const taken = settled(id, { ...it, ...of_purchase, type: 'capture', amount: -amount }, asked);
    const transaction = asked.make(issuingTransaction, taken.members, id);
    const { counted, spent } = counting(it, amount - amount_held + left.amount_held, it.created, seen);
    const change = { ...left, counted, transactions: [...it.transactions, shownTransaction(transaction)] };
    const captured = close_authorization ? set(it, { status: 'closed', ...change }, 'issuing_authorization.updated') : set(it, change);
    return [effects, taken.effects, withReceipt(transaction), captured, spent];
  },
});

const nothing_held = {
  code: 'amount_too_small',
  param: 'capture_amount',
  message: 'This authorization holds nothing. Send the amount to capture as capture_amount.',
} as const;
