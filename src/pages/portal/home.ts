import { returnLocation } from '../kit/return-location.js';
import { foreign, html, linkButton, type Markup, notice, type Shown, section } from '../kit/ui.js';
import { filled } from '../paper/languages.js';
import type { Billed, Subscribed } from './content.js';
import { type PortalView, portalPage, wayOut } from './frame.js';
import { methodEntry } from './methods.js';
import { nameOf, type Speaking } from './speaking.js';

/** The first page of the portal: the customer's data, with links to change it. */
export function portalHome(view: PortalView): string {
  const { session, speaking } = view;
  const { business, said } = speaking;
  const { business_profile, features, invoices, payment_methods, subscriptions } = session.shown;
  const lead = business_profile.headline ?? filled(said.lead, { business });
  return portalPage(
    view,
    said.title,
    foreign(lead),
    section(
      said.subscriptions,
      subscriptions.length > 0 ? subscriptions.map((each) => subscriptionEntry(each, view)) : notice(said.no_subscriptions),
    ),
    section(
      said.methods,
      payment_methods.length > 0 ? payment_methods.map((each) => methodEntry(each, view)) : notice(said.no_methods),
      features.payment_method_update.enabled && linkButton(`${view.at}/payment-methods/new`, said.add_card),
    ),
    section(said.details, detailsEntry(view)),
    features.invoice_history.enabled &&
      section(said.invoices, invoices.length > 0 ? invoiceTable(invoices, speaking) : notice(said.no_invoices)),
    wayOut(view),
  );
}

/** How a subscription stands, in a word. */
export const statusOf = ({ paused, status }: Subscribed, { said }: Speaking): string =>
  paused ? said.statuses.paused : (Object.entries(said.statuses).find(([name]) => name === status)?.[1] ?? status);

/** When something happens to a subscription by itself. */
export function momentOf({ cancel_at, current_period_end, paused, status, trial_end }: Subscribed, { day, said }: Speaking): string | null {
  if (cancel_at !== null) return filled(said.ends, { date: day(cancel_at) });
  if (paused) return paused.resumes_at === null ? null : filled(said.paused_until, { date: day(paused.resumes_at) });
  if (status === 'trialing' && trial_end !== null) return filled(said.trial, { date: day(trial_end) });
  return status === 'active' || status === 'past_due' ? filled(said.renews, { date: day(current_period_end) }) : null;
}

/** What is subscribed to, and what it costs. */
export const itemsOf = ({ items }: Subscribed, { price }: Speaking): Markup =>
  html`${items.map(
    (item) =>
      html`<p class="name">${foreign(nameOf(item), 120)}</p><p class="what" data-testid="price">${item.quantity !== null && item.quantity !== 1 && html`${item.quantity} × `}${foreign(price(item))}</p>`,
  )}`;

function subscriptionEntry(it: Subscribed, view: PortalView): Markup {
  const { at, speaking } = view;
  const { business, said } = speaking;
  const path = `${at}/subscriptions/${it.id}`;
  const moment = momentOf(it, speaking);
  const owed = it.owed_url === null ? null : returnLocation(it.owed_url, {});
  const link = (to: string, label: string, look: string): Shown =>
    html`<a class="button ${look}" href="${path}/${to}" data-testid="${to}">${label}</a>`;
  return html`<div class="entry" data-testid="subscription"><div class="head"><div>${itemsOf(it, speaking)}</div><span class="tag ${it.status}" data-testid="status">${statusOf(it, speaking)}</span></div>${
    moment && html`<p class="aside" data-testid="moment">${moment}</p>`
  }${it.schedule && html`<p class="aside">${foreign(filled(said.scheduled, { business }))}</p>`}${
    owed &&
    html`<p>${said.owed}</p><div class="doing"><a class="button primary" href="${owed}" data-testid="pay-owed">${said.pay_owed}</a></div>`
  }<div class="doing">${it.may_change && link('change', said.change, 'plain')}${it.may_resume && link('keep', it.status === 'paused' || it.paused ? said.resume : said.keep, 'plain')}${it.may_pause && link('pause', said.pause, 'plain')}${
    it.may_cancel && link('cancel', said.cancel, 'quiet')
  }</div></div>`;
}

function detailsEntry({ at, session: { shown }, speaking }: PortalView): Markup {
  const { customer, features, tax_ids } = shown;
  const { address, email, name, phone } = customer;
  const place =
    address && [address.line1, address.line2, address.postal_code, address.city, address.state, address.country].filter(Boolean);
  const lines = [name, email, phone, place?.join(', '), ...tax_ids.map(({ value }) => value)].filter(Boolean);
  return html`<div class="entry" data-testid="details"><p>${lines.map((line, index) => html`${index > 0 && html`<br>`}${foreign(line ?? '')}`)}</p>${
    features.customer_update.enabled &&
    html`<div class="doing"><a class="button plain" href="${at}/details" data-testid="change-details">${speaking.said.change_details}</a></div>`
  }</div>`;
}

function invoiceTable(invoices: readonly Billed[], { day, money, paper, said }: Speaking): Markup {
  const links = ({ hosted_invoice_url, invoice_pdf, number }: Billed): Shown =>
    [[hosted_invoice_url, said.view] as const, [invoice_pdf, 'PDF'] as const].map(([url, label]) => {
      const location = url === null ? null : returnLocation(url, {});
      return location && html`<a href="${location}" aria-label="${label} ${number}">${label}</a>`;
    });
  return html`<table class="lines" data-testid="invoices"><caption class="unseen">${said.invoices}</caption><thead><tr><th scope="col">${paper.number}</th><th scope="col">${paper.amount}</th></tr></thead><tbody>${invoices.map(
    (each) =>
      html`<tr><th scope="row">${foreign(each.number ?? each.id, 40)} <span class="tag ${each.status}">${paper.statuses[each.status]}</span><small>${day(each.created)}</small>${links(each)}</th><td>${foreign(money(each.total, each.currency))}</td></tr>`,
  )}</tbody></table>`;
}
