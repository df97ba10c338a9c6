import { listed } from '../../../kernel/base/handler.js';
import { oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { adjust } from './adjust.js';
import { complete } from './complete.js';
import { confirm, confirmFor } from './confirm.js';
import { create } from './create.js';
import { expire, expireByItself } from './expire.js';
import { canceled, failed, held, kept, notKept, paid, processing, told } from './follow.js';
import { look } from './look.js';
import { createAgain, recover } from './recover.js';
import { type Session, session } from './session.js';
import { update } from './update.js';

/** Reads what is bought with a session, a page of it. */
const listLineItems = listed(
  session.fields.line_items,
  'GET /v1/checkout/sessions/:id/line_items',
  paging,
  'List the line items of a Checkout Session',
  async ({ read, path: { id = '' }, params, refuse }) => {
    const found = (await read.find(session, id)) as Session | null;
    if (!found) return refuse({ code: 'resource_missing', param: 'id', message: `No such checkout.session: '${id}'` });
    return pageOf(found.line_items?.data ?? [], `/v1/checkout/sessions/${id}/line_items`, params);
  },
);

/** The checkout group. */
export const checkout = [
  action('POST /v1/checkout/sessions', create),
  action('POST /v1/checkout/sessions/:id', update),
  action('POST /v1/checkout/sessions/:id/expire', expire),
  action('POST /v1/checkout/sessions/:id/look', look, { preview: session.prefix }),
  action('POST /v1/checkout/sessions/:id/adjust', adjust),
  action('POST /v1/checkout/sessions/:id/confirm', confirm),
  action('POST /v1/checkout/sessions/:id/recover', recover),
  action('GET /v1/payment_pages/:id', look, { preview: session.prefix, summary: 'Retrieve the session of a payment page' }),
  action('POST /v1/payment_pages/:id/confirm', confirmFor, { summary: 'Confirm the session of a payment page for its payer' }),
  complete,
  createAgain,
  expireByItself,
  paid,
  held,
  processing,
  told,
  failed,
  canceled,
  notKept,
  kept,
  listLineItems,
  retrieve(session, 'GET /v1/checkout/sessions/:id', { params: { client_secret: text } }),
  list(session, ['GET /v1/checkout/sessions', 'GET /v1/checkout/sessions/list'], {
    ...pick(session.fields, 'payment_intent', 'payment_link', 'subscription'),
    customer: ref('customer'),
    customer_details: object({ email: text }),
    status: oneOf('open', 'complete', 'expired'),
  }),
] as const;
