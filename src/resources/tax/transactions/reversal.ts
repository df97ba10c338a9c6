import { type Around, type Asked, type Effects, set } from '../../../kernel/base/effects.js';
import { amountOf, fraction, plus, rounded } from '../../../kernel/base/exact.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { integer, metadata, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { billed_max } from '../../../kernel/base/money.js';
import { one, unique } from '../../../kernel/base/reads.js';
import { creation } from '../../../kernel/base/rules.js';
import { lines_max } from '../calculations/parts.js';
import { all_back, nothing_back, nothing_flat, nothing_named, of_reversal } from './refusals.js';
import { requireFree } from './require-free.js';
import { type TaxTransaction, type TransactionLine, taxTransaction, transaction_line_id } from './transaction.js';

const negative = integer({ minimum: -billed_max, maximum: 0 });

const takes = {
  flat_amount: about(
    'The whole amount to take back with its taxes, in minor units and below zero; it is divided among all lines. With `mode=partial`.',
    negative,
  ),
  line_items: about(
    'The lines to take back, with `mode=partial`.',
    listOf(
      object({
        amount: about('The amount to take back, in minor units and below zero; with its taxes if they are inclusive.', required(negative)),
        amount_tax: about('The taxes to take back, in minor units and below zero.', required(negative)),
        metadata,
        original_line_item: about('The line of the original transaction.', required(text)),
        quantity: about('The number of units that come back; that of the line by default.', integer({ minimum: 0 })),
        reference: about('Your own name of the line, unique in the reversal.', required(textOf(500))),
      }),
      lines_max,
    ),
  ),
  metadata,
  mode: about(
    '`full` for everything that has not been taken back yet, `partial` for an amount or some lines.',
    required(oneOf('full', 'partial')),
  ),
  original_transaction: about('The transaction to reverse.', required(ref('tax.transaction'))),
  reference: required(taxTransaction.fields.reference),
  shipping_cost: about(
    'The shipping to take back, with `mode=partial`.',
    object({
      amount: about('The amount to take back, in minor units and below zero.', required(negative)),
      amount_tax: about('The taxes to take back, in minor units and below zero.', required(negative)),
    }),
  ),
} as const;

type Input = Given<typeof takes>;

/** What is taken back of a line, or of shipping where `line` is null: minor units below zero. */
type Share = { readonly line: string | null; readonly amount: number; readonly amount_tax: number };

/** Takes back a transaction, whole or in part. */
export const createReversal = creation(taxTransaction, {
  takes,
  reads: {
    original: one(taxTransaction, 'original_transaction'),
    holder: unique(taxTransaction, { by: 'reference', of: 'reference' }),
  },
  decide: ({ it, input, original, holder }, asked) => {
    requireFree(holder, asked);
    if (original.type === 'reversal') return asked.refuse(of_reversal);
    const shares = sharesOf(input, original, asked).filter(isSome);
    if (shares.length === 0) return asked.refuse(nothing_back);
    const made = set(it, membersOf(it.id, original, shares, input, asked));
    return [made, set(original, { reversed: summed([...(original.reversed ?? []), ...shares]) }, null)];
  },
});

const isSome = ({ amount, amount_tax }: Share): boolean => amount !== 0 || amount_tax !== 0;

/** What was taken back, once for each line, so that the original grows no further than its lines. */
function summed(shares: readonly Share[]): Share[] {
  const of = new Map<string | null, Share>();
  for (const { line, amount, amount_tax } of shares) {
    const before = of.get(line) ?? { amount: 0, amount_tax: 0 };
    of.set(line, { line, amount: before.amount + amount, amount_tax: before.amount_tax + amount_tax });
  }
  return [...of.values()];
}

/** What a caller says of a reversal besides its amounts. */
type Saying = Pick<Input, 'reference' | 'line_items' | 'metadata'>;

