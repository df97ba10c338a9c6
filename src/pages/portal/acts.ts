import type { FastifyReply } from 'fastify';
import type { ViewOf } from '../../kernel/base/views.js';
import type { setupIntent } from '../../resources/payments/setup-intents/setup-intent.js';
import { cardIn, wrongOf } from '../kit/card-form.js';
import { textsIn } from '../kit/form-texts.js';
import type { Refused } from '../kit/pages.js';
import { type Chosen, type Costs, portalChange, portalConfirm } from './change.js';
import type { Bill, Subscribed } from './content.js';
import { detailsIn, portalDetails } from './details.js';
import type { Told } from './frame.js';
import { portalCancel, portalKeep, portalPause } from './leave.js';
import { portalCard } from './methods.js';
import { act, at, type Found, finish, goTo, look, queried, sayExpired, sayNothing, show, subscriptionIn, type Visit } from './visit.js';
import type { PortalWords } from './words.js';

type Fault = keyof PortalWords['faults'];

const faults: Readonly<Record<string, Fault>> = {
  payment_method_unexpected_state: 'needed',
  parameter_invalid_integer: 'quantity',
  promotion_code: 'code',
};

/** Why something was refused, in words that a customer can act by. */
function faultOf({ code = '', param = '', type }: Refused): Fault {
  if (param.startsWith('promotion_code') || param.startsWith('discounts')) return 'code';
  if (type === 'card_error') return 'card';
  return faults[code] ?? (code.startsWith('parameter_') || code.endsWith('_invalid') ? 'typed' : 'refused');
}

/** Says why something was refused, on the page where it was asked for. */
function refuse(visit: Visit, refused: Refused, page: (told: Told) => FastifyReply): FastifyReply {
  return refused.code === 'account_link_expired' ? sayExpired(visit) : page({ bad: faultOf(refused) });
}

/** Does something on the first page, and says there what has come of it. */
async function atHome(
  visit: Visit,
  verb: string,
  said: object,
  types: readonly string[],
  good: keyof PortalWords['told'],
): Promise<FastifyReply> {
  const found = await look(visit);
  if (!found) return sayExpired(visit);
  const answer = await act(visit, verb, said);
  if (!answer.refused) return finish(visit, found, types, good);
  return refuse(visit, answer.refused, (told) => goTo(visit, `${at(visit)}/home?fault=${'bad' in told ? told.bad : ''}`));
}

/** Chooses what is paid with. */
export const choose = (visit: Visit, payment_method: string): Promise<FastifyReply> =>
  atHome(visit, 'choose', { payment_method }, ['payment_method_update'], 'chosen');

/** Takes a payment method away. */
export const drop = (visit: Visit, payment_method: string): Promise<FastifyReply> =>
  atHome(visit, 'drop', { payment_method }, [], 'dropped');

/** Does something with a subscription, on a page of its own. */
async function withSubscription(
  visit: Visit,
  id: string,
  then: (found: Found, subscription: Subscribed) => FastifyReply | Promise<FastifyReply>,
): Promise<FastifyReply> {
  const found = await look(visit);
  if (!found) return sayExpired(visit);
  const subscription = subscriptionIn(found, id);
  return subscription ? then(found, subscription) : sayNothing(visit);
}

/** Ends a subscription. */
export const cancel = (visit: Visit, id: string): Promise<FastifyReply> =>
  withSubscription(visit, id, async (found, subscription) => {
    const { comment, feedback } = textsIn(visit.request.body);
    const said = { ...(comment && { comment }), ...(feedback && { feedback }) };
    const cancellation_details = Object.keys(said).length > 0 ? { cancellation_details: said } : {};
    const answer = await act(visit, 'leave', { subscription: id, ...cancellation_details });
    if (!answer.refused) return finish(visit, found, ['subscription_cancel'], 'canceled');
    return refuse(visit, answer.refused, (told) => show(visit, found, told, (view) => portalCancel(view, subscription)));
  });

/** Pauses a subscription for the duration that was chosen, by its place among those that are offered. */
export const pause = (visit: Visit, id: string): Promise<FastifyReply> =>
  withSubscription(visit, id, async (found, subscription) => {
    const { interval_options, type } = found.session.shown.features.subscription_pause.duration;
    const chosen = interval_options[Number(textsIn(visit.request.body).duration)];
    const duration = type === 'interval_options' && chosen ? { duration: chosen } : {};
    const answer = await act(visit, 'pause', { subscription: id, ...duration });
    if (!answer.refused) return finish(visit, found, ['subscription_pause'], 'paused');
    return refuse(visit, answer.refused, (told) => show(visit, found, told, (view) => portalPause(view, subscription)));
  });

/** Accepts the retention offer. */
export const stay = (visit: Visit): Promise<FastifyReply> => atHome(visit, 'stay', {}, ['subscription_cancel'], 'stayed');

/** Lets a subscription go on. */
export const keep = (visit: Visit, id: string): Promise<FastifyReply> =>
  withSubscription(visit, id, async (found, subscription) => {
    const answer = await act(visit, 'go_on', { subscription: id });
    if (!answer.refused) return finish(visit, found, [], 'resumed');
    return refuse(visit, answer.refused, (told) => show(visit, found, told, (view) => portalKeep(view, subscription)));
  });

