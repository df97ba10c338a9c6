import { failureOf } from '../invoices/invoice-failure.js';
import type { Merchant } from '../kit/merchant.js';
import { ownPath } from '../kit/own-path.js';
import { returnLocation } from '../kit/return-location.js';
import type { CheckoutScripts } from '../kit/script-routes.js';
import { alert, headline, html, type Markup, page, type Shown, wide_sheet, wideLayout } from '../kit/ui.js';
import { filled } from '../paper/languages.js';
import { embed_script } from './embed-script.js';
import { expressButtons } from './express-buttons.js';
import { billingFields, consentFields, contactFields, shippingFields } from './fields.js';
import type { Filled } from './filled.js';
import { furtherFields } from './further-fields.js';
import { type CheckoutSession, isEmbedded } from './session.js';
import { checkout_sheet } from './sheet.js';
import { moneyIn, ofBusiness, type Speaking } from './speaking.js';
import { orderSummary, renewalLines } from './summary.js';
import { customWords } from './texts.js';
import { sheetOf, waysToPay } from './ways.js';
import type { Submit } from './words.js';

/** What is said at the top of the page. */
export type Word = { readonly tone: 'good' | 'bad' | 'neutral'; readonly text: string };

/** A checkout session as its page is shown. */
export type CheckoutView = {
  readonly session: CheckoutSession;
  readonly merchant: Merchant;
  readonly speaking: Speaking;
  readonly filling: Filled;
  readonly word: Word | null;
  /** The order has just been changed, so that it is shown unfolded. */
  readonly is_changed: boolean;
  /** The path of the page, which its form is sent to. */
  readonly action: string;
  readonly nonce: string;
  /** The paths of the scripts that make it livelier. */
  readonly scripts: CheckoutScripts;
};

/** The page where a payer buys: what, for how much, and all that is asked. It needs no script. */
export function checkoutPage(view: CheckoutView): string {
  const { session, merchant, speaking, filling, action, nonce } = view;
  const { locale, kit } = speaking;
  const words = speaking.said.titles[session.mode];
  const title = filled(words, { business: speaking.business });
  const content = orderSummary(session, filling, speaking);
  const total = totalOf(session, speaking);
  const layout = wideLayout({
    livemode: session.livemode,
    merchant,
    said: kit,
    headline: headline({ title: ofBusiness(speaking, words), amount: total, asides: renewalLines(session, speaking) }),
    summary: content && total ? { total, content, open: view.is_changed || hasOffers(session) } : null,
    content: paneOf(view),
  });
  // Enter in a field submits the form like its last button: browsers use the first button for that.
  const enter = html`<button class="unseen" type="submit" name="do" value="pay" tabindex="-1" aria-hidden="true"></button>`;
  const body = html`<form id="checkout" class="whole${isEmbedded(session) && ' embedded'}" method="post" action="${ownPath(action)}" novalidate data-testid="checkout">${enter}${layout}</form>`;
  const sheet = [wide_sheet, checkout_sheet, sheetOf(session)].join('\n');
  const script = isEmbedded(session) ? embed_script : '';
  return page({ title, nonce, lang: locale.tag, body, merchant, own: { sheet, script, source: view.scripts.checkout } });
}

/** Offers are read without a touch, on a phone as well. */
const hasOffers = ({ page: { optional_items } }: CheckoutSession): boolean => optional_items.some(({ is_added }) => !is_added);

const totalOf = ({ amount_total, currency }: CheckoutSession, speaking: Speaking): string | null =>
  amount_total === null || currency === null ? null : moneyIn(speaking, amount_total, currency);

function paneOf(view: CheckoutView): Shown {
  const { session, speaking, filling } = view;
  const { custom_text, amount_total, page: shown } = session;
  return [
    html`<div class="live" data-live="word">${wordOf(view)}</div>`,
    lostWords(speaking),
    stepOf(view),
    html`<div class="live" data-live="express">${expressButtons(session, view.scripts.wallet, speaking)}</div>`,
    contactFields(session, filling, speaking),
    shippingFields(session, filling, speaking),
    shown.is_due ? waysToPay(session, filling, speaking) : html`<p class="hint" data-testid="nothing-due">${speaking.said.nothing_due}</p>`,
    billingFields(session, filling, speaking),
    furtherFields(session, filling, speaking),
    consentFields(session, filling, speaking),
    html`<div class="live" data-live="submit">${amount_total !== null && html`<input type="hidden" name="expected_amount" value="${amount_total}">`}${session.automatic_tax.enabled && html`<input type="hidden" name="taxed_by" value="${filling.typed.taxed_by ?? ''}">`}${submitButton(session, speaking)}</div>`,
    customWords(custom_text?.submit, session.origin_context),
    cancelLink(session, speaking),
  ];
}

function wordOf({ word, session, speaking }: CheckoutView): Markup | null {
  if (word) return alert(word.tone, word.text);
  const failure = session.page.failure && failureOf({ type: 'card_error', ...session.page.failure });
  return failure ? alert('bad', speaking.pay.failures[failure]) : null;
}

/** What a script says where the connection was lost while the form was sent. */
const lostWords = ({ kit }: Speaking): Markup =>
  html`<template data-word="lost">${alert('neutral', kit.connection_lost)}</template><template data-word="again">${alert('neutral', kit.send_again)}</template>`;

/** A payment that waits for its payer goes on elsewhere, or here in another way. A frame cannot lead there: the window around it can. */
function stepOf({ session, speaking, word }: CheckoutView): Shown {
  const location = session.page.step && stepLocation(session.page.step.url);
  if (!location) return null;
  const { pay, said } = speaking;
  return [
    !word && alert('neutral', pay.action),
    html`<a class="button primary" href="${location}" data-testid="step"${isEmbedded(session) && html` target="_top"`}>${pay.go_on}</a>`,
    html`<h2>${said.another_way}</h2>`,
  ];
}

/** Where a step is taken: a web page, and nothing that would run. */
export const stepLocation = (url: string | null): string | null =>
  url !== null && /^https?:\/\//i.test(url) ? returnLocation(url, {}) : null;

/** What the button says: what it does. */
function submitWords({ mode, submit_type, page: shown, amount_total }: CheckoutSession): Submit {
  if (mode === 'setup') return 'save';
  if (mode === 'subscription') return shown.trial_end !== null || shown.trial_days !== null ? 'trial' : 'subscribe';
  if (submit_type === 'donate' || submit_type === 'book') return submit_type;
  return amount_total === 0 ? 'complete' : 'pay';
}

function submitButton(session: CheckoutSession, speaking: Speaking): Markup {
  const { said } = speaking;
  const words = filled(said.submit[submitWords(session)], { amount: totalOf(session, speaking) ?? '' });
  return html`<button class="button primary" type="submit" name="do" value="pay" data-sending="${said.sending}" data-testid="submit">${words}</button><span class="unseen" role="status" data-status></span>`;
}

/** The way back to where the payer came from, as the merchant has said it. */
function cancelLink({ cancel_url }: CheckoutSession, speaking: Speaking): Shown {
  const location = cancel_url && returnLocation(cancel_url, {});
  return location && html`<p class="leave"><a href="${location}" data-testid="cancel">${ofBusiness(speaking, speaking.said.back)}</a></p>`;
}
