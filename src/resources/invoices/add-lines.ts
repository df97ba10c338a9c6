import { type Around, type Decision, type Effects, refuse } from '../../base/effects.js';
import { type Given, listOf, object, required } from '../../base/fields.js';
import { ref } from '../../base/kinds.js';
import { one } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import { rule } from '../../base/rules.js';
import { plainOfItem } from '../invoice-items/as-line.js';
import { unattachable } from '../invoice-items/create.js';
import { changedPlain, plain_input } from '../invoice-items/given.js';
import { type InvoiceItem, invoiceItem } from '../invoice-items/invoice-item.js';
import { membersOf } from '../invoice-items/members.js';
import { putOn } from '../invoice-items/update.js';
import type { Known } from './input.js';
import { type Draft, invoice } from './invoice.js';
import { invoice_metadata, lines_max, type Many, namedIn, not_editable, notedOn, of_many } from './lines.js';
import type { PlainLine } from './plain-line.js';
import { relined } from './relined.js';
import { plainsOf } from './sums.js';

const line_input = object({ ...plain_input, invoice_item: ref('invoiceitem') });

/** Adds lines to a draft: pending items by their ids, or items that are made for them. */
export const addLines = rule(invoice, 'add lines to', {
  takes: { invoice_metadata, lines: required(listOf(line_input, lines_max)) },
  reads: { ...of_many, named_items: one(invoiceItem, 'lines.invoice_item') },
  decide: ({ it, input: { lines, invoice_metadata: noted }, account, customer, ...named }, around): Decision => {
    if (it.status !== 'draft') return refuse(not_editable);
    if (it.lines.data.length + lines.length > lines_max) return refuse(too_many);
    const added: Added[] = [];
    for (const [place, given] of lines.entries()) {
      const next = addedTo(it, given, named, around, `lines[${place}]`);
      if ('code' in next) return refuse(next);
      added.push(next);
    }
    const plains = [...plainsOf(it), ...added.map(({ plain }) => plain)];
    const effects = added.map((each) => each.effects);
    return [effects, ...notedOn(it, noted, (draft) => relined(draft, plains, { account, customer }, around))];
  },
});

const too_many: Refusal = {
  code: 'parameter_invalid',
  param: 'lines',
  message: `An invoice has at most ${lines_max} lines. Put the rest on another one.`,
};

type LineGiven = NonNullable<Given<{ line: typeof line_input }>['line']>;
type Named = Many & { readonly named_items: Known<InvoiceItem> };
type Added = { readonly plain: PlainLine; readonly effects: Effects };

/** A line that is added, and what comes with it. */
function addedTo(it: Draft, { invoice_item: id, ...given }: LineGiven, named: Named, around: Around, param: string): Added | Refusal {
  const item = id === undefined ? null : named.named_items.get(id);
  const of_item = `${param}[invoice_item]`;
  if (item && item.invoice !== null)
    return { code: 'parameter_invalid', param: of_item, message: `This invoice item is on the invoice ${item.invoice} already.` };
  const refusal = item && unattachable(it, item.customer, item.currency, of_item);
  if (refusal) return refusal;
  const { now, make } = around;
  const before = item
    ? plainOfItem(item)
    : { amount: 0, description: null, period: { start: now, end: now }, subscription: it.subscription };
  const changed = changedPlain(before, given, namedIn(named, given), around, param);
  if ('code' in changed) return changed;
  const { plain, cost } = changed;
  if (!item && !cost) return { code: 'parameter_missing', param: `${param}[amount]`, message: `Missing required param: ${param}[amount].` };
  if (cost?.currency && cost.currency !== it.currency)
    return {
      code: 'parameter_invalid',
      param: `${param}[pricing]`,
      message: `The price is in ${cost.currency}, and the invoice in ${it.currency}.`,
    };
  if (item) return { plain, effects: [cost?.made, putOn(item, it.id)] };
  const of = { currency: it.currency, customer: it.customer, invoice: it.id, test_clock: it.test_clock };
  const made = make(invoiceItem, { ...membersOf(plain, of), date: now });
  return { plain: { ...plain, invoice_item: made.id }, effects: [cost?.made, made] };
}
