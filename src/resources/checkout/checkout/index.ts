import { about } from '../../../kernel/base/fields.js';
import { listed } from '../../../kernel/base/handler.js';
import { oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { adjust } from './adjust.js';
import { complete } from './complete.js';
import { confirm, confirmFor } from './confirm.js';
import { create } from './create.js';
import { expire, expireByItself } from './expire.js';
import { canceled, failed, held, kept, notKept, paid, processing, refunded, told } from './follow.js';
import { look } from './look.js';
import { createAgain, recover } from './recover.js';
import { removeMethod } from './remove-method.js';
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
  { about: 'Lists the line items of a Checkout Session in the order in which they were sent.' },
);

/** The checkout group. */
export const checkout = [
  action('POST /v1/checkout/sessions', create, {
    about:
      'Creates a page on which a payer buys, subscribes or saves a payment method. Redirect the payer to its `url`, or embed it with the client secret.',
  }),
  action('POST /v1/checkout/sessions/:id', update, {
    about: 'Updates the metadata of a Checkout Session, and while it is open its line items, its shipping, and the data of its payment.',
  }),
  action('POST /v1/checkout/sessions/:id/expire', expire, {
    about: 'Expires an open Checkout Session whose payment is not under way. Its intent is canceled, and its page offers nothing to pay.',
  }),
  action('POST /v1/checkout/sessions/:id/look', look, {
    about: 'Returns a Checkout Session with what its page shows; nothing is stored.',
    preview: session.prefix,
  }),
  action('POST /v1/checkout/sessions/:id/adjust', adjust, {
    about:
      'Changes what the payer can choose on the page: quantities, amounts, a promotion code and the shipping rate. The session must be open.',
  }),
  action('POST /v1/checkout/sessions/:id/confirm', confirm, {
    about: 'Pays for an open Checkout Session with what the payer has entered on its page, or saves the payment method.',
  }),
  action('POST /v1/checkout/sessions/:id/remove_payment_method', removeMethod, {
    about: 'Detaches a saved payment method of the customer, as the payer does on a page that allows it.',
    summary: 'Remove a saved payment method',
  }),
  action('POST /v1/checkout/sessions/:id/recover', recover, {
    about:
      'Recovers an expired Checkout Session with recovery enabled: creates a new session with the same items, once, and returns the expired one.',
  }),
  action('GET /v1/payment_pages/:id', look, {
    about: 'Retrieves the Checkout Session of a payment page with what the page shows.',
    preview: session.prefix,
    summary: 'Retrieve the session of a payment page',
  }),
  action('POST /v1/payment_pages/:id/confirm', confirmFor, {
    about:
      "Pays for an open Checkout Session in the payer's place, with your secret key. Payment methods that no customer has saved are accepted too.",
    summary: 'Confirm the session of a payment page for its payer',
  }),
  complete,
  createAgain,
  expireByItself,
  paid,
  held,
  processing,
  refunded,
  told,
  failed,
  canceled,
  notKept,
  kept,
  listLineItems,
  retrieve(session, 'GET /v1/checkout/sessions/:id', {
    about: 'Retrieves a Checkout Session. A publishable key needs the client secret and sees what the payer may see.',
    params: { client_secret: about('The client secret of the session, for requests with a publishable key.', text) },
  }),
  list(
    session,
    ['GET /v1/checkout/sessions', 'GET /v1/checkout/sessions/list'],
    {
      payment_intent: about('Only the session of this payment intent.', session.fields.payment_intent),
      payment_link: about('Only sessions that were opened by this payment link.', session.fields.payment_link),
      subscription: about('Only the session that started this subscription.', session.fields.subscription),
      customer: about('Only sessions of this customer.', ref('customer')),
      customer_details: about(
        'Only sessions whose payer has given these details.',
        object({ email: about('The e-mail address of the payer.', text) }),
      ),
      status: about('Only sessions in this state.', oneOf('open', 'complete', 'expired')),
    },
    { about: 'Lists Checkout Sessions, newest first.' },
  ),
] as const;
