import { type Asked, ask, at, type Effects, instead, run, set, tell } from '../../src/kernel/base/effects.js';
import { about } from '../../src/kernel/base/fields.js';
import { text } from '../../src/kernel/base/kinds.js';
import { object } from '../../src/kernel/base/members.js';
import { many, one } from '../../src/kernel/base/reads.js';
import { resource } from '../../src/kernel/base/resource.js';
import { action, consequence, creation, on, otherwise, result, retrieve, rule, timer } from '../../src/kernel/base/rules.js';
import { type ViewOf, view } from '../../src/kernel/base/views.js';
import { post } from '../../src/kernel/ledger/movements.js';
import type { account as merchant } from '../../src/resources/accounts/accounts/account.js';
import { finalize } from '../../src/resources/billing/invoices/finalize.js';
import { invoice } from '../../src/resources/billing/invoices/invoice.js';
import { subscription } from '../../src/resources/billing/subscriptions/subscription.js';
import { subscriptionItem } from '../../src/resources/billing/subscriptions/subscription-item.js';
import { price } from '../../src/resources/catalogue/prices/price.js';
import { customer } from '../../src/resources/customers/customers/customer.js';
import { paymentMethod } from '../../src/resources/payments/payment-methods/payment-method.js';
import { said } from '../support/said.js';
import { approveAuthorization, authorization, standingOrder } from './effects.js';

/**
 * Common mistakes, none of which compiles: `npm run check` fails where one of them does. Nothing here ever runs. Mistakes that the compiler cannot
 * find are found when the rule decides (effects.test.ts): an effect that is built and not returned, a change of a stale copy, a rule that follows
 * itself forever.
 */

// @ts-expect-error: an edge leads to a state that does not exist.
export const edges = resource({ object: 'x', prefix: 'x', fields: said({ text }), start: { a: null }, states: { a: { b: null } } });

export const leading = rule(invoice, 'x', {
  from: ['paid'],
  // @ts-expect-error: no edge leads from paid to open.
  decide: ({ it }) => set(it, { status: 'open' }),
});

export const states = rule(invoice, 'x', {
  // @ts-expect-error: an invoice has no such state.
  from: ['payed'],
  decide: () => null,
});

export const members = rule(invoice, 'x', {
  // @ts-expect-error: an invoice has no such member.
  decide: ({ it }) => set(it, { amount_payed: 1 }),
});

export const values = rule(invoice, 'x', {
  // @ts-expect-error: an amount is a number.
  decide: ({ it }) => set(it, { amount_paid: '1' }),
});

export const events = rule(invoice, 'x', {
  // @ts-expect-error: an invoice tells no such event.
  decide: ({ it }) => tell(it, 'invoice.payed'),
});

export const renamed = rule(invoice, 'x', {
  // @ts-expect-error: nor does a change of it.
  decide: ({ it }) => set(it, { amount_paid: 1 }, 'invoice.payed'),
});

export const timers = rule(subscription, 'x', {
  // @ts-expect-error: a subscription has no such timer.
  decide: ({ it }, { now }) => at(now, it, 'renews'),
});

// @ts-expect-error: nor can there be a rule for it.
export const undeclared = timer(subscription, 'renews', { decide: () => null });

// @ts-expect-error: no such event can be followed.
export const following = on(invoice, 'invoice.payed', subscription, { via: 'subscription', decide: () => null });

export const ways = on(invoice, 'invoice.paid', subscription, {
  // @ts-expect-error: that member of an invoice names no subscription.
  via: 'customer',
  decide: () => null,
});

export const paths = rule(subscription, 'x', {
  // @ts-expect-error: nothing is called invoice_setings.
  reads: { customer, method: one(paymentMethod, 'customer.invoice_setings.default_payment_method') },
  decide: () => null,
});

export const kinds = rule(subscription, 'x', {
  // @ts-expect-error: a customer is no price.
  reads: { price: one(price, 'customer') },
  decide: () => null,
});

export const through = rule(subscription, 'x', {
  // @ts-expect-error: an id has no members; its object is read under a name of its own.
  reads: { method: one(paymentMethod, 'latest_invoice.default_payment_method') },
  decide: () => null,
});

export const columns = rule(subscription, 'x', {
  // @ts-expect-error: items of a subscription have no such member.
  reads: { items: many(subscriptionItem, { by: 'subscripton' }) },
  decide: () => null,
});

export const unread = rule(subscription, 'x', {
  // @ts-expect-error: what is not read is not there.
  decide: ({ customer }) => customer && null,
});

export const absent = rule(subscription, 'x', {
  reads: { latest_invoice: invoice },
  // @ts-expect-error: there may be no latest invoice.
  decide: ({ latest_invoice }) => latest_invoice.amount_due > 0 && null,
});

export const unasked = timer(subscription, 'renew', {
  // @ts-expect-error: no caller waits for a timer, so it cannot refuse.
  decide: (_, asked) => asked.refuse({ code: 'parameter_invalid' }),
});

