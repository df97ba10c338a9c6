import { type Failure, type Json, membersOf, type Outcome, textOf } from '../shapes.js';
import { goTo } from './carry-on.js';
import { containerAt } from './element.js';
import type { Host } from './host.js';
import { wrongUse } from './wrong-use.js';

/** What an embedded checkout is made with. */
export type EmbeddedOptions = {
  readonly clientSecret?: string;
  readonly fetchClientSecret?: () => Promise<string>;
  readonly onComplete?: () => void;
};

/** A checkout session in a frame of the merchant's page. */
export type EmbeddedCheckout = {
  readonly mount: (place: string | HTMLElement) => void;
  readonly unmount: () => void;
  readonly destroy: () => void;
};

/** Sends the payer to the page of a session that the merchant's server has made. */
export function redirectToCheckout({ origin }: Host, { key, account }: Json, { sessionId }: Json): Promise<never> {
  const id = textOf(sessionId);
  if (id === undefined) throw wrongUse('redirectToCheckout() needs the sessionId of a checkout session that your server has made.');
  const address = new URL(`/pay/${encodeURIComponent(id)}`, origin);
  address.searchParams.set('key', String(key));
  if (typeof account === 'string') address.searchParams.set('account', account);
  return goTo(address.href);
}

/** Finds the page of a session, to be put into the merchant's page. */
export async function embeddedCheckout(host: Host, options: EmbeddedOptions): Promise<EmbeddedCheckout> {
  const client_secret = options.clientSecret ?? (await options.fetchClientSecret?.());
  if (client_secret === undefined) throw wrongUse('An embedded checkout needs a clientSecret, or fetchClientSecret.');
  const outcome: Outcome = await host.ask('retrieve', { client_secret });
  if ('error' in outcome) throw failed(outcome.error);
  const url = textOf(outcome.value.page_url);
  if (url === undefined) throw wrongUse('This session has no page to be embedded. Create it with ui_mode embedded_page.');
  return shownAt(host, url, options);
}

const failed = (failure: Failure): Error => Object.assign(new Error(failure.message), failure);

function shownAt(host: Host, url: string, { onComplete }: EmbeddedOptions): EmbeddedCheckout {
  const frame = document.createElement('iframe');
  frame.title = host.words.checkout;
  frame.name = 'florin-checkout';
  frame.allow = 'payment *';
  Object.assign(frame.style, { border: '0', display: 'block', inlineSize: '100%', minBlockSize: '30rem', colorScheme: 'light dark' });
  const listen = ({ source, origin, data }: MessageEvent): void => {
    if (source === null || source !== frame.contentWindow || origin !== new URL(url).origin) return;
    take(membersOf(data), frame, onComplete);
  };
  const unmount = (): void => {
    removeEventListener('message', listen);
    frame.remove();
  };
  const mount = (place: string | HTMLElement): void => {
    unmount();
    addEventListener('message', listen);
    frame.src = url;
    containerAt(place).replaceChildren(frame);
  };
  return { mount, unmount, destroy: unmount };
}

/** What the page of a session says: how high it is, where the payer goes on, that all is done. */
function take({ type, event, height, url }: Json, frame: HTMLIFrameElement, onComplete: (() => void) | undefined): void {
  if (type !== 'florin.checkout') return;
  if (event === 'height' && typeof height === 'number') frame.style.blockSize = `${Math.max(0, Math.ceil(height))}px`;
  if (event === 'complete') onComplete?.();
  // A session's addresses are the merchant's own; still, none of them may be a script.
  if (event === 'redirect' && typeof url === 'string' && /^https?:$/.test(new URL(url).protocol)) location.assign(url);
}
