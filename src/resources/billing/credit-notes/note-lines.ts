import { amountOfPrice, amountOfUnits, creditedLine, type NoteLine } from '../../../arithmetic/billing/credit-notes.js';
import { creditSum } from '../../../arithmetic/billing/credits.js';
import { type Tax, type TaxExempt, taxed, taxSum, withoutInclusive } from '../../../arithmetic/billing/taxes.js';
import type { Asked } from '../../../kernel/base/effects.js';
import { billed_max } from '../../../kernel/base/money.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { TaxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { Invoice, Line } from '../invoices/invoice.js';
import { creditsIn } from '../invoices/parts.js';
import type { CreditNote } from './credit-note.js';
import type { AskedLine, Sent } from './input.js';

/** A line of a note: the amount that it credits, and its description. */
export type DrawnLine = NoteLine & {
  readonly description: string | null;
  readonly invoice_line_item: string | null;
  readonly metadata: AskedLine['metadata'];
  readonly quantity: number | null;
  readonly tax_rates: readonly TaxRate[];
  readonly unit_amount_decimal: string | null;
};

/** What the lines of a note are drawn up from. */
export type Drawing = {
  readonly invoice: Invoice;
  /** All notes on the invoice. */
  readonly notes: readonly CreditNote[];
  readonly rateOf: (id: string) => TaxRate;
};

/** The exemption of whom an invoice is for; automatic taxes contain it already. */
export const exemptIn = ({ automatic_tax, customer_tax_exempt }: Invoice): TaxExempt =>
  automatic_tax.enabled ? 'none' : (customer_tax_exempt ?? 'none');

/** The lines of a note, or why one of them cannot be: as they are asked for, or one for an amount alone. */
export function drawnLines({ amount, lines = [] }: Sent, drawing: Drawing, asked: Asked): DrawnLine[] {
  if (amount !== undefined) return [ofAmount(amount)];
  const before = creditedBefore(drawing.notes);
  const drawn: DrawnLine[] = [];
  for (const [place, sent] of lines.entries()) {
    const at = `lines[${place}]`;
    requirePlaced(sent, at, asked);
    const line = sent.type === 'custom_line_item' ? customLine(sent, drawing, at, asked) : invoiceLine(sent, drawing, at, before, asked);
    drawn.push(line);
    count(before, line);
  }
  return drawn;
}

/** An amount that is given back without a word on what for. */
const ofAmount = (amount: number): DrawnLine => ({
  amount,
  amount_excluding_tax: amount,
  subtotal_excluding_tax: amount,
  total: amount,
  discount_amounts: [],
  credits: [],
  own_discounts: [],
  taxes: [],
  description: 'Credit',
  invoice_line_item: null,
  metadata: {},
  quantity: null,
  tax_rates: [],
  unit_amount_decimal: null,
});

/** How much of a line of the invoice was given back, how many units of it, and whether all of it was by units. */
type Before = { readonly amount: number; readonly units: number; readonly by_units: boolean };

const nothing: Before = { amount: 0, units: 0, by_units: true };

type Credited = { readonly amount: number; readonly quantity: number | null; readonly invoice_line_item?: string | null | undefined };

function count(credited: Map<string, Before>, { amount, quantity, invoice_line_item: id }: Credited): void {
  if (!id) return;
  const before = credited.get(id) ?? nothing;
  const by_units = before.by_units && quantity !== null;
  credited.set(id, { amount: before.amount + amount, units: before.units + (quantity ?? 0), by_units });
}

/** How much of each line of the invoice the notes in force have given back. */
function creditedBefore(notes: readonly CreditNote[]): Map<string, Before> {
  const credited = new Map<string, Before>();
  for (const line of notes.filter(({ status }) => status === 'issued').flatMap(({ lines }) => lines.data)) count(credited, line);
  return credited;
}

const of_type = {
  custom_line_item: ['description', 'tax_rates', 'unit_amount', 'unit_amount_decimal'],
  invoice_line_item: ['amount', 'invoice_line_item'],
} as const;

