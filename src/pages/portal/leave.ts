import { numberFormat } from '../../kernel/base/intl.js';
import { button, foreign, form, group, html, type Markup, notice, radio } from '../kit/ui.js';
import { filled } from '../paper/languages.js';
import type { Offer, Subscribed } from './content.js';
import { type PortalView, portalPage, wayBackFrom } from './frame.js';
import { itemsOf } from './home.js';
import type { Speaking } from './speaking.js';

/** The page where a customer ends what they have subscribed to, and says why. */
export function portalCancel(view: PortalView, it: Subscribed): string {
  const { at, session, speaking } = view;
  const { day, said } = speaking;
  const { cancellation_reason: asked, mode, proration_behavior } = session.shown.features.subscription_cancel;
  const path = `${at}/subscriptions/${it.id}`;
  const is_now = mode === 'immediately';
  return portalPage(
    view,
    said.cancel_title,
    is_now ? said.cancel_now : filled(said.cancel_end, { date: day(it.current_period_end) }),
    html`<div class="entry">${itemsOf(it, speaking)}</div>`,
    is_now && proration_behavior !== 'none' && notice(said.cancel_credited),
    session.flow?.subscription_cancel?.retention && session.shown.coupon && offerOf(session.shown.coupon, path, speaking),
    html`<form class="actions" method="post" action="${path}/cancel" aria-label="${said.cancel_title}">${
      asked.enabled && [reasonsOf(asked.options, speaking), commentField(speaking)]
    }${button({ name: 'act', value: 'cancel', label: said.cancel, look: 'danger' })}</form>`,
    wayBackFrom(view, said.stay),
  );
}

function reasonsOf(options: readonly string[], { said }: Speaking): Markup {
  const known = Object.entries(said.reasons).filter(([name]) => options.includes(name));
  return group(said.why, 'choices', ...known.map(([value, label]) => radio({ name: 'feedback', value, label, chosen: false })));
}

const commentField = ({ said }: Speaking): Markup =>
  html`<div class="field"><label for="comment">${said.comment}</label><textarea id="comment" name="comment" maxlength="1000" dir="auto"></textarea></div>`;

function offerOf({ amount_off, currency, percent_off }: Offer, path: string, { locale, money, said }: Speaking): Markup {
  const percent = numberFormat(locale.tag, { style: 'percent', maximumFractionDigits: 2 }).format((percent_off ?? 0) / 100);
  const discount = amount_off !== null && currency !== null ? money(amount_off, currency) : percent;
  return html`<div class="entry" data-testid="offer"><h2>${foreign(filled(said.offer, { discount }))}</h2>${form({
    action: `${path}/stay`,
    label: said.accept_offer,
    submit: said.accept_offer,
    content: null,
  })}</div>`;
}

/** The page where a customer pauses what they have subscribed to, for one of the offered durations. */
export function portalPause(view: PortalView, it: Subscribed): string {
  const { at, session, speaking } = view;
  const { lasting, said } = speaking;
  const { interval_options, type } = session.shown.features.subscription_pause.duration;
  const choices = interval_options.map((each, place) =>
    radio({ name: 'duration', value: String(place), label: lasting(each), chosen: place === 0 }),
  );
  return portalPage(
    view,
    said.pause_title,
    said.pause_lead,
    html`<div class="entry">${itemsOf(it, speaking)}</div>`,
    form({
      action: `${at}/subscriptions/${it.id}/pause`,
      label: said.pause_title,
      submit: said.pause,
      content: type === 'interval_options' ? group(said.pause_for, 'choices', ...choices) : null,
    }),
    wayBackFrom(view),
  );
}

/** The page where a customer lets go on what was to end, or what stands still. */
export function portalKeep(view: PortalView, it: Subscribed): string {
  const { at, speaking } = view;
  const { day, said } = speaking;
  const is_paused = it.status === 'paused' || it.paused !== null;
  return portalPage(
    view,
    said.keep_title,
    is_paused ? said.resume_lead : filled(said.keep_lead, { date: day(it.current_period_end) }),
    html`<div class="entry">${itemsOf(it, speaking)}</div>`,
    form({
      action: `${at}/subscriptions/${it.id}/keep`,
      label: said.keep_title,
      submit: is_paused ? said.resume : said.keep,
      content: null,
    }),
    wayBackFrom(view),
  );
}