/** What was chosen of a subscription, as the API takes it. */
function wantedOf({ id, items }: Subscribed, chosen: Chosen): object {
  if (chosen.agreed) return { subscription: id, confirmed: true };
  const wanted = items.map((item) => {
    const price = chosen[`price-${item.id}`];
    const quantity = chosen[`quantity-${item.id}`];
    // What is no number is sent as it is, and refused as what it is.
    return {
      id: item.id,
      ...(price && { price }),
      ...(quantity && { quantity: /^\d{1,9}$/.test(quantity) ? Number(quantity) : quantity }),
    };
  });
  const changed = wanted.filter(({ price, quantity }) => price !== undefined || quantity !== undefined);
  return { subscription: id, ...(changed.length > 0 && { items: changed }), ...(chosen.code && { promotion_code: chosen.code }) };
}

/** Shows what was chosen would cost, or on the page of the choice why it cannot be had. */
export const review = (visit: Visit, id: string): Promise<FastifyReply> =>
  withSubscription(visit, id, async (found, subscription) => {
    const chosen = textsIn(visit.request.body);
    const answer = await act(visit, 'preview', wantedOf(subscription, chosen));
    if (!answer.refused) return goTo(visit, `${at(visit)}/subscriptions/${id}/confirm?${new URLSearchParams(chosen)}`);
    return refuse(visit, answer.refused, (told) => show(visit, found, told, (view) => portalChange(view, subscription, chosen)));
  });

/** Shows what a change costs. */
export const confirmPage = (visit: Visit, id: string): Promise<FastifyReply> =>
  withSubscription(visit, id, async (found, subscription) => {
    const agreed = found.session.flow?.subscription_update_confirm?.subscription === id ? { agreed: 'true' } : {};
    const chosen: Chosen = { ...queried(visit), ...agreed };
    const wanted = { ...wantedOf(subscription, chosen), proration_date: found.session.shown.now };
    const [next, recurring] = await Promise.all([
      act<Bill>(visit, 'preview', wanted),
      act<Bill>(visit, 'preview', { ...wanted, recurring: true }),
    ]);
    if (next.refused)
      return refuse(visit, next.refused, (told) => show(visit, found, told, (view) => portalChange(view, subscription, chosen)));
    const costs: Costs = { next: next.body, recurring: recurring.body };
    const sent = { ...chosen, counted_from: String(found.session.shown.now) };
    return show(visit, found, null, (view) => portalConfirm(view, subscription, costs, sent));
  });

/** Makes the change that a customer has seen the cost of. */
export const confirm = (visit: Visit, id: string): Promise<FastifyReply> =>
  withSubscription(visit, id, async (found, subscription) => {
    const { counted_from = '', ...chosen } = textsIn(visit.request.body);
    const proration_date = /^\d{1,12}$/.test(counted_from) ? { proration_date: Number(counted_from) } : {};
    const answer = await act(visit, 'change', { ...wantedOf(subscription, chosen), ...proration_date });
    if (answer.refused)
      return refuse(visit, answer.refused, (told) => show(visit, found, told, (view) => portalChange(view, subscription, chosen)));
    const after = await look(visit);
    const owed = after && subscriptionIn(after, id)?.owed_url;
    const types = ['subscription_update', 'subscription_update_confirm'];
    return owed ? goTo(visit, `${at(visit)}/home?told=owed`) : finish(visit, found, types, 'changed');
  });

/** Saves what customers say of themselves. */
export async function tell(visit: Visit): Promise<FastifyReply> {
  const found = await look(visit);
  if (!found) return sayExpired(visit);
  const typed = textsIn(visit.request.body);
  const answer = await act(visit, 'tell', detailsIn(found.session.shown, typed));
  if (!answer.refused) return finish(visit, found, ['customer_update'], 'saved');
  const { refused } = answer;
  return refuse(visit, refused, (told) => show(visit, found, told, (view) => portalDetails(view, { typed, refused })));
}

/** The address of the bank's authentication; null without one. */
function stepOf({ next_action }: ViewOf<typeof setupIntent>): string | null {
  const step = next_action?.[String(next_action.type)] as { readonly url?: unknown } | undefined;
  return typeof step?.url === 'string' && /^https?:/.test(step.url) ? step.url : null;
}

/** Tries a card that was typed in. */
export async function addCard(visit: Visit): Promise<FastifyReply> {
  const found = await look(visit);
  if (!found) return sayExpired(visit);
  const return_url = `${visit.pages.public_url()}${at(visit)}/payment-methods/added`;
  const typed = textsIn(visit.request.body);
  const answer = await act<ViewOf<typeof setupIntent>>(visit, 'add_card', { card: cardIn(typed), return_url });
  if (answer.refused) {
    const again = { exp: typed.exp ?? '', wrong: wrongOf(answer.refused.param) };
    return refuse(visit, answer.refused, (told) => show(visit, found, told, (view) => portalCard(view, again)));
  }
  const step = stepOf(answer.body);
  return step ? goTo(visit, step, step) : added(visit);
}

/** Takes the card that was added, where its bank has kept it. */
export async function added(visit: Visit): Promise<FastifyReply> {
  const found = await look(visit);
  if (!found) return sayExpired(visit);
  const answer = await act(visit, 'take_card');
  if (answer.refused) return refuse(visit, answer.refused, (told) => show(visit, found, told, (view) => portalCard(view)));
  if (answer.body.card === 'kept') return finish(visit, found, ['payment_method_update'], 'card_added');
  return show(visit, found, { bad: answer.body.card === 'refused' ? 'card' : 'bank' }, (view) => portalCard(view));
}
