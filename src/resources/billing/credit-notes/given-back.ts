import type { Asked } from '../../../kernel/base/effects.js';
import { inWords } from '../../../kernel/base/money.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { type charge, keptOf } from '../../payments/charges/charge.js';
import type { refund } from '../../payments/refunds/refund.js';
import type { InvoicePayment } from '../invoice-payments/invoice-payment.js';
import type { CreditNote } from './credit-note.js';
import type { Sent } from './input.js';

type Charge = It<typeof charge>;
type Refund = It<typeof refund>;

/** A refund that exists, and how much of it a note counts as its own. */
export type Linked = { readonly refund: string; readonly amount: number };

/** How much of a charge is refunded by a note itself. */
export type Refunding = { readonly charge: string; readonly amount: number };

/** How what was paid goes back, in minor units. */
export type GivenBack = {
  readonly refunding: readonly Refunding[];
  readonly credit_amount: number;
  readonly out_of_band_amount: number;
  readonly linked: readonly Linked[];
};

/** What was paid, and how far it has gone back. */
export type Paid = {
  /** The charge with which the invoice was paid. */
  readonly charge: Charge | null;
  /** All payments: how much of each was counted, and what was taken. */
  readonly paid: readonly InvoicePayment[];
  readonly paid_intents: { readonly all: readonly { readonly amount_received: number }[] };
  readonly charges: { readonly all: readonly Charge[] };
  readonly notes: readonly CreditNote[];
  readonly refund: Refund | null;
  readonly linked: { readonly get: (id: string) => Refund };
};

/** How much of refunds the notes in force count as theirs. */
const linkedBefore = (notes: readonly CreditNote[], id: string | null): number =>
  notes
    .filter(({ status }) => status === 'issued')
    .flatMap(({ refunds }) => refunds)
    .reduce((sum, { amount_refunded, refund }) => (id === null || refund === id ? sum + amount_refunded : sum), 0);

/** How what was paid is asked to go back, or why it cannot. */
export function givenBack(sent: Sent, paid: Paid, asked: Asked): GivenBack {
  const { refund_amount = 0, credit_amount = 0, out_of_band_amount = 0, refund: named, refunds = [] } = sent;
  if (named !== undefined && sent.refunds !== undefined)
    return asked.refuse({ code: 'parameters_exclusive', param: 'refund', message: 'Send only one of refunds and refund.' });
  const wanted = [
    ...(paid.refund ? [{ of: paid.refund, at: 'refund', amount: undefined }] : []),
    ...refunds.map(({ refund, amount_refunded: amount }, place) => ({ of: paid.linked.get(refund), at: `refunds[${place}]`, amount })),
  ];
  const linked: Linked[] = [];
  for (const { of, at, amount } of wanted) {
    const param = at === 'refund' ? at : `${at}[refund]`;
    const left = of.amount - linkedBefore(paid.notes, of.id);
    requireLinkable(of, paid.charges.all, linked, param, asked);
    if (left < (amount ?? 1))
      return asked.refuse({
        code: 'amount_too_large',
        param,
        message: `At most ${left} of this refund can be counted here: other credit notes count the rest.`,
      });
    linked.push({ refund: of.id, amount: amount ?? left });
  }
  const refunding = spread(refund_amount, chargesOf(paid), asked);
  return { refunding, credit_amount, out_of_band_amount, linked };
}

function requireLinkable(of: Refund, paid: readonly Charge[], linked: readonly Linked[], param: string, asked: Asked): void {
  const wrong = (message: string): Refusal => ({ code: 'parameter_invalid', param, message });
  if (!paid.some(({ id }) => id === of.charge)) asked.refuse(wrong('This refund is of another payment than that of the invoice.'));
  if (of.status === 'failed' || of.status === 'canceled')
    asked.refuse(wrong(`This refund has a status of ${of.status}, and has given nothing back.`));
  if (linked.some(({ refund }) => refund === of.id)) asked.refuse(wrong('This refund is named twice.'));
}

/** The charges that have paid an invoice, the newest first. What came when it was paid already is the customer's in another way. */
function chargesOf({ charge: last, charges, paid }: Paid): Charge[] {
  const intent = last?.status === 'succeeded' ? last.payment_intent : null;
  const until = paid.find(({ payment }) => payment.payment_intent === intent)?.status_transitions.paid_at ?? Number.POSITIVE_INFINITY;
  const newest = paid.toReversed().toSorted((one, other) => paidAt(other) - paidAt(one));
  const others = newest.filter((each) => paidAt(each) <= until && each.payment.payment_intent !== intent);
  const found = others.flatMap(({ payment }) => charges.all.find((each) => each.payment_intent === payment.payment_intent) ?? []);
  return [...(last ? [last] : []), ...found].filter(({ status }) => status === 'succeeded');
}

const paidAt = ({ status_transitions }: InvoicePayment): number => status_transitions.paid_at ?? 0;

/** Takes an amount from charges, from each as much as is left of it; or says why they have too little. */
function spread(amount: number, charges: readonly Charge[], asked: Asked): Refunding[] {
  if (amount === 0) return [];
  if (charges.length === 0)
    return asked.refuse({
      code: 'charge_not_refundable',
      param: 'refund_amount',
      message: 'This invoice has no payment that could be refunded. Send credit_amount or out_of_band_amount.',
    });
  let rest = amount;
  const parts = charges.map((charge) => {
    const part = Math.min(rest, keptOf(charge));
    rest -= part;
    return { charge: charge.id, amount: part };
  });
  return rest === 0
    ? parts.filter(({ amount }) => amount > 0)
    : asked.refuse({
        code: 'amount_too_large',
        param: 'refund_amount',
        message: `At most ${amount - rest} of what was paid of this invoice can be refunded. Give the rest back by credit_amount or out_of_band_amount.`,
      });
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** All that goes back, in minor units. */
export const sumOf = ({ refunding, credit_amount, out_of_band_amount, linked }: GivenBack): number =>
  credit_amount + out_of_band_amount + total([...refunding, ...linked].map(({ amount }) => amount));

/** What was refunded of all payments besides all notes: it cannot be given back once more. What was refunded before it paid the invoice is not of it. */
export function refundedOutside({ charges, notes, paid, paid_intents }: Paid): number {
  const refunded = total(charges.all.map(({ amount_refunded }) => amount_refunded));
  const taken = total(paid_intents.all.map(({ amount_received }) => amount_received));
  const before = taken - total(paid.map(({ amount_paid }) => amount_paid ?? 0));
  return Math.max(0, refunded - before - linkedBefore(notes, null));
}

/** Why what goes back is not what has to; null where it is. */
export function requireBalanced(back: GivenBack, post_payment_amount: number, currency: string, asked: Asked): void {
  const sum = sumOf(back);
  if (sum === post_payment_amount) return;
  const [given, due] = [inWords(sum, currency), inWords(post_payment_amount, currency)];
  const message = `The sum of refund_amount, credit_amount, out_of_band_amount and refunds (${given}) must equal what this credit note gives back of what was paid (${due}).`;
  asked.refuse({ code: 'parameter_invalid', param: 'refund_amount', message });
}
