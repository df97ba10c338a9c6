import { foreign } from '../kit/ui.js';
import { type PortalView, portalPage, wayOut } from './frame.js';

/** Says that all is done which a session was made for, in the words of the merchant where they have any. */
export function portalDone(view: PortalView): string {
  const { said } = view.speaking;
  const message = view.session.flow?.after_completion.hosted_confirmation?.custom_message;
  return portalPage(view, said.done_title, message ? foreign(message, 500) : '', wayOut(view));
}
