import { type Asked, ask, at, type Decision, type Effects, run, set, within } from '../../src/kernel/base/effects.js';
import { nullable, required } from '../../src/kernel/base/fields.js';
import { amount, flag, integer, oneOf, ref, text } from '../../src/kernel/base/kinds.js';
import { pick, plainObject } from '../../src/kernel/base/members.js';
import { currency } from '../../src/kernel/base/money.js';
import { question, type } from '../../src/kernel/base/question.js';
import { balance } from '../../src/kernel/base/reads.js';
import { resource } from '../../src/kernel/base/resource.js';
import { action, creation, type Rule, result, retrieve, rule, timer } from '../../src/kernel/base/rules.js';
import { post } from '../../src/kernel/ledger/movements.js';
import { booked } from '../../src/resources/money/balance/balance-transaction.js';
import { said } from '../support/said.js';

/** A card that a company has issued: its spending limit, and its default when the merchant does not answer. */
export const issuedCard = resource({
  object: 'issuing.card',
  prefix: 'ic',
  fields: said({
    currency,
    spending_controls: plainObject({ spending_limit: integer(), approve_in_silence: flag }),
    state: oneOf('active', 'inactive'),
  }),
  start: 'issuing_card.created',
});

export const authorization = resource({
  object: 'issuing.authorization',
  prefix: 'iauth',
  fields: said({ amount, approved: flag, card: ref('issuing.card'), currency, request_history: nullable(plainObject({ reason: text })) }),
  start: { pending: null },
  states: {
    pending: { open: 'issuing_authorization.created', closed: 'issuing_authorization.created' },
    open: { closed: 'issuing_authorization.updated' },
    closed: {},
  },
});

type Answered = { readonly result: 'answered'; readonly approved: boolean };

/** Asks the merchant's server whether one of its cards may pay. */
export const approveAuthorization = question('approve_authorization', {
  request: type<{ readonly card: string; readonly amount: number; readonly currency: string }>(),
  result: type<Answered>(),
  deadline_s: 1,
  silence: 'result',
  unanswered: { code: 'payment_method_unactivated' },
});

const issue = creation(issuedCard, { takes: issuedCard.fields, decide: ({ it, input }) => set(it, input) });

/** The network asks whether a card may pay: the limit and the balance decline at once, otherwise the merchant is asked. */
const authorize = creation(authorization, {
  takes: said({ amount: required(amount), card: required(ref('issuing.card')), currency: required(currency) }),
  reads: { card: issuedCard, available: balance('merchant_available', 'currency') },
  decide: ({ it, input, card, available }) => {
    const asked = set(it, { status: 'pending', ...input });
    const { amount, currency } = input;
    if (amount > card.spending_controls.spending_limit) return [asked, closed(asked, 'spending_controls')];
    if (amount > available) return [asked, closed(asked, 'insufficient_funds')];
    return [asked, ask(approveAuthorization, asked, { attempt: it.id, card: card.id, amount, currency })];
  },
});

/** The merchant's answer; or, after a timeout, the card's default. The balance is read again, because it may be spent by now. */
const decidedOn = result(authorization, approveAuthorization, {
  from: ['pending'],
  reads: { card: issuedCard, available: balance('merchant_available', 'currency') },
  decide: ({ it, card, available, answer }): Effects => {
    const approved = answer.result === 'answered' ? answer.approved : card.spending_controls.approve_in_silence;
    if (!approved) return closed(it, answer.result === 'silent' ? 'webhook_timeout' : 'webhook_declined');
    if (available < it.amount) return closed(it, 'insufficient_funds');
    return [
      set(it, { status: 'open', approved: true }),
      post('payout_created', { amount: it.amount, currency: it.currency, source: it.id }),
    ];
  },
});

type Pending = Parameters<typeof decidedOn.decide>[0]['it'];

const closed = (it: Pending, reason: string): Effects => set(it, { status: 'closed', approved: false, request_history: { reason } });

/** A payout that is paid later without checking the balance: the ledger refuses it. */
export const standingOrder = resource({
  object: 'standing_order',
  prefix: 'so',
  fields: said({ amount, currency }),
  start: { scheduled: null },
  states: { scheduled: { paid: null }, paid: {} },
  timers: ['pay'],
  unexpected: 'parameter_invalid',
});