/** A parameter that is for lines of the other type. */
function requirePlaced(sent: AskedLine, at: string, asked: Asked): void {
  const other = sent.type === 'custom_line_item' ? 'invoice_line_item' : 'custom_line_item';
  const name = of_type[other].find((each) => sent[each] !== undefined);
  if (name !== undefined)
    asked.refuse({ code: 'parameter_invalid', param: `${at}[${name}]`, message: `${name} can only be sent for lines of type ${other}.` });
}

const missing = (param: string, message = `Missing required param: ${param}.`): Refusal => ({ code: 'parameter_missing', param, message });

function invoiceLine(sent: AskedLine, drawing: Drawing, at: string, before: ReadonlyMap<string, Before>, asked: Asked): DrawnLine {
  const { invoice } = drawing;
  const { invoice_line_item: id } = sent;
  if (id === undefined) return asked.refuse(missing(`${at}[invoice_line_item]`));
  const line = invoice.lines.data.find((each) => each.id === id);
  if (!line)
    return asked.refuse({
      code: 'resource_missing',
      status: 400,
      param: `${at}[invoice_line_item]`,
      message: `The invoice has no line '${id}'.`,
    });
  const given_before = before.get(id) ?? nothing;
  const credited_before = given_before.amount;
  const amount = amountIn(sent, line, given_before, at, asked);
  if (typeof amount !== 'number') return asked.refuse(amount);
  if (amount > line.amount - credited_before)
    return asked.refuse(tooMuch(line, credited_before, `${at}[${sent.amount === undefined ? 'quantity' : 'amount'}]`));
  const tax_rates = line.tax_rates.length ? line.tax_rates : invoice.default_tax_rates;
  const part = creditedLine(
    {
      ...line,
      ...withoutTaxes(line, tax_rates, invoice),
      credits: creditsIn(line.pretax_credit_amounts),
      taxes: line.tax_amounts.map(asTax),
      credited_before,
    },
    amount,
  );
  const own = { ...part, own_discounts: line.discounts };
  return {
    ...(sent.tax_amounts ? withTaxes(own, sent.tax_amounts, drawing) : own),
    description: line.description,
    invoice_line_item: id,
    metadata: sent.metadata,
    quantity: sent.quantity ?? null,
    tax_rates,
    unit_amount_decimal: sent.quantity === undefined ? null : (line.pricing?.unit_amount_decimal ?? null),
  };
}

/** What a line of the invoice comes to without the taxes inside it, before its own discounts and after them. */
function withoutTaxes(line: Line, tax_rates: readonly TaxRate[], invoice: Invoice) {
  // Taxes that were calculated elsewhere have no rates on the line.
  const is_fixed = invoice.basis?.fixed?.some(({ place }) => invoice.lines.data[place]?.id === line.id);
  const fixed = is_fixed ? taxSum(line.tax_amounts.map(asTax), true) : 0;
  const rates = exemptIn(invoice) === 'none' && !is_fixed ? tax_rates : [];
  const own = line.discount_amounts.filter(({ discount }) => line.discounts.includes(discount));
  const subtotal = line.amount - own.reduce((sum, { amount }) => sum + amount, 0);
  return {
    amount_excluding_tax: line.amount_excluding_tax ?? withoutInclusive(line.amount, rates),
    subtotal_excluding_tax: withoutInclusive(subtotal, rates) - fixed,
  };
}

/** How much of a line is given back: an amount, or what some of its units cost, after those that were given back before. */
function amountIn({ amount, quantity }: AskedLine, line: Line, before: Before, at: string, asked: Asked): number {
  if (amount !== undefined && quantity !== undefined)
    return asked.refuse({
      code: 'parameters_exclusive',
      param: `${at}[quantity]`,
      message: 'Send only one of amount and quantity for a line of the invoice.',
    });
  if (line.amount <= 0)
    return asked.refuse({
      code: 'parameter_invalid',
      param: `${at}[invoice_line_item]`,
      message: 'This line of the invoice has charged nothing that could be credited.',
    });
  if (amount !== undefined) return amount;
  if (quantity === undefined) return asked.refuse(missing(`${at}[amount]`, `Missing required param: ${at}[amount]. Or send quantity.`));
  const units = line.quantity ?? 1;
  if (quantity > units)
    return asked.refuse({
      code: 'parameter_invalid',
      param: `${at}[quantity]`,
      message: `This line of the invoice has a quantity of ${units}.`,
    });
  if (before.by_units && before.units + quantity === units) return line.amount - before.amount;
  return amountOfUnits({ amount: line.amount, quantity: units, before: Math.min(before.units, units - quantity) }, quantity);
}

