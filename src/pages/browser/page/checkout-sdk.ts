import { type Failure, type Json, membersOf, type Outcome, textOf } from '../shapes.js';
import { goTo } from './carry-on.js';
import { type CheckoutState, checkoutActions } from './checkout-actions.js';
import { sessionShown } from './checkout-session.js';
import type { Element } from './element.js';
import { emitter, type Listener } from './emitter.js';
import { groupFor, groupOf } from './group.js';
import type { Host } from './host.js';
import { wrongUse } from './wrong-use.js';

/** The elements of a checkout, by the names of their methods. */
const kinds = [
  ['PaymentElement', 'payment', {}],
  ['BillingAddressElement', 'address', { mode: 'billing' }],
  ['ShippingAddressElement', 'address', { mode: 'shipping' }],
  ['ExpressCheckoutElement', 'expressCheckout', {}],
  ['CurrencySelectorElement', 'currencySelector', {}],
  ['ContactDetailsElement', 'linkAuthentication', {}],
  ['TaxIdElement', 'taxId', {}],
  ['TermsElement', 'terms', {}],
  ['LinkSignupElement', 'linkSignup', {}],
] as const;

/** A checkout session on the merchant's own page, made of elements. */
export function checkoutSdk(host: Host, options: Json): Json {
  const secret = secretOf(options);
  // A secret that does not come is reported by loadActions().
  secret.catch(() => undefined);
  const { fonts: _, ...of_elements } = membersOf(options.elementsOptions);
  let group: Json | null = null;
  const elements = (client_secret?: string): Json => {
    group ??= groupFor(host, { ...of_elements, ...(client_secret && { clientSecret: client_secret }), checkoutSecret: secret });
    return group;
  };
  const events = emitter();
  const state = stateFor(host, secret, { events, options, frames: () => (group ? groupOf(group).frames() : []) });
  const made = new Map<string, Element>();
  const makers = kinds.map(([name, type, given]) => [
    `create${name}`,
    (asked: Json = {}): Element => {
      const create = elements().create as (type: string, options: Json) => Element;
      const element = create(type, { ...asked, ...given });
      made.set(name, element);
      return element;
    },
  ]);
  const getters = kinds.map(([name]) => [`get${name}`, (): Element | null => made.get(name) ?? null]);
  return {
    ...Object.fromEntries([...makers, ...getters]),
    on: (name: string, listener: Listener) => events.on(name, listener),
    loadActions: () => loadActions(state),
    changeAppearance: (appearance: Json) => (elements().update as (changed: Json) => unknown)({ appearance }),
    loadFonts: () => undefined,
    ...older(state),
  };
}

/** The secret of the session, as a text, a promise of one, or a function that fetches one. */
function secretOf({ clientSecret, fetchClientSecret }: Json): Promise<string> {
  const given = typeof fetchClientSecret === 'function' ? fetchClientSecret() : clientSecret;
  return Promise.resolve(given).then((secret) => {
    if (typeof secret !== 'string') throw wrongUse('A checkout needs the clientSecret of a session, or a promise of one.');
    return secret;
  });
}

type Around = { readonly events: ReturnType<typeof emitter>; readonly options: Json; readonly frames: () => readonly string[] };

function stateFor(host: Host, secret: Promise<string>, { events, options, frames }: Around): CheckoutState {
  const { billingAddress, email, phoneNumber, shippingAddress } = membersOf(options.defaultValues);
  let told: Json = { billingAddress, email, phoneNumber, shippingAddress };
  let view: Json | null = null;
  const shown = (): Json => sessionShown(view ?? {}, told, host.locale);
  const take = (outcome: Outcome): Failure | null => {
    if ('error' in outcome) return outcome.error;
    view = outcome.value;
    events.emit('change', shown());
    return null;
  };
  return {
    told: () => told,
    tell: (more) => {
      told = { ...told, ...more };
      events.emit('change', shown());
    },
    view: () => view ?? {},
    shown,
    open: async () => take(await host.ask('checkout_open', { client_secret: await secret })),
    adjust: async (changes) => take(await host.ask('checkout_adjust', { client_secret: await secret, changes })),
    confirm: async (params) => take(await host.ask('checkout_confirm', { client_secret: await secret, params, frames: frames() })),
    leave: (url) => goTo(url),
  };
}

async function loadActions(state: CheckoutState): Promise<Json> {
  const error = await state.open().catch((reason: unknown) => ({ message: reason instanceof Error ? reason.message : String(reason) }));
  return error ? { type: 'error', error: { message: error.message, code: null } } : { type: 'success', actions: checkoutActions(state) };
}

/** Callers of older versions read the session and act without loading actions first. */
const older = (state: CheckoutState): Json => ({
  session: () => state.shown(),
  confirm: async (given: Json = {}) => {
    const loaded = textOf(state.view().id) ? null : await state.open();
    if (loaded) return { type: 'error', error: { message: loaded.message, code: null } };
    const { confirm } = checkoutActions(state);
    return (confirm as (given: Json) => Promise<Json>)(given);
  },
});
