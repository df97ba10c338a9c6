import { type Asked, type Decision, type Effect, remove, set } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { listed } from '../../../kernel/base/handler.js';
import { metadata, oneOf, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import { many, one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { discounts_reads_at, intentsBy } from '../../catalogue/discounts/input.js';
import type { Wanting } from '../../catalogue/discounts/of-each.js';
import { type Price, price } from '../../catalogue/prices/price.js';
import { type TaxRate, taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { customer } from '../../customers/customers/customer.js';
import { type InvoiceItem, invoiceItem } from '../invoice-items/invoice-item.js';
import { type Changed, changedPlain, line_input, type PlainGiven, requireDistinct } from '../invoice-items/line-input.js';
import { costsOf } from '../invoice-items/members.js';
import { takenOff } from '../invoice-items/put-on.js';
import { discounted_reads, type Seen, withDiscounts } from './discounted.js';
import type { Known } from './input.js';
import { type Draft, type Invoice, invoice } from './invoice.js';
import { type Parties, relined } from './relined.js';
import { plainsOf } from './sums.js';

/** How many lines one request may name, and an invoice may have. */
export const lines_max = 1000;

/** How many members a request that names so many lines may have. */
export const members_of_lines_max = 10_000;

/** Reads the lines of an invoice, a page of them. */
export const listLines = listed(
  invoice.fields.lines,
  'GET /v1/invoices/:id/lines',
  paging,
  'List the line items of an invoice',
  async ({ read, path: { id = '' }, params: { limit, starting_after, ending_before }, refuse }) => {
    const found = (await read.find(invoice, id)) as Invoice | null;
    if (!found) return refuse({ code: 'resource_missing', param: 'id', message: `No such invoice: '${id}'` });
    return pageOf(found.lines.data, found.lines.url, { limit, starting_after, ending_before });
  },
  { about: 'Lists the lines of an invoice in the order of display.' },
);

/** What is noted with a change of lines. */
export const invoice_metadata = metadata;
const of_draft = { account: own(account), customer, items: many(invoiceItem, { by: 'invoice', at_most: lines_max }) } as const;

/** Changes one line of a draft, and the invoice item that has brought it. */
export const updateLine = rule(invoice, 'update a line of', {
  takes: { ...line_input, line_item_id: about('The id of the line to change.', required(text)) },
  reads: { ...of_draft, ...discounted_reads, price, price_of_pricing: one(price, 'pricing.price'), rates: one(taxRate, 'tax_rates') },
  decide: ({ it, input: { line_item_id: id, ...given }, account, customer, items, ...named }, asked): Decision => {
    const line = { given: { ...given, id }, named, param: '', naming: 'line_item_id' };
    return linesChanged(it, [line], { account, customer, items, ...named }, asked);
  },
});

/** What is asked of one line. */
type Said = {
  readonly given: PlainGiven & { readonly id: string };
  readonly named: Parameters<typeof changedPlain>[2];
  readonly param: string;
  readonly naming: string;
};

type Of = Parties & Seen & { readonly items: readonly InvoiceItem[] };

/** A draft with some of its lines changed. */
function linesChanged(
  it: Invoice,
  sent: readonly Said[],
  { items, account, customer, ...seen }: Of,
  asked: Asked,
  noted?: Noted,
): Decision {
  if (it.status !== 'draft') return asked.refuse(not_editable);
  requireDistinct(
    sent.map(({ given }) => given.id),
    'lines',
    'id',
    asked,
  );
  const before_all = plainsOf(it);
  const changes: (Changed & { readonly id: string; readonly wanting: Wanting })[] = [];
  for (const { given, named, param, naming } of sent) {
    const { id, discounts, ...said } = given;
    const before = before_all.find((plain) => plain.id === id);
    if (!before) return asked.refuse(missing(naming, id));
    const changed = changedPlain(before, said, named, asked, param);
    const wanting = { asked: discounts, at: param, of: { invoice_item: before.invoice_item ?? id }, kept: before.discounts ?? [] };
    changes.push({ ...changed, id, wanting });
  }
  const off = withDiscounts(changes, seen, it, asked);
  const after = new Map(off.changes.map(({ id, plain }) => [id, plain]));
  const plains = before_all.map((plain) => after.get(plain.id ?? '') ?? plain);
  const effects = off.changes.map(({ cost, plain }) => {
    const item = items.find((each) => each.id === plain.invoice_item);
    return [cost?.made, item && set(item, costsOf(plain), null)];
  });
  return [effects, off.effects, ...notedOn(it, noted, (draft) => relined(draft, plains, { account, customer }, asked))];
}

const missing = (param: string, id: string): Refusal => ({
  code: 'resource_missing',
  status: 400,
  param,
  message: `No such line item on this invoice: '${id}'`,
});

/** What a merchant notes of an invoice with the change of its lines. */
export type Noted = Given<{ metadata: typeof metadata }>['metadata'];

/** A draft with what is noted of it, and then with other lines. */
export function notedOn(it: Draft, noted: Noted, change: (draft: Draft) => Draft & Effect): readonly Effect[] {
  if (noted === undefined) return [change(it)];
  const described = set(it, { metadata: noted }, null);
  return [described, change(described)];
}

/** The refusal of a change of lines that are owed. */
export const not_editable: Refusal = {
  code: 'invoice_not_editable',
  param: 'lines',
  message: 'This invoice is no longer a draft, so its lines can no longer be changed.',
};

/** What is read where many lines are named. */
export const of_many = {
  ...of_draft,
  ...discounts_reads_at('lines.discounts'),
  intents: intentsBy('customer'),
  prices: one(price, 'lines.price'),
  prices_of_pricing: one(price, 'lines.pricing.price'),
  rates: one(taxRate, 'lines.tax_rates'),
} as const;

/** The prices and tax rates that many lines name. */
export type Many = { readonly prices: Known<Price>; readonly prices_of_pricing: Known<Price>; readonly rates: Known<TaxRate> };

/** What one of many lines names. */
export const namedIn = ({ prices, prices_of_pricing, rates }: Many, given: PlainGiven) => ({
  price: given.price ? prices.get(given.price) : null,
  price_of_pricing: given.pricing?.price ? prices_of_pricing.get(given.pricing.price) : null,
  rates,
});

/** Changes many lines of a draft at once. */
export const updateLines = rule(invoice, 'update the lines of', {
  takes: {
    invoice_metadata,
    lines: about(
      'The lines to change, up to 1,000, each by its `id` with the members to change.',
      required(listOf(object({ ...line_input, id: about('The id of the line to change.', required(text)) }), lines_max)),
    ),
  },
  reads: of_many,
  decide: ({ it, input, account, customer, items, ...named }, asked): Decision => {
    const sent = input.lines.map((given, place) => ({
      given,
      named: namedIn(named, given),
      param: `lines[${place}]`,
      naming: `lines[${place}][id]`,
    }));
    return linesChanged(it, sent, { account, customer, items, ...named }, asked, input.invoice_metadata);
  },
});

/** Takes lines off a draft: what had brought them is pending again, or is gone. */
export const removeLines = rule(invoice, 'remove lines of', {
  takes: {
    invoice_metadata,
    lines: about(
      'The lines to remove, up to 1,000.',
      required(
        listOf(
          object({
            behavior: about(
              '`delete` deletes the invoice item of the line; `unassign` makes it pending again, for a later invoice.',
              required(oneOf('delete', 'unassign')),
            ),
            id: about('The id of the line to remove.', required(text)),
          }),
          lines_max,
        ),
      ),
    ),
  },
  reads: of_draft,
  decide: ({ it, input: { lines, invoice_metadata: noted }, items, ...parties }, asked): Decision => {
    if (it.status !== 'draft') return asked.refuse(not_editable);
    const behaviors = new Map(lines.map(({ id, behavior }) => [id, behavior]));
    const unknown = lines.findIndex(({ id }) => !it.lines.data.some((line) => line.id === id));
    if (unknown >= 0) return asked.refuse(missing(`lines[${unknown}][id]`, lines[unknown]?.id ?? ''));
    const taken = it.lines.data.flatMap(({ id, invoice_item }) => {
      const item = behaviors.has(id) ? items.find((each) => each.id === invoice_item) : undefined;
      return item ? [behaviors.get(id) === 'unassign' ? takenOff(item) : remove(item)] : [];
    });
    const left = plainsOf(it).filter(({ id = '' }) => !behaviors.has(id));
    return [taken, ...notedOn(it, noted, (draft) => relined(draft, left, parties, asked))];
  },
});
