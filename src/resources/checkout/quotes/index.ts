import { about } from '../../../kernel/base/fields.js';
import { listed } from '../../../kernel/base/handler.js';
import { oneOf, ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { accept } from './accept.js';
import { cancel, endedWithClock, expire } from './cancel.js';
import { create } from './create.js';
import { finalize } from './finalize.js';
import { quote_items } from './parts.js';
import { pdf } from './pdf.js';
import { type Quote, quote } from './quote.js';
import { update } from './update.js';

const missing = (id: string) => ({ code: 'resource_missing', param: 'id', message: `No such quote: '${id}'` }) as const;

const listLineItems = listed(
  quote_items,
  'GET /v1/quotes/:id/line_items',
  paging,
  'List the line items of a quote',
  async ({ read, path: { id = '' }, params, refuse }) => {
    const found = (await read.find(quote, id)) as Quote | null;
    if (!found) return refuse(missing(id));
    return pageOf(found.line_items.data, found.line_items.url, params);
  },
  { about: 'Lists the line items of a quote in the order in which they were sent.' },
);

const listUpfrontItems = listed(
  quote_items,
  'GET /v1/quotes/:id/computed_upfront_line_items',
  paging,
  'List the upfront line items of a quote',
  async ({ read, path: { id = '' }, params, refuse }) => {
    const found = (await read.find(quote, id)) as Quote | null;
    if (!found) return refuse(missing(id));
    const { data, url } = found.computed.upfront.line_items;
    return pageOf(data, url, params);
  },
  { about: 'Lists the line items of a quote with their amounts on the first invoice.' },
);

/** The quotes group. */
export const quotes = [
  action('POST /v1/quotes', create, {
    about: 'Drafts a quote for a customer, or copies an existing quote. Finalize it to send it to the customer.',
  }),
  action('POST /v1/quotes/:id', update, {
    about: 'Updates a draft with the members that are sent. Of an open quote only `expires_at` and metadata can change.',
  }),
  action('POST /v1/quotes/:id/finalize', finalize, {
    about: 'Finalizes a draft: it gets its number, and can be accepted. A quote that it revises is canceled.',
  }),
  action('POST /v1/quotes/:id/accept', accept, {
    about: 'Accepts an open quote: it creates a draft invoice, a subscription, or the schedule of a subscription that begins later.',
  }),
  action('POST /v1/quotes/:id/cancel', cancel, { about: 'Cancels a quote that is a draft or open. It can no longer be accepted.' }),
  expire,
  endedWithClock,
  listLineItems,
  listUpfrontItems,
  pdf,
  retrieve(quote, 'GET /v1/quotes/:id', { about: 'Retrieves a quote with its line items and sums.' }),
  list(
    quote,
    ['GET /v1/quotes', 'GET /v1/quotes/list'],
    {
      ...pick(quote.fields, 'test_clock'),
      customer: about('Only the quotes of this customer.', ref('customer')),
      status: about('Only the quotes in this state.', oneOf('draft', 'open', 'accepted', 'canceled')),
    },
    { about: 'Lists quotes, newest first.' },
  ),
] as const;
