import { outcomeCard, page, payerLayout } from './ui.js';

/** For an address that names nothing. */
export const notFoundPage = ({ nonce }: { nonce: string }): string =>
  errorPage({
    nonce,
    title: 'Page not found',
    message: 'Please check the address, or go back to where you came from.',
  });

/** For when nobody can say how things stand. */
export const unavailablePage = ({ nonce }: { nonce: string }): string =>
  errorPage({
    nonce,
    title: 'Temporarily unavailable',
    message: 'This page cannot be shown right now. Nothing was lost. Please try again in a moment.',
  });

/** For too many requests at once. */
export const busyPage = ({ nonce }: { nonce: string }): string =>
  errorPage({
    nonce,
    title: 'Too many requests',
    message: 'Too much was requested at once. Nothing was lost. Please try again in a few seconds.',
  });

/** For anything else that went wrong; title and message are shown to the payer as they are. */
export function errorPage(view: { nonce: string; title: string; message: string }): string {
  const content = outcomeCard({ tone: 'neutral', title: view.title, message: view.message });
  // Which mode an unknown address belongs to is unknown too, so no ribbon claims anything.
  return page({ title: view.title, nonce: view.nonce, body: payerLayout({ livemode: true, card: content }) });
}