function membersOf(
  id: string,
  original: TaxTransaction,
  shares: readonly Share[],
  said: Saying,
  { fresh, now }: Pick<Around, 'fresh' | 'now'>,
) {
  const sent = new Map((said.line_items ?? []).map((each) => [each.original_line_item, each]));
  const data = shares.flatMap((share): TransactionLine[] => {
    const of = original.line_items.data.find((line) => line.id === share.line);
    const own = sent.get(share.line ?? '');
    if (!of) return [];
    return [
      {
        ...of,
        id: fresh(transaction_line_id),
        amount: share.amount,
        amount_tax: share.amount_tax,
        metadata: own?.metadata || {},
        quantity: own?.quantity ?? of.quantity,
        reference: own?.reference ?? of.reference,
        reversal: { original_line_item: of.id },
        type: 'reversal',
      },
    ];
  });
  const shipping = shares.find(({ line }) => line === null);
  const { currency, customer, customer_details, ship_from_details, shipping_cost, tax_date } = original;
  return {
    ...{ currency, customer, customer_details, ship_from_details, tax_date },
    line_items: { object: 'list' as const, data, has_more: false, url: `/v1/tax/transactions/${id}/line_items` },
    ...(said.metadata && { metadata: said.metadata }),
    posted_at: now,
    reference: said.reference,
    reversal: { original_transaction: original.id },
    shipping_cost:
      shipping && shipping_cost ? { ...shipping_cost, amount: shipping.amount, amount_tax: shipping.amount_tax, tax_breakdown: [] } : null,
    type: 'reversal' as const,
  };
}

/** Takes back a recorded transaction by what is given back of its lines, or of shipping where `reference` is null, at most the remaining amount of each. */
export function takenBack(
  original: TaxTransaction,
  credited: readonly { readonly reference: string | null; readonly amount: number; readonly amount_tax: number }[],
  by: string,
  around: Pick<Around, 'fresh' | 'make' | 'now'>,
): Effects {
  const left = leftOf(original);
  const shares = credited.flatMap(({ reference, amount, amount_tax }): Share[] => {
    const line = original.line_items.data.find((each) => each.reference === reference)?.id ?? null;
    const of = line === null && reference !== null ? undefined : left.find((each) => each.line === line);
    return of ? [{ line: of.line, amount: 0 - Math.min(amount, of.amount), amount_tax: 0 - Math.min(amount_tax, of.amount_tax) }] : [];
  });
  return recordedBack(original, shares, by, around);
}

/** Takes back a recorded transaction as far as its payment is refunded: `refunded` is the sum of all refunds, in minor units. */
export function refundedBack(
  original: TaxTransaction,
  refunded: number,
  by: string,
  around: Pick<Around, 'fresh' | 'make' | 'now'>,
): Effects {
  const left = leftOf(original);
  const rest = totalOf(left);
  const before = totalOf(leftOf({ ...original, reversed: [] })) - rest;
  const back = Math.min(refunded - before, rest);
  return back > 0 ? recordedBack(original, sharesOfAmount(back, left), by, around) : null;
}

/** The reversal of these shares, recorded for a refund or a credit note. */
function recordedBack(
  original: TaxTransaction,
  shares: readonly Share[],
  by: string,
  around: Pick<Around, 'fresh' | 'make' | 'now'>,
): Effects {
  const some = shares.filter(isSome);
  if (some.length === 0) return null;
  const id = around.fresh(taxTransaction);
  const members = membersOf(id, original, some, { reference: by }, around);
  return [
    around.make(taxTransaction, { ...members, recorded_for: by }, id),
    set(original, { reversed: summed([...(original.reversed ?? []), ...some]) }, null),
  ];
}

/** A part of a transaction, as far as it has not been taken back. */
type Left = Share & { readonly inclusive: boolean };

function leftOf({ line_items: { data }, shipping_cost, reversed = [] }: TaxTransaction): Left[] {
  const back = (id: string | null, member: 'amount' | 'amount_tax'): number =>
    reversed.reduce((sum, each) => (each.line === id ? sum + each[member] : sum), 0);
  const left = (line: string | null, of: Pick<TransactionLine, 'amount' | 'amount_tax' | 'tax_behavior'>): Left => ({
    line,
    amount: of.amount + back(line, 'amount'),
    amount_tax: of.amount_tax + back(line, 'amount_tax'),
    inclusive: of.tax_behavior === 'inclusive',
  });
  return [...data.map((line) => left(line.id, line)), ...(shipping_cost ? [left(null, shipping_cost)] : [])];
}