const tooMuch = ({ amount }: Line, before: number, param: string): Refusal => ({
  code: 'amount_too_large',
  param,
  message: `At most ${amount - before} of this line of the invoice can still be given back, before discounts and taxes.`,
});

const asTax = ({ amount, inclusive, tax_rate, taxable_amount }: Line['tax_amounts'][number]): Tax => ({
  amount,
  inclusive,
  tax_rate,
  taxable_amount: taxable_amount ?? 0,
});

/** A line with the taxes that its merchant has worked out. */
function withTaxes(line: NoteLine, given: NonNullable<AskedLine['tax_amounts']>, { rateOf }: Drawing): NoteLine {
  const taxes = given.map((each) => ({ ...each, inclusive: rateOf(each.tax_rate).inclusive }));
  const off = line.discount_amounts.reduce((sum, { amount }) => sum + amount, 0);
  const net = line.amount - taxSum(taxes, true);
  return {
    ...line,
    amount_excluding_tax: net,
    subtotal_excluding_tax: net - ownOf(line),
    taxes,
    total: line.amount - off - creditSum(line.credits) + taxSum(taxes, false),
  };
}

const ownOf = ({ discount_amounts, own_discounts }: Pick<NoteLine, 'discount_amounts' | 'own_discounts'>): number =>
  discount_amounts.reduce((sum, { amount, discount }) => (own_discounts.includes(discount) ? sum + amount : sum), 0);

function customLine(sent: AskedLine, drawing: Drawing, at: string, asked: Asked): DrawnLine {
  const { unit_amount, unit_amount_decimal = unit_amount, quantity = 1, tax_amounts, tax_rates = [] } = sent;
  if (unit_amount_decimal === undefined) return asked.refuse(missing(`${at}[unit_amount]`));
  if (unit_amount !== undefined && sent.unit_amount_decimal !== undefined)
    return asked.refuse({
      code: 'parameters_exclusive',
      param: `${at}[unit_amount_decimal]`,
      message: 'Send only one of unit_amount and unit_amount_decimal.',
    });
  if (tax_amounts && sent.tax_rates)
    return asked.refuse({
      code: 'parameters_exclusive',
      param: `${at}[tax_amounts]`,
      message: 'Send only one of tax_rates and tax_amounts.',
    });
  const amount = amountOfPrice(String(unit_amount_decimal), quantity, billed_max);
  if (amount === null)
    return asked.refuse({
      code: 'amount_too_large',
      param: `${at}[quantity]`,
      message: 'The amount of this line exceeds the maximum of an invoice. Send a smaller one.',
    });
  const rates = tax_rates.map(drawing.rateOf);
  const taxes = taxed([{ amount, tax_rates: rates }], { rounding: 'line', exempt: exemptIn(drawing.invoice) }).lines[0] ?? [];
  const net = amount - taxSum(taxes, true);
  const nets = { amount_excluding_tax: net, subtotal_excluding_tax: net };
  const line = { amount, ...nets, discount_amounts: [], credits: [], own_discounts: [], taxes, total: amount + taxSum(taxes, false) };
  return {
    ...(tax_amounts ? withTaxes(line, tax_amounts, drawing) : line),
    description: sent.description ?? null,
    invoice_line_item: null,
    metadata: sent.metadata,
    quantity,
    tax_rates: rates,
    unit_amount_decimal: String(unit_amount_decimal),
  };
}
