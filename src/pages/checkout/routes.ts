import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFoundPage } from '../kit/error-page.js';
import { queryIn, type Texts, textsIn } from '../kit/form-texts.js';
import { type Merchant, merchantOf } from '../kit/merchant.js';
import { type Answer, ask, type Pages, send, sendLeading, sendTo, subjectOf } from '../kit/pages.js';
import { payerLocale } from '../kit/payer-locale.js';
import { returnLocation } from '../kit/return-location.js';
import type { CheckoutScripts } from '../kit/script-routes.js';
import { brandedBy, picturesOf } from './branded.js';
import { isUndecided, presentedBy } from './currencies.js';
import { type Faults, faultsIn, faultsOf } from './faults.js';
import { changesIn, confirmation, isOfTaxesAlone, taxedBy } from './input.js';
import { localCurrency } from './local-currency.js';
import { type Outcome, type OutcomeView, outcomePage } from './outcomes.js';
import { type CheckoutView, checkoutPage, stepLocation, type Word } from './page.js';
import { type CheckoutSession, isEmbedded, isOfElements, type SessionAlone, type SessionView } from './session.js';
import { type Speaking, speakingTo } from './speaking.js';
import { removing } from './ways.js';

/** A payer at the page of a session, whose form is sent to `action`. */
export type Visit = {
  readonly pages: Pages;
  readonly scripts: CheckoutScripts;
  readonly token: string;
  readonly action: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** A session as its page shows it, and what that is shown with. */
export type Found = { readonly session: CheckoutSession; readonly merchant: Merchant; readonly speaking: Speaking };

type Path = { Params: { token: string } };

/** Registers the page of checkout sessions. `scripts` make it livelier; without them only wallets are missing. */
export function registerCheckout(server: FastifyInstance, pages: Pages, scripts: CheckoutScripts): void {
  server.get<Path>('/checkout/:token', async (request, reply) => {
    const visit = visitOf({ pages, scripts, request, reply }, request.params.token);
    const found = await inOwnCurrency(visit, await open(visit));
    if (!found) return send(pages, reply, 404, notFoundPage);
    const query = queryIn(request);
    const comes_back = ['payment_intent', 'setup_intent', 'onward'].some((name) => query.has(name));
    return stand(visit, found, comes_back) ?? show(visit, found, { typed: {}, faults: {} });
  });
  server.post<Path>('/checkout/:token', async (request, reply) => {
    const visit = visitOf({ pages, scripts, request, reply }, request.params.token);
    const found = await open(visit);
    if (!found) return send(pages, reply, 404, notFoundPage);
    const texts = textsIn(request.body);
    if (found.session.status === 'expired' && texts.do === 'recover') return recover(visit, found);
    return stand(visit, found, false) ?? take(visit, found, texts);
  });
}

/** The page of the session that a token speaks for. */
export const visitOf = (coming: Omit<Visit, 'action' | 'token'>, token: string): Visit => ({
  ...coming,
  token,
  action: `/checkout/${token}`,
});

/** What the API answers to a verb of the session. */
function asked<Body = SessionAlone>(
  { pages, token, request }: Visit,
  verb: 'look' | 'adjust' | 'confirm' | 'recover' | 'remove_payment_method',
  body: object = {},
): Promise<Answer<Body>> {
  const url = `/v1/checkout/sessions/${encodeURIComponent(subjectOf(token).id)}/${verb}`;
  return ask<Body>(pages, { method: 'POST', url, token, address: request.ip, body });
}

/** The session that a page was made for, as it is now, and whose it is; null where the page is void. */
export const open = async (visit: Visit): Promise<Found | null> =>
  subjectOf(visit.token).object === 'checkout.session' ? foundIn(visit, await asked<SessionView>(visit, 'look')) : null;

/** The session as it is after the payer's own currency was chosen for them, where they may choose and have not. */
async function inOwnCurrency(visit: Visit, found: Found | null): Promise<Found | null> {
  const local = found?.speaking.local_currency;
  if (!found || !local || !isUndecided(found.session)) return found;
  const { refused } = await asked(visit, 'adjust', { presentment_currency: local });
  // Without a rate for it the price stays as it is.
  return refused ? found : open(visit);
}

/** The session in an answer, and its merchant; null where there is none. */
export function foundIn({ request }: Visit, { body }: Answer<SessionView>): Found | null {
  if (!body?.merchant) return null;
  const merchant = brandedBy(merchantOf(body.merchant), body.page.branding);
  const speaking = {
    ...speakingTo(payerLocale(request, body.locale), merchant),
    ...{ presented: presentedBy(body), local_currency: localCurrency(request) },
  };
  // A visitor does not receive the address that the merchant knows, and types in their own.
  return {
    session: { ...body, ...asksAddress(body), ...asksNoShipping(body), customer_email: body.customer_email ?? null },
    merchant,
    speaking,
  };
}

/** The server of the merchant may say where goods are sent, in place of the page. */
const asksNoShipping = ({ permissions }: SessionView) =>
  permissions?.update_shipping_details === 'server_only' ? { shipping_address_collection: null } : {};

/** Automatic taxes need an address: the one that goods are sent to, or else that of the bill. */
const asksAddress = ({ automatic_tax, shipping_address_collection }: SessionView) =>
  automatic_tax.enabled && !shipping_address_collection ? { billing_address_collection: 'required' as const } : {};

/** Whether the page is shown within another: browsers say so, and those that do not are believed to show it as it was made to be. */
const isFramed = ({ request }: Visit, session: CheckoutSession): boolean =>
  isEmbedded(session) && request.headers['sec-fetch-dest'] !== 'document';

/** The message in place of the form; null where the session can be paid. */
function stand(visit: Visit, found: Found, comes_back: boolean): FastifyReply | null {
  const { session } = found;
  const back = isOfElements(session) ? onwardOf(session) : null;
  if (back !== null) return sendTo(visit.pages, visit.reply, back, false);
  if (session.status === 'expired') return showExpired(visit, found);
  if (session.status === 'complete') return showComplete(visit, found, comes_back);
  const location = comes_back && session.page.step ? stepLocation(session.page.step.url) : null;
  // Who comes back from a step that is still to be taken has left it, and may pay otherwise.
  if (location === null || !queryIn(visit.request).has('onward')) return null;
  return isFramed(visit, session)
    ? showEnd(visit, found, 200, { outcome: 'step', location, told: { events: ['redirect'], url: location } })
    : sendTo(visit.pages, visit.reply, location, isEmbedded(session));
}

type Ending = Pick<OutcomeView, 'outcome'> & Partial<OutcomeView>;

function showEnd(visit: Visit, { session, merchant, speaking }: Found, status: number, ending: Ending): FastifyReply {
  const { livemode } = session;
  const page = ({ nonce }: { nonce: string }): string => outcomePage({ merchant, speaking, livemode, nonce, ...ending });
  return sendLeading(visit.pages, visit.reply, status, page, { to: [], framed: isEmbedded(session), pictures: picturesOf(merchant) });
}

function showExpired(visit: Visit, found: Found): FastifyReply {
  const { cancel_url, after_expiration } = found.session;
  const again = after_expiration?.recovery?.enabled ? visit.action : null;
  const location = cancel_url && returnLocation(cancel_url, {});
  return showEnd(visit, found, 410, { outcome: 'expired', again, location });
}

/** The redirect after payment: only to the session's address. */
export function onwardOf(session: CheckoutSession): string | null {
  const { id, page, success_url, return_url, redirect_on_completion } = session;
  const { after_completion } = page;
  const said = isOfElements(session)
    ? return_url
    : isEmbedded(session)
      ? redirect_on_completion === 'never'
        ? null
        : return_url
      : success_url;
  const target = after_completion?.type === 'redirect' ? (after_completion.redirect?.url ?? null) : said;
  return target == null ? null : returnLocation(target.replace(/(?:\{|%7B)CHECKOUT_SESSION_ID(?:\}|%7D)/gi, id), {});
}

function showComplete(visit: Visit, found: Found, comes_back: boolean): FastifyReply {
  const { session } = found;
  const location = onwardOf(session);
  const framed = isFramed(visit, session);
  const own_words =
    session.page.after_completion?.hosted_confirmation?.custom_message ?? session.custom_text?.after_submit?.message ?? null;
  if (framed) {
    const leads = session.redirect_on_completion !== 'if_required' && location !== null;
    const told = { events: leads ? (['complete', 'redirect'] as const) : (['complete'] as const), url: location };
    return showEnd(visit, found, 200, { outcome: endOf(session), location: leads ? location : null, own_words, told });
  }
  if (location && (comes_back || isEmbedded(session))) return sendTo(visit.pages, visit.reply, location, isEmbedded(session));
  const outcome = location === null || comes_back ? endOf(session) : 'already';
  return showEnd(visit, found, 200, { outcome, location, own_words });
}

function endOf({ mode, payment_status }: CheckoutSession): Outcome {
  if (mode === 'setup') return 'saved';
  if (mode === 'subscription') return 'subscribed';
  return payment_status === 'unpaid' ? 'processing' : 'paid';
}

async function recover(visit: Visit, found: Found): Promise<FastifyReply> {
  const { pages, reply } = visit;
  const { body } = await asked(visit, 'recover');
  const url = body?.recovered_url;
  const own = `${pages.public_url()}/checkout/`;
  if (!url?.startsWith(own)) return showExpired(visit, found);
  return reply.redirect(`/checkout/${url.slice(own.length)}`, 303);
}

/** What was typed in, what is wrong with it, and what has just happened. */
type Filling = {
  readonly typed: Texts;
  readonly faults: Faults;
  readonly word?: Word;
  readonly is_changed?: boolean;
  readonly status?: number;
};

/** Shows the form of a session. */
export function show(visit: Visit, { session, merchant, speaking }: Found, filling: Filling): FastifyReply {
  const { pages, reply, scripts, action } = visit;
  const { typed, faults, word = null, is_changed = false, status = 200 } = filling;
  const { '': problem, ...of_fields } = faults;
  const said = word ?? (problem ? { tone: 'bad' as const, text: problem } : null);
  const view: Omit<CheckoutView, 'nonce'> = {
    ...{ session, merchant, speaking, scripts, is_changed, action },
    filling: { typed, faults: of_fields },
    word: said,
  };
  // A form on it leads to a step elsewhere, or to the redirect after payment.
  const to = [pages.public_url(), onwardOf(session)];
  return sendLeading(pages, reply, status, ({ nonce }) => checkoutPage({ ...view, nonce }), {
    to,
    framed: isEmbedded(session),
    pictures: picturesOf(merchant),
  });
}

/** Takes what was sent. A payer who changes the order sees what it comes to before it is paid, whichever button was pressed. */
export async function take(visit: Visit, found: Found, texts: Texts): Promise<FastifyReply> {
  if (texts.do?.startsWith(removing)) return remove(visit, found, texts, texts.do.slice(removing.length));
  const changes = changesIn(found.session, texts);
  if (changes) return adjust(visit, found, texts, changes);
  if (texts.do !== 'pay') return show(visit, found, { typed: texts, faults: {}, is_changed: texts.do !== 'place' });
  return showWrong(visit, found, texts) ?? confirm(visit, found, texts);
}

/** Shows what is missing or cannot be right; null where nothing is. */
export function showWrong(visit: Visit, found: Found, texts: Texts): FastifyReply | null {
  const { session, speaking } = found;
  const faults = faultsIn(session, texts, speaking);
  if (Object.keys(faults).length === 0) return null;
  return show(visit, found, { typed: texts, faults: { ...faults, '': speaking.said.look }, status: 400 });
}

/** Removes a saved payment method, and shows the page without it. */
async function remove(visit: Visit, { session, speaking }: Found, texts: Texts, payment_method: string): Promise<FastifyReply> {
  const { refused } = await asked(visit, 'remove_payment_method', { payment_method });
  const now = await open(visit);
  if (now?.session.status !== 'open') return visit.reply.redirect(visit.action, 303);
  const faults = refused ? faultsOf(refused, session, texts, speaking) : {};
  return show(visit, now, { typed: texts, faults, status: refused ? 400 : 200 });
}

async function adjust(visit: Visit, found: Found, texts: Texts, changes: object): Promise<FastifyReply> {
  const { refused } = await asked(visit, 'adjust', changes);
  const { session, speaking } = found;
  const now = await open(visit);
  if (now?.session.status !== 'open') return visit.reply.redirect(visit.action, 303);
  if (refused) {
    const faults = faultsOf(refused, session, texts, speaking);
    return show(visit, now, { typed: texts, faults, is_changed: true, status: 400 });
  }
  const typed = { ...ofForm(texts), taxed_by: taxedBy(session, texts) };
  // Taxes that change nothing of what the payer has agreed to pay need no second look.
  if (texts.do === 'pay' && String(now.session.amount_total) === texts.expected_amount && isOfTaxesAlone(changes))
    return showWrong(visit, now, texts) ?? confirm(visit, now, texts);
  const { said } = speaking;
  const word: Word = texts.do === 'pay' ? { tone: 'neutral', text: said.changed } : { tone: 'good', text: said.updated };
  return show(visit, now, { typed, faults: {}, word, is_changed: true, status: texts.do === 'pay' ? 409 : 200 });
}

/** What was typed in besides the order, which is shown as it is now. */
const ofForm = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !/^(quantity-|amount-|promotion_code$|shipping_rate$)/.test(name)));

async function confirm(visit: Visit, found: Found, texts: Texts): Promise<FastifyReply> {
  const { refused } = await asked(visit, 'confirm', confirmation(found.session, texts));
  if (!refused) return onward(visit);
  const now = await open(visit);
  if (now?.session.status !== 'open') return visit.reply.redirect(`${visit.action}?onward=1`, 303);
  const faults = faultsOf(refused, now.session, texts, now.speaking);
  return show(visit, now, { typed: texts, faults, status: refused.status === 402 ? 402 : 400 });
}

/** To the next step, or to the redirect after payment; in a frame, to a page that reports it. */
async function onward(visit: Visit): Promise<FastifyReply> {
  const { pages, reply } = visit;
  const found = await open(visit);
  const session = found?.session;
  const here = `${visit.action}?onward=1`;
  if (!session || isEmbedded(session)) return reply.redirect(here, 303);
  const location = session.status === 'complete' ? onwardOf(session) : stepLocation(session.page.step?.url ?? null);
  return location ? sendTo(pages, reply, location, false) : reply.redirect(here, 303);
}
