import { cardFields, untouched } from '../invoices/invoice-pay-form.js';
import { foreign, form, html, type Markup, methodMark } from '../kit/ui.js';
import { methodLabel } from '../kit/ways-to-pay.js';
import { filled } from '../paper/languages.js';
import type { Method } from './content.js';
import { type PortalView, portalPage, wayBackFrom } from './frame.js';

/** What is paid with, and what may be done with it. */
export function methodEntry(it: Method, { at, session: { shown }, speaking }: PortalView): Markup {
  const { said } = speaking;
  const label = methodLabel(it, speaking.locale.language);
  const is_default = shown.customer.default_payment_method === it.id;
  const { card } = it;
  const date = card && `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`;
  const act = (to: string, words: string): Markup =>
    html`<form method="post" action="${at}/payment-methods/${it.id}/${to}"><button class="button plain" type="submit" aria-label="${words}: ${label}" data-testid="${to}">${words}</button></form>`;
  return html`<div class="entry" data-testid="payment-method"><div class="head"><div class="method">${methodMark(it.type, card?.brand)}<span>${foreign(label)}${
    date && html`<br><span class="aside">${filled(said.expires, { date })}</span>`
  }</span></div>${is_default && html`<span class="tag active" data-testid="default">${said.default}</span>`}</div>${
    shown.features.payment_method_update.enabled &&
    html`<div class="doing">${!is_default && act('choose', said.make_default)}${act('drop', said.remove)}</div>`
  }</div>`;
}

/** The page where a card is added. Its number and code are never shown again. */
export function portalCard(view: PortalView, typed: Parameters<typeof cardFields>[1] = untouched): string {
  const { said, paying, fields } = view.speaking;
  return portalPage(
    view,
    said.add_card,
    said.card_lead,
    form({
      action: `${view.at}/payment-methods/new`,
      label: said.add_card,
      submit: said.save,
      content: cardFields({ said: paying, fields }, typed),
    }),
    wayBackFrom(view),
  );
}
