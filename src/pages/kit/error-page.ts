import { filled, type Locale } from '../paper/languages.js';
import type { Own } from './frame.js';
import { kit_words } from './kit-words.js';
import { outcomeCard, page, payerLayout } from './ui.js';

/** What every page is shown with: its nonce, and the language of the browser. */
export type Plain = { readonly nonce: string; readonly locale: Locale };

/** For an address that names nothing. */
export function notFoundPage({ nonce, locale }: Plain): string {
  const { not_found: title, check_address: message } = kit_words[locale.language];
  return errorPage({ nonce, locale, title, message });
}

/** For an unknown state. */
export function unavailablePage({ nonce, locale }: Plain): string {
  const { unavailable: title, nothing_lost: message } = kit_words[locale.language];
  return errorPage({ nonce, locale, title, message });
}

/** For an answer to a step that was no longer open. */
export function changedPage({ nonce, locale }: Plain): string {
  const { changed: title, not_completed: message } = kit_words[locale.language];
  return errorPage({ nonce, locale, title, message });
}

/** For payers who have tried too often: when they can try again, in their language. */
export function tooOftenPage({ nonce, locale, after_seconds }: Plain & { readonly after_seconds: number }): string {
  const { too_often, try_again } = kit_words[locale.language];
  const when = new Intl.RelativeTimeFormat(locale.tag).format(Math.ceil(after_seconds / 60), 'minute');
  return errorPage({ nonce, locale, title: too_often, message: filled(try_again, { when }) });
}

/** For anything else that went wrong; title and message are shown to the payer as they are. */
export function errorPage(view: { nonce: string; title: string; message: string; locale?: Locale; own?: Own }): string {
  const { title, nonce, message, locale } = view;
  const content = outcomeCard({ tone: 'neutral', title, message });
  // Which mode an unknown address belongs to is unknown too, so no ribbon claims anything.
  const body = payerLayout({ livemode: true, card: content, ...(locale && { said: kit_words[locale.language] }) });
  return page({ title, nonce, ...(locale && { lang: locale.tag }), ...(view.own && { own: view.own }), body });
}
