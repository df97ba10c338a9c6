import { filled, type Locale } from '../paper/languages.js';
import { kit_words } from './kit-words.js';
import { outcomeCard, page, payerLayout } from './ui.js';

/** For an address that names nothing. */
export const notFoundPage = ({ nonce }: { nonce: string }): string =>
  errorPage({
    nonce,
    title: 'Page not found',
    message: 'Please check the address, or go back to where you came from.',
  });

/** For an unknown state. */
export const unavailablePage = ({ nonce }: { nonce: string }): string =>
  errorPage({
    nonce,
    title: 'Temporarily unavailable',
    message: 'This page cannot be shown right now. Nothing was lost. Please try again in a moment.',
  });

/** For payers who have tried too often: when they can try again, in their language. */
export function tooOftenPage({ nonce, locale, after_seconds }: { nonce: string; locale: Locale; after_seconds: number }): string {
  const { too_often, try_again } = kit_words[locale.language];
  const when = new Intl.RelativeTimeFormat(locale.tag).format(Math.ceil(after_seconds / 60), 'minute');
  return errorPage({ nonce, locale, title: too_often, message: filled(try_again, { when }) });
}

/** For anything else that went wrong; title and message are shown to the payer as they are. */
export function errorPage(view: { nonce: string; title: string; message: string; locale?: Locale }): string {
  const { title, nonce, message, locale } = view;
  const content = outcomeCard({ tone: 'neutral', title, message });
  // Which mode an unknown address belongs to is unknown too, so no ribbon claims anything.
  const body = payerLayout({ livemode: true, card: content, ...(locale && { said: kit_words[locale.language] }) });
  return page({ title, nonce, ...(locale && { lang: locale.tag }), body });
}
