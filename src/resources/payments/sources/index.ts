import { at, type Effects, remove, report, run, set, tell } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { integerOrDigits, metadata, oneOf, ref } from '../../../kernel/base/kinds.js';
import { many, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, on, retrieve, rule, timer } from '../../../kernel/base/rules.js';
import { customer } from '../../customers/customers/customer.js';
import { detached } from '../payment-methods/attach.js';
import { detach, update as updateMethod } from '../payment-methods/index.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { token } from '../tokens/token.js';
import { type Card, card, cardOfMethod } from './card.js';
import { keep, shown } from './keep.js';
import { detailsOf, holder_members } from './older-card.js';
import { source_input } from './source-input.js';

const of_customer = { customer: about('The customer of the card.', required(ref('customer'))) };

/** How many cards a customer can keep. */
const cards_max = 200;

const too_many: Refusal = {
  code: 'parameter_invalid',
  param: 'source',
  message: `A customer keeps at most ${cards_max} cards. Delete one first.`,
};

/** Told as long as the issuer has not answered: there is no card to show yet. */
const unanswered: Refusal = {
  code: 'processing_error',
  message: 'The issuer of the card has not answered yet. The customer has the card once it allows that: list their sources later.',
};

/** Keeps another card for a customer, once its issuer allows it. */
export const add = creation(card, {
  takes: { ...of_customer, source: about('A token, or the members of a card.', required(source_input)), metadata },
  reads: { customer, token: one(token, 'source.token'), cards: many(card, { by: 'customer', of: 'customer' }) },
  decide: ({ it, input: { source, metadata }, customer: owner, token, cards }, asked) => {
    if (!owner) return asked.refuse(withoutCustomer(it.id));
    if (cards.length >= cards_max) return asked.refuse(too_many);
    const read = keep(source, token, { customer: owner.id, id: it.id, replaces_default: false, metadata }, asked);
    return [read.made, report(read.method, unanswered)];
  },
});

/** The issuer allows it: the customer has the card, and pays with it where they had none or it takes the place of the one they had. */
export const allowed = on(paymentMethod, 'payment_method.attached', customer, {
  via: 'kept_for',
  reads: { default_source: card, replaced: one(paymentMethod, 'default_source.payment_method') },
  decide: ({ it, by, default_source: former, replaced }, { make, now }) => {
    // What was kept for one and then attached to another is no card of the first.
    if (by.customer !== it.id) return null;
    const kept = make(card, { ...shown(by), metadata: by.metadata }, cardOfMethod(by.id));
    const is_default = former === null || by.replaces_default;
    return [
      kept,
      expiring(kept, now),
      is_default && set(it, { default_source: kept.id }),
      by.replaces_default && replaced && detached(replaced, now),
    ];
  },
});

const withoutCustomer = (id: string): Refusal => ({ code: 'resource_missing', param: 'customer', message: `${id} has no customer.` });

const gone = ({ id }: Card): Refusal => ({ code: 'resource_missing', param: 'id', message: `No such source: '${id}'` });

/** Changes the holder, the date of expiry and metadata: those of the payment method, which the card then shows. */
export const update = rule(card, 'update', {
  takes: {
    ...of_customer,
    ...holder_members,
    exp_month: about('The month in which the card expires, 1 to 12.', integerOrDigits({ minimum: 1, maximum: 12 })),
    exp_year: about('The year in which the card expires, with four digits.', integerOrDigits({ minimum: 2000, maximum: 2100 })),
    metadata,
  },
  reads: { payment_method: paymentMethod },
  decide: ({ it, input: { customer, exp_month, exp_year, metadata, ...holder }, payment_method: method }, asked) => {
    if (!method || it.customer !== customer) return asked.refuse(gone(it));
    const expiry = { ...(exp_month !== undefined && { exp_month }), ...(exp_year !== undefined && { exp_year }) };
    return run(updateMethod, method, { billing_details: detailsOf(holder), card: expiry, ...(metadata !== undefined && { metadata }) });
  },
});

/** Takes a card from a customer: its payment method is detached, and the card goes with it. */
export const erase = rule(card, 'delete', {
  takes: of_customer,
  reads: { payment_method: paymentMethod },
  decide: ({ it, input, payment_method: method }, asked) =>
    !method || it.customer !== input.customer ? asked.refuse(gone(it)) : run(detach, method, {}),
});

/** What happens to a payment method can be seen of its card. */
export const followed = on(paymentMethod, 'payment_method.updated', card, {
  via: 'kept_as',
  decide: ({ it, by }, { now }) => {
    const dropped = Object.fromEntries(Object.keys(it.metadata).map((name) => [name, '']));
    const changed = set(it, { ...shown(by), metadata: { ...dropped, ...by.metadata } });
    const isRenewed = changed.exp_month !== it.exp_month || changed.exp_year !== it.exp_year;
    return [changed, isRenewed && expiring(changed, now)];
  },
});

/** When the last month of a card begins, in Unix seconds. */
const lastMonthOf = ({ exp_month, exp_year }: Card): number => Date.UTC(exp_year, exp_month - 1) / 1000;

/** Waits for the last month of a card; a card in its last month is kept without a word. */
const expiring = (it: Card, now: number): Effects =>
  lastMonthOf(it) > now && at(lastMonthOf(it), it, 'expire_soon', String(lastMonthOf(it)));

/** A card expires at the end of this month, unless its date was changed since. */
export const expireSoon = timer(card, 'expire_soon', {
  decide: ({ it, about }) => about === String(lastMonthOf(it)) && tell(it, 'customer.source.expiring'),
});

/** Without its payment method a card is nothing; where the customer paid with it, the newest of the others takes its place. */
export const removed = on(paymentMethod, 'payment_method.detached', card, {
  via: 'kept_as',
  reads: { customer, cards: many(card, { by: 'customer', of: 'customer' }) },
  decide: ({ it, customer: owner, cards }) => {
    const newest = cards.filter(({ id }) => id !== it.id).at(-1);
    return [remove(it), owner?.default_source === it.id && set(owner, { default_source: newest?.id ?? null })];
  },
});

/** The sources group. */
export const sources = [
  action('POST /v1/customers/:customer/sources', add, {
    about:
      'Saves a card for a customer, once its issuer agrees. This is the older form of attaching a payment method, which the card has too.',
  }),
  allowed,
  action('POST /v1/customers/:customer/sources/:id', update, {
    about: 'Updates the cardholder, the expiration date and the metadata of a card.',
  }),
  action('DELETE /v1/customers/:customer/sources/:id', erase, { about: 'Deletes a card of a customer and detaches its payment method.' }),
  followed,
  expireSoon,
  removed,
  retrieve(card, 'GET /v1/customers/:customer/sources/:id', { within: 'customer', about: 'Retrieves a card of a customer.' }),
  list(
    card,
    'GET /v1/customers/:customer/sources',
    {
      ...of_customer,
      object: about('Only objects of this kind; Florin has cards here, and no bank accounts.', oneOf('card', 'bank_account')),
    },
    { created: false, about: 'Lists the cards of a customer, newest first.' },
  ),
] as const;
