import { type Json, membersOf, merged, type Outcome, textOf } from '../shapes.js';
import { demandSubmitted, described } from './confirm.js';
import { framesOf, groupOf } from './group.js';
import type { Host } from './host.js';
import { cloneable } from './mounted.js';
import { wrongUse } from './wrong-use.js';

/** What is made, under the name that the page gets it by. */
async function made(
  host: Host,
  as: 'payment_method' | 'token' | 'confirmation_token',
  params: Json,
  frames: readonly string[],
): Promise<Json> {
  const outcome: Outcome = await host.ask('create', { as, params: cloneable(params), frames });
  const name = { payment_method: 'paymentMethod', token: 'token', confirmation_token: 'confirmationToken' }[as];
  return 'error' in outcome ? { error: outcome.error } : { [name]: outcome.value };
}

/** Makes a payment method of what elements hold, or of what the page knows. */
export async function createPaymentMethod(host: Host, first: Json | string, ...more: readonly unknown[]): Promise<Json> {
  if (typeof first === 'string') return createOfElement(host, first, more);
  if (first.elements !== undefined) {
    const group = groupOf(first.elements);
    if (group.client_secret() === undefined && group.mode() !== undefined) demandSubmitted(group, 'createPaymentMethod');
    return made(host, 'payment_method', membersOf(first.params), group.frames());
  }
  const { type, ...rest } = first;
  const { params, frames } = described(String(type), rest);
  return made(host, 'payment_method', membersOf(params.payment_method_data), frames);
}

/** The older way to call it: a type, an element, and data. */
const createOfElement = (host: Host, type: string, [element, data]: readonly unknown[]): Promise<Json> => {
  const frames = framesOf(element);
  return made(host, 'payment_method', { ...membersOf(frames ? data : element), type }, frames ?? []);
};

/** Makes a token of what a payer has decided, for the page's server to confirm with. */
export async function createConfirmationToken(
  host: Host,
  { elements, params }: { readonly elements?: unknown; readonly params?: Json },
): Promise<Json> {
  if (elements === undefined) return made(host, 'confirmation_token', params ?? {}, []);
  const group = groupOf(elements);
  if (group.client_secret() === undefined) demandSubmitted(group, 'createConfirmationToken');
  const usage = group.setup_future_usage();
  return made(host, 'confirmation_token', merged(usage === undefined ? {} : { setup_future_usage: usage }, params ?? {}), group.frames());
}

/** Kinds of token that a page brings the data of by itself. */
const kinds: ReadonlySet<string> = new Set(['bank_account', 'pii', 'account', 'person']);

/** Makes a token: of an element, or of what the page knows. */
export async function createToken(host: Host, first: unknown, second?: unknown): Promise<Json> {
  const kind = textOf(first);
  if (kind === 'cvc_update') return made(host, 'token', { cvc_update: true }, framesOf(second) ?? []);
  if (kind !== undefined && kinds.has(kind)) return made(host, 'token', { [kind]: cloneable(membersOf(second)) }, []);
  const frames = framesOf(first);
  if (!frames) throw wrongUse('stripe.createToken() needs an element, or one of cvc_update, bank_account, pii, account and person.');
  const { currency: _, ...holder } = membersOf(second);
  return made(host, 'token', holder, frames);
}
