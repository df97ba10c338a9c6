import { type Around, type Asked, type Decision, set } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { oneOf, ref } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { rule } from '../../../kernel/base/rules.js';
import type { Wanting } from '../../catalogue/discounts/of-each.js';
import { plainOfItem } from '../invoice-items/as-line.js';
import { requireAttachable } from '../invoice-items/create.js';
import { type InvoiceItem, invoiceItem } from '../invoice-items/invoice-item.js';
import { type Changed, changedPlain, line_input, requireDistinct } from '../invoice-items/line-input.js';
import { costsOf, membersOf } from '../invoice-items/members.js';
import { type Seen, withDiscounts } from './discounted.js';
import { agreedRates, type Known } from './input.js';
import { type Draft, invoice } from './invoice.js';
import { invoice_metadata, lines_max, type Many, namedIn, not_editable, notedOn, of_many } from './lines.js';
import type { PlainLine } from './plain-line.js';
import { relined } from './relined.js';
import { plainsOf } from './sums.js';

const added_input = object({
  ...line_input,
  invoice_item: about(
    'A pending invoice item to put on the invoice; without it an item is created from the other members.',
    ref('invoiceitem'),
  ),
});

/** Adds lines to a draft: pending items by their ids, or items that are made for them. */
export const addLines = rule(invoice, 'add lines to', {
  takes: {
    invoice_metadata,
    lines: about(
      'The lines to add, up to 1,000 on an invoice: pending items by their ids, or amounts and prices.',
      required(listOf(added_input, lines_max)),
    ),
  },
  /** What an accepted quote bills was agreed on before: its tax rates may be inactive by now. */
  ours: { agreed: oneOf('quote') },
  reads: { ...of_many, named_items: one(invoiceItem, 'lines.invoice_item') },
  decide: ({ it, input: { agreed, lines, invoice_metadata: noted }, account, customer, ...seen }, asked): Decision => {
    const named = agreed ? { ...seen, rates: agreedRates(seen.rates) } : seen;
    if (it.status !== 'draft') return asked.refuse(not_editable);
    if (it.lines.data.length + lines.length > lines_max) return asked.refuse(too_many);
    const items = lines.map(({ invoice_item }) => invoice_item);
    requireDistinct(items, 'lines', 'invoice_item', asked);
    const adding: Adding[] = [];
    for (const [place, given] of lines.entries()) {
      const next = addedTo(it, given, named, asked, `lines[${place}]`);
      adding.push(next);
    }
    const off = withDiscounts(adding, named, it, asked);
    const added = off.changes.map((each) => stored(it, each, asked));
    const plains = [...plainsOf(it), ...added.map(({ plain }) => plain)];
    const effects = added.map((each) => each.effects);
    return [off.effects, effects, ...notedOn(it, noted, (draft) => relined(draft, plains, { account, customer }, asked))];
  },
});

const too_many: Refusal = {
  code: 'parameter_invalid',
  param: 'lines',
  message: `An invoice has at most ${lines_max} lines. Put the rest on another one.`,
};

type LineGiven = NonNullable<Given<{ line: typeof added_input }>['line']>;
type Named = Many & Seen & { readonly named_items: Known<InvoiceItem> };
type Adding = Changed & { readonly item: InvoiceItem | null; readonly wanting: Wanting };

/** A line to add, without its discounts. */
function addedTo(it: Draft, { invoice_item: id, discounts, ...given }: LineGiven, named: Named, asked: Asked, param: string): Adding {
  const item = id === undefined ? null : named.named_items.get(id);
  const of_item = `${param}[invoice_item]`;
  if (item && item.invoice !== null)
    return asked.refuse({
      code: 'parameter_invalid',
      param: of_item,
      message: `This invoice item is on the invoice ${item.invoice} already.`,
    });
  if (item) requireAttachable(it, item.customer, item.currency, asked, of_item);
  const { now } = asked;
  const before = item
    ? plainOfItem(item)
    : {
        amount: 0,
        description: given.price_data?.product_data?.name ?? null,
        period: { start: now, end: now },
        subscription: it.subscription,
      };
  const changed = changedPlain(before, given, namedIn(named, given), asked, param);
  const { cost } = changed;
  if (!item && !cost)
    return asked.refuse({ code: 'parameter_missing', param: `${param}[amount]`, message: `Missing required param: ${param}[amount].` });
  if (cost?.currency && cost.currency !== it.currency)
    return asked.refuse({
      code: 'parameter_invalid',
      param: `${param}[pricing]`,
      message: `The price is in ${cost.currency}, and the invoice in ${it.currency}.`,
    });
  const invoice_item = item?.id ?? asked.fresh(invoiceItem);
  const wanting = { asked: discounts, at: param, of: { invoice_item }, kept: item?.discounts_kept ?? [] };
  return { plain: { ...changed.plain, invoice_item }, cost, item, wanting };
}

/** A line as it is added, and the item that it is from. */
function stored(
  it: Draft,
  { plain, cost, item, wanting: { of } }: Adding,
  { make, now }: Around,
): { readonly plain: PlainLine; readonly effects: Decision } {
  if (item) return { plain, effects: [cost?.made, set(item, { ...costsOf(plain), invoice: it.id, pending: false }, null)] };
  const members = membersOf(plain, { currency: it.currency, customer: it.customer, invoice: it.id, test_clock: it.test_clock });
  return { plain, effects: [cost?.made, make(invoiceItem, { ...members, date: now }, of.invoice_item ?? '')] };
}
