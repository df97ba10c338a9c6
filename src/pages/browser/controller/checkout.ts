import { type Json, membersOf, type Outcome, textOf } from '../shapes.js';
import { type Caller, callApi, readIntent } from './api.js';
import { collect } from './collect.js';
import { bodyOf } from './confirm.js';

/** The key of the page of a session, and the session's id, by its client secret. */
const pages = new Map<string, { readonly caller: Caller; readonly path: string }>();

type Named = { readonly client_secret: string };

/** The session of a client secret, as its page sees it. */
export async function openCheckout(caller: Caller, { client_secret }: Named): Promise<Outcome> {
  const outcome = await readIntent(caller, client_secret);
  if ('error' in outcome) return outcome;
  const { id, page_url, ui_mode } = outcome.value;
  const token = textOf(page_url)?.split('/').at(-1);
  if (!token || (ui_mode !== 'elements' && ui_mode !== 'custom')) return { error: { type: 'invalid_request_error', message: no_elements } };
  pages.set(client_secret, { caller: { key: `page_${token}`, version: caller.version }, path: `/v1/checkout/sessions/${String(id)}` });
  return lookAt(client_secret);
}

const no_elements = 'This session has no elements. Create it with ui_mode=elements.';

function call(client_secret: string, verb: 'adjust' | 'confirm' | 'look', body: Json): Promise<Outcome> {
  const page = pages.get(client_secret);
  if (!page) throw new Error('The session has not been opened');
  return callApi(page.caller, 'POST', `${page.path}/${verb}`, body);
}

const lookAt = (client_secret: string): Promise<Outcome> => call(client_secret, 'look', {});

/** The session as it is after what the payer has changed. */
export async function adjustCheckout({ client_secret, changes }: Named & { readonly changes: Json }): Promise<Outcome> {
  const outcome = Object.keys(changes).length > 0 ? await call(client_secret, 'adjust', changes) : null;
  return outcome && 'error' in outcome ? outcome : lookAt(client_secret);
}

/** Pays for a session with what the frames hold and what the page says of the payer. */
export async function confirmCheckout({
  client_secret,
  params,
  frames,
}: Named & { readonly params: Json; readonly frames: readonly string[] }): Promise<Outcome> {
  const collected = await collect(frames);
  if ('error' in collected) return { error: { ...collected.error } };
  const { mandate_data: _, payment_method_data: data, shipping, ...said } = bodyOf(params, collected);
  const typed = membersOf(collected.method);
  const body = { ...said, ...(data !== undefined && { payment_method_data: data }), ...(shipping !== undefined && { shipping }) };
  const email = textOf(membersOf(typed.billing_details).email);
  const outcome = await call(client_secret, 'confirm', { ...(email && { email }), ...body });
  return 'error' in outcome ? outcome : lookAt(client_secret);
}
