import { type Fault, type Intent, type Json, membersOf, type Outcome, type Purpose, textOf } from '../shapes.js';
import { type Element, framedElement, type Handle, type OfGroup } from './element.js';
import { emitter, type Listener } from './emitter.js';
import { expressElement } from './express.js';
import type { Host } from './host.js';
import { offers } from './offer.js';
import { paymentRequestButton } from './payment-request.js';
import { quietElement } from './quiet.js';
import { wrongUse } from './wrong-use.js';

/** Elements that are shown in a frame. */
const framed: ReadonlySet<string> = new Set([
  ...[
    'payment',
    'card',
    'cardNumber',
    'cardExpiry',
    'cardCvc',
    'iban',
    'auBankAccount',
    'linkAuthentication',
    'address',
    'shippingAddress',
  ],
]);

/** Elements that have nothing to show here. */
const quiet: ReadonlySet<string> = new Set([
  ...['paymentMethodMessaging', 'linkSignup', 'currencySelector', 'terms', 'taxId'],
  ...[
    'contactDetails',
    'affirmMessage',
    'afterpayClearpayMessage',
    'epsBank',
    'fpxBank',
    'idealBank',
    'p24Bank',
    'issuingAddToWalletButton',
  ],
  ...['issuingCardNumberDisplay', 'issuingCardCvcDisplay', 'issuingCardExpiryDisplay', 'issuingCardPinDisplay', 'issuingCardCopyButton'],
]);

/** What we know of a group besides what the page has of it. */
export type Group = {
  /** The frames that hold something, or those of them that are of these types. */
  readonly frames: (types?: ReadonlySet<string>) => readonly string[];
  readonly client_secret: () => string | undefined;
  /** Whether the page has asked for what is typed in, which it has to where there is no intent yet. */
  readonly isSubmitted: () => boolean;
  readonly setup_future_usage: () => string | undefined;
  readonly mode: () => string | undefined;
};

/** A group of elements, and what we know of it. */
export type MadeGroup = { readonly elements: Json; readonly group: Group };

const groups = new WeakMap<object, Group>();
const owners = new WeakMap<object, { readonly handle: Handle; readonly group: Group }>();

/** The group behind what a page hands to us. */
export function groupOf(elements: unknown): Group {
  const group = typeof elements === 'object' && elements !== null ? groups.get(elements) : undefined;
  if (!group) throw wrongUse('elements should be what stripe.elements() has made.');
  return group;
}

/** Types that are one card in several frames. */
const of_card: ReadonlySet<string> = new Set(['cardNumber', 'cardExpiry', 'cardCvc']);

/** The frames that hold what an element of the page stands for; null for what is no element. */
export function framesOf(element: unknown): readonly string[] | null {
  const owner = typeof element === 'object' && element !== null ? owners.get(element) : undefined;
  if (!owner) return null;
  const { handle, group } = owner;
  if (of_card.has(handle.type)) return group.frames(of_card);
  const frame = handle.frame();
  return frame === null ? [] : [frame];
}

/** How a group stands. */
type Kept = {
  readonly host: Host;
  readonly handles: Set<Handle>;
  options: Json;
  is_submitted: boolean;
  /** Adds what the account offers on this page. */
  readonly offered: ReturnType<typeof offers>;
  /** The intent that the group is for, once it was asked for. */
  reading: Promise<Intent> | null;
};

/** Makes a group of elements. */
export function groupFor(host: Host, options: Json): Json {
  const kept: Kept = { host, handles: new Set(), options, is_submitted: false, offered: offers(host), reading: null };
  const events = emitter();
  const group = known(kept);
  const of_group = ofGroup(kept);
  const elements = {
    create: (type: string, of_element: Json = {}): Element => {
      const handle = added(kept, make(type, of_element, of_group));
      owners.set(handle.element, { handle, group });
      return handle.element;
    },
    getElement: (named: unknown) => [...kept.handles].find(({ type }) => type === typeNamed(named))?.element ?? null,
    update: async (changed: Json): Promise<void> => {
      update(kept, changed);
      events.emit('update-end', {});
    },
    submit: async (): Promise<Json> => {
      kept.is_submitted = true;
      return submitted(await Promise.all(acting(kept).map((handle) => handle.ask('submit'))));
    },
    fetchUpdates: () => fetchUpdates(kept),
    on: (name: string, listener: Listener) => events.on(name, listener),
  };
  groups.set(elements, group);
  return elements;
}

/** A type of elements by its name, its older name, or by the component of React that shows it. */
function typeNamed(named: unknown): unknown {
  const type: unknown = typeof named === 'function' ? Reflect.get(named, '__elementType') : named;
  return type === 'shippingAddress' ? 'address' : type;
}

const known = (kept: Kept): Group => ({
  frames: (types) => {
    const handles = acting(kept).filter(({ type }) => types?.has(type) ?? true);
    const names = handles.flatMap((handle) => handle.frame() ?? []);
    for (const { spent } of handles) spent?.();
    return names;
  },
  client_secret: () => textOf(kept.options.clientSecret),
  isSubmitted: () => kept.is_submitted,
  setup_future_usage: () => textOf(kept.options.setupFutureUsage),
  mode: () => textOf(kept.options.mode),
});