function sharesOf(input: Input, original: TaxTransaction, asked: Asked): Share[] {
  const left = leftOf(original);
  const total = left.reduce((sum, { amount, amount_tax }) => sum + Math.abs(amount) + Math.abs(amount_tax), 0);
  if (total === 0) return asked.refuse(all_back);
  const { flat_amount, line_items, mode, shipping_cost } = input;
  const partial = (['flat_amount', 'line_items', 'shipping_cost'] as const).filter((name) => input[name] !== undefined);
  if (mode === 'full') {
    if (partial[0])
      asked.refuse({ code: 'parameters_exclusive', param: partial[0], message: `Send mode=partial with ${partial[0]}, or leave it out.` });
    return left.map(({ line, amount, amount_tax }) => ({ line, amount: 0 - amount, amount_tax: 0 - amount_tax }));
  }
  if (flat_amount !== undefined) {
    if (line_items ?? shipping_cost)
      asked.refuse({
        code: 'parameters_exclusive',
        param: 'flat_amount',
        message: 'Send either flat_amount, or line_items and shipping_cost.',
      });
    return divided(flat_amount, left, asked);
  }
  if (!line_items && !shipping_cost) return asked.refuse(nothing_named);
  return named(input, left, asked);
}

/** An amount with its taxes, divided by the remaining amounts of the parts; the shares add up to it. */
function divided(flat_amount: number, left: readonly Left[], asked: Asked): Share[] {
  const total = totalOf(left);
  if (flat_amount > -1) return asked.refuse(nothing_flat);
  if (-flat_amount > total || total <= 0) return asked.refuse(tooMuch('flat_amount', total));
  return sharesOfAmount(-flat_amount, left);
}

/** What a part comes to with its taxes. */
const wholeOf = ({ amount, amount_tax, inclusive }: Left): number => (inclusive ? amount : amount + amount_tax);

const totalOf = (parts: readonly Left[]): number => parts.reduce((sum, part) => sum + wholeOf(part), 0);

/** An amount above zero, divided by the remaining amounts of the parts. */
function sharesOfAmount(back: number, left: readonly Left[]): Share[] {
  const total = totalOf(left);
  let reached = fraction(0);
  return left.map((part) => {
    const { line, amount_tax, inclusive } = part;
    const whole = wholeOf(part);
    const before = rounded(reached);
    reached = plus(reached, fraction(BigInt(back) * BigInt(whole), BigInt(total)));
    const share = amountOf(rounded(reached) - before);
    const tax = whole === 0 ? 0 : amountOf(rounded(fraction(BigInt(share) * BigInt(amount_tax), BigInt(whole))));
    return { line, amount: 0 - (inclusive ? share : share - tax), amount_tax: 0 - tax };
  });
}

const tooMuch = (param: string, left: number) =>
  ({ code: 'amount_too_large', param, message: `At most ${left} can be reversed. Send an amount of -${left} or more.` }) as const;

/** The lines and the shipping that a caller names. */
function named({ line_items = [], shipping_cost }: Input, left: readonly Left[], asked: Asked): Share[] {
  const shares = line_items.map(({ original_line_item: line, amount, amount_tax }) => ({ line, amount, amount_tax }));
  const seen = new Set<string>();
  for (const [place, { line, ...share }] of shares.entries()) {
    const at = `line_items[${place}]`;
    const of = left.find((each) => each.line === line);
    if (!of || seen.has(line)) {
      const message = of ? 'The line is named twice. Send each line once.' : `The original transaction has no line ${line}.`;
      return asked.refuse({ code: 'parameter_invalid', param: `${at}[original_line_item]`, message });
    }
    seen.add(line);
    requireLeft(share, of, at, asked);
  }
  if (!shipping_cost) return shares;
  const of = left.find((each) => each.line === null);
  if (!of)
    return asked.refuse({
      code: 'parameter_invalid',
      param: 'shipping_cost',
      message: 'The original transaction has no shipping. Leave it out.',
    });
  requireLeft(shipping_cost, of, 'shipping_cost', asked);
  return [...shares, { line: null, ...shipping_cost }];
}

function requireLeft({ amount, amount_tax }: Omit<Share, 'line'>, left: Left, at: string, asked: Asked): void {
  if (-amount > left.amount) asked.refuse(tooMuch(`${at}[amount]`, left.amount));
  if (-amount_tax > left.amount_tax) asked.refuse(tooMuch(`${at}[amount_tax]`, left.amount_tax));
}