export const reported = result(authorization, approveAuthorization, {
  // @ts-expect-error: an answer cannot be refused either.
  decide: (_, asked) => asked.refuse({ code: 'parameter_invalid' }),
});

export const consequent = consequence(subscription, 'x', {
  // @ts-expect-error: a consequence happens in any case, so it cannot refuse.
  decide: (_, asked) => asked.refuse({ code: 'parameter_invalid' }),
});

export const reacted = on(invoice, 'invoice.paid', subscription, {
  via: 'subscription',
  // @ts-expect-error: nor can a reaction.
  decide: (_, asked) => asked.refuse({ code: 'parameter_invalid' }),
});

export const helped = timer(subscription, 'renew', {
  // @ts-expect-error: a helper that may refuse needs the capability, which a timer does not have.
  decide: ({ it }, around) => requireMetadataOnly(it.id, around),
});

function requireMetadataOnly(param: string, asked: Asked): never {
  return asked.refuse({ code: 'parameter_invalid', param });
}

const renewal = timer(subscription, 'renew', { decide: () => null });
const decided = result(authorization, approveAuthorization, { decide: () => null });
const notFinalized = otherwise(invoice, 'fail to finalize', { decide: () => null });

export const early = rule(subscription, 'x', {
  // @ts-expect-error: a timer begins with its moment, and cannot be run.
  decide: ({ it }) => run(renewal, it, {}),
});

export const unheard = rule(authorization, 'x', {
  // @ts-expect-error: nor can an answer, without the answer.
  decide: ({ it }) => run(decided, it, {}, 'ignore'),
});

export const elsewhere = rule(subscription, 'x', {
  reads: { latest_invoice: invoice },
  // @ts-expect-error: the rule that takes the refusal is about invoices.
  decide: ({ it, latest_invoice }) => latest_invoice && run(finalize, latest_invoice, {}, instead(notFinalized, it)),
});

export const unanswered = timer(subscription, 'renew', {
  reads: { latest_invoice: invoice },
  // @ts-expect-error: a rule that is run by itself names what happens where it is refused.
  decide: ({ latest_invoice }): Effects => latest_invoice && run(finalize, latest_invoice, {}),
});

export const subjects = rule(subscription, 'x', {
  // @ts-expect-error: only an invoice can be finalized.
  decide: ({ it }) => run(finalize, it, {}),
});

export const asked = rule(authorization, 'x', {
  // @ts-expect-error: the question says what is asked with it.
  decide: ({ it }) => ask(approveAuthorization, it, { attempt: it.id, card: it.card }),
});

export const answered = result(authorization, approveAuthorization, {
  // @ts-expect-error: silence is an answer here, and it approves nothing.
  decide: ({ answer }) => answer.approved && null,
});

export const moved = rule(standingOrder, 'x', {
  // @ts-expect-error: no movement of the ledger is called that.
  decide: ({ it }) => post('payout_sent', { amount: it.amount, currency: it.currency, source: it.id }),
});

export const beginnings = creation(invoice, {
  // @ts-expect-error: an invoice begins as a draft.
  decide: ({ it }) => set(it, { status: 'paid' }),
});

export const made = rule(subscription, 'x', {
  // @ts-expect-error: what has states begins in one.
  decide: ({ it }, { make }) => make(invoice, { customer: it.customer }),
});

export const taken = rule(subscription, 'x', {
  takes: said({ label: text }),
  // @ts-expect-error: only what is taken is there.
  decide: ({ input }) => input.lable !== undefined && null,
});

export const stateless = rule(price, 'x', {
  // @ts-expect-error: a price has no states.
  decide: ({ it }) => set(it, { status: 'active' }),
});

export const unshown = view(customer, 'x', {
  shows: said({ label: text }),
  // @ts-expect-error: a view returns every member that it shows.
  show: () => ({}),
});

export const changing = view(customer, 'x', {
  shows: said({ label: text }),
  // @ts-expect-error: a view has no effects.
  show: ({ it }) => set(it, { name: 'Jo' }),
});

export const unseen = view(customer, 'x', {
  shows: said({ label: text }),
  // @ts-expect-error: a view sees what it reads and nothing else.
  show: ({ invoice }) => ({ label: invoice.id }),
});

// @ts-expect-error: a page does not receive the metadata of an account.
export const hidden = (account: ViewOf<typeof merchant>) => account.metadata;

export const silent_member = resource({
  object: 'x',
  prefix: 'x',
  // @ts-expect-error: every member has a sentence.
  fields: { label: text },
  start: null,
});

// @ts-expect-error: so has every member of an object.
export const silent_part = about('A part.', object({ label: text }));

const labelled = rule(customer, 'x', { takes: { label: text }, decide: () => null });

// @ts-expect-error: every parameter of an operation has a sentence.
export const silent_parameter = action('POST /v1/customers/:id/label', labelled, { about: 'Labels a customer.' });

// @ts-expect-error: so has every operation.
export const silent_operation = retrieve(customer, 'GET /v1/customers/:id', {});