/** The elements that what is sent comes from: the one that a payer has authorized with, or else all that have fields. */
function acting({ handles }: Kept): readonly Handle[] {
  const express = [...handles].find(({ authorized }) => authorized?.());
  return express ? [express] : [...handles].filter(({ authorized }) => authorized === undefined);
}

const ofGroup = (kept: Kept): OfGroup => ({
  host: kept.host,
  appearance: () => membersOf(kept.options.appearance),
  locale: () => textOf(kept.options.locale) ?? kept.host.locale,
  purpose: async () => {
    const { clientSecret } = await namedIn(kept);
    return kept.offered(clientSecret === undefined ? purposeOf(kept.options) : purposeOfIntent(await read(kept)), kept.options);
  },
  branded: (brand) => tellAll(kept.handles, 'cardCvc', 'update', { brand }),
  forget: (handle) => kept.handles.delete(handle),
});

/** The options of a group, with the secret of a checkout once that is known. */
async function namedIn(kept: Kept): Promise<Json> {
  const { checkoutSecret, ...options } = kept.options;
  if (checkoutSecret !== undefined) kept.options = { ...options, clientSecret: await checkoutSecret };
  return kept.options;
}

function added({ handles }: Kept, handle: Handle): Handle {
  const { type } = handle;
  if (type !== 'address' && [...handles].some((other) => other.type === type))
    throw wrongUse(`Can only create one Element of type ${type} through this group of elements.`);
  handles.add(handle);
  return handle;
}

function update(kept: Kept, changed: Json): void {
  kept.options = { ...kept.options, ...changed };
  for (const handle of kept.handles) {
    if (changesPurpose(changed) && (handle.type === 'payment' || handle.type === 'expressCheckout')) handle.reopen();
    else handle.tell('update', {});
  }
}

async function fetchUpdates(kept: Kept): Promise<Json> {
  kept.reading = null;
  if (kept.options.clientSecret === undefined) return {};
  return read(kept).then(
    () => ({}),
    (error: unknown) => ({ error }),
  );
}

function read(kept: Kept): Promise<Intent> {
  kept.reading ??= readIntent(kept.host, kept.options);
  return kept.reading;
}

function make(type: string, options: Json, group: OfGroup): Handle {
  if (type === 'shippingAddress') return framedElement('address', { ...options, mode: 'shipping' }, group);
  if (type === 'expressCheckout') return expressElement(options, group);
  // Live mode has no wallet.
  if (type === 'paymentRequestButton') return group.host.livemode ? quietElement(type, group.forget) : paymentRequestButton(options, group);
  if (framed.has(type)) return framedElement(type, options, group);
  if (quiet.has(type)) return quietElement(type, group.forget);
  const known = [...framed, 'expressCheckout', 'paymentRequestButton', ...quiet].join(', ');
  throw wrongUse(`A valid Element name must be provided. Valid Elements are: ${known}; you passed: ${type}.`);
}

function tellAll(handles: Iterable<Handle>, type: string, name: string, data: Json): void {
  for (const handle of handles) if (handle.type === type) handle.tell(name, data);
}

const changesPurpose = (changed: Json): boolean =>
  ['currency', 'mode', 'paymentMethodConfiguration', 'paymentMethodTypes', 'setupFutureUsage'].some((name) => name in changed);

async function readIntent(host: Host, options: Json): Promise<Intent> {
  const outcome: Outcome = await host.ask('retrieve', { client_secret: options.clientSecret });
  if ('error' in outcome) throw outcome.error;
  return outcome.value as Intent;
}

const purposeOf = ({
  mode,
  currency,
  amount,
  paymentMethodTypes: types,
  setupFutureUsage: usage,
}: Json): Omit<Purpose, 'livemode' | 'express'> => ({
  types: Array.isArray(types) ? types : null,
  currency: textOf(currency)?.toLowerCase() ?? null,
  amount: typeof amount === 'number' && mode !== 'setup' ? amount : null,
  kept: mode === 'setup' || mode === 'subscription' || (usage !== undefined && usage !== null),
});

const purposeOfIntent = ({
  object,
  payment_method_types: types,
  currency,
  amount,
  amount_total,
  mode,
  setup_future_usage: usage,
}: Json): Omit<Purpose, 'livemode' | 'express'> => ({
  types: Array.isArray(types) ? types : ['card'],
  currency: textOf(currency) ?? null,
  amount: [amount, amount_total].find((each) => typeof each === 'number') ?? null,
  kept: object === 'setup_intent' || mode === 'setup' || mode === 'subscription' || (usage !== undefined && usage !== null),
});

/** The state of all typed input, for the page. */
function submitted(answers: readonly Json[]): Json {
  const wrong = answers.find(({ error }) => error !== undefined);
  if (wrong) return { error: wrong.error as Fault };
  const type = answers.map((answer) => textOf(answer.type)).find((each) => each !== undefined && each !== 'email' && each !== 'address');
  return type === undefined ? {} : { selectedPaymentMethod: type };
}