const order = creation(standingOrder, {
  takes: said({ amount: required(amount), currency: required(currency) }),
  decide: ({ it, input }, { now }) => {
    const scheduled = set(it, { status: 'scheduled', ...input });
    return [scheduled, at(now + 3600, scheduled, 'pay')];
  },
});

const payOrder = timer(standingOrder, 'pay', {
  from: ['scheduled'],
  decide: ({ it }) => [set(it, { status: 'paid' }), post('payout_created', { amount: it.amount, currency: it.currency, source: it.id })],
});

/** Funds that move from one account to another, in the ledgers of both. */
export const transfer = resource({
  object: 'transfer',
  prefix: 'tr',
  fields: said({ amount, currency, destination: text }),
  start: 'transfer.created',
});

const move = creation(transfer, {
  takes: said({ amount: required(amount), currency: required(currency), ...pick(transfer.fields, 'destination') }),
  decide: ({ it, input }, around) => {
    const { amount, currency, destination = '' } = input;
    const out = { type: 'payout', movement: 'payout_created', amount: -amount, currency, source: it.id } as const;
    const came = { type: 'topup', movement: 'topped_up', amount, currency, source: it.id } as const;
    return [set(it, input), booked(out, around).effects, within({ id: destination }, booked(came, around).effects)];
  },
});

/** An object that asks about another object of its kind: the question decides which one its answer belongs to. */
export const asker = resource({
  object: 'asker',
  prefix: 'ask',
  fields: said({ about: nullable(ref('asker')), answered: integer() }),
  start: { open: 'asker.created' },
  states: { open: {} },
  events: { updated: 'asker.updated' },
  unexpected: 'parameter_invalid',
});

export const askAnything = question('ask_anything', {
  request: type<{ readonly times: number }>(),
  result: type<{ readonly result: 'answered' }>(),
  deadline_s: 5,
  silence: 'unknown',
  unanswered: { code: 'payment_method_unactivated' },
});

const begin = creation(asker, {
  takes: pick(asker.fields, 'about'),
  reads: { about: asker },
  decide: ({ it, input, about }) => [
    set(it, { status: 'open', ...input }),
    about && ask(askAnything, about, { attempt: `${it.id} 1`, times: 1 }),
  ],
});

/** An answer may ask again. */
const heard = result(asker, askAnything, {
  decide: ({ it, asked }): Effects => {
    const heard = set(it, { answered: it.answered + 1 });
    const { times = 3 } = asked;
    return [heard, times < 3 && ask(askAnything, heard, { attempt: `${asked.attempt} again`, times: times + 1 })];
  },
});

const lose = rule(asker, 'lose an effect of', {
  decide: ({ it }) => {
    set(it, { answered: 7 });
    return null;
  },
});

const stale = rule(asker, 'change a stale copy of', {
  decide: ({ it }) => [set(it, { answered: 1 }), set(it, { answered: 2 })],
});

const endless = rule(asker, 'run for ever on', { decide: ({ it }): Decision => run(again, it, {}) });
const again: Rule<typeof asker, Record<never, never>, 'rule'> = endless;

const none = rule(asker, 'be refused by', {
  from: ['open'],
  decide: ({ it }, { now, refuse }: Asked) => [now < 0 && set(it, {}), refuse({ code: 'parameter_invalid' })],
});

export const effects = [
  action('POST /v1/issuing/cards', issue, { about: 'For a test.' }),
  action('POST /v1/issuing/authorizations', authorize, { about: 'For a test.' }),
  decidedOn,
  action('POST /v1/standing_orders', order, { about: 'For a test.' }),
  payOrder,
  action('POST /v1/transfers', move, { about: 'For a test.' }),
  action('POST /v1/askers', begin, { about: 'For a test.' }),
  action('POST /v1/askers/:id/lose', lose, { about: 'For a test.' }),
  action('POST /v1/askers/:id/stale', stale, { about: 'For a test.' }),
  action('POST /v1/askers/:id/endless', endless, { about: 'For a test.' }),
  action('POST /v1/askers/:id/none', none, { about: 'For a test.' }),
  heard,
  retrieve(asker, 'GET /v1/askers/:id', { about: 'For a test.' }),
  retrieve(standingOrder, 'GET /v1/standing_orders/:id', { about: 'For a test.' }),
  retrieve(authorization, 'GET /v1/issuing/authorizations/:id', { about: 'For a test.' }),
] as const;
