import { ask, at, instead, run, set, within } from '../../src/kernel/base/effects.js';
import { nullable, required } from '../../src/kernel/base/fields.js';
import { integer, ref, text } from '../../src/kernel/base/kinds.js';
import { pick } from '../../src/kernel/base/members.js';
import { question, type } from '../../src/kernel/base/question.js';
import { resource } from '../../src/kernel/base/resource.js';
import { action, creation, on, otherwise, result, retrieve, rule, timer } from '../../src/kernel/base/rules.js';
import { post } from '../../src/kernel/ledger/movements.js';
import { customer } from '../../src/resources/customers/customers/customer.js';
import { said } from '../support/said.js';

/** Follows a customer, and pays out a small amount each time. */
export const follower = resource({
  object: 'follower',
  prefix: 'fol',
  fields: said({ customer: ref('customer'), count: integer(), amount: integer() }),
  start: null,
  columns: ['customer'],
});

const follow = creation(follower, {
  takes: said({ customer: required(ref('customer')), amount: required(integer()) }),
  decide: ({ it, input }) => set(it, input),
});

const followed = on(customer, 'customer.updated', follower, {
  each: 'customer',
  decide: ({ it }) => [
    set(it, { count: it.count + 1 }),
    it.amount > 0 && post('payout_created', { amount: it.amount, currency: 'usd', source: it.id }),
  ],
});

/** An operation of a platform in another account. */
export const errand = resource({
  object: 'errand',
  prefix: 'err',
  fields: said({ destination: text, customer: nullable(ref('customer')), answered: integer(), declined: integer() }),
  start: { open: 'errand.created' },
  states: { open: {} },
  events: { updated: 'errand.updated' },
  timers: ['go'],
  unexpected: 'parameter_invalid',
});

export const askAway = question('ask_away', {
  request: type<object>(),
  result: type<{ readonly result: 'answered' }>(),
  deadline_s: 5,
  silence: 'unknown',
  unanswered: { code: 'payment_method_unactivated' },
});

const away = creation(errand, {
  takes: pick(errand.fields, 'destination'),
  decide: ({ it, input }, { make, fresh }) => {
    const there = make(errand, { status: 'open' }, fresh(errand));
    const here = set(it, { status: 'open', ...input });
    return [here, within({ id: input.destination ?? '' }, [there, ask(askAway, there, { attempt: there.id })])];
  },
});

const heard = result(errand, askAway, { decide: ({ it }) => set(it, { answered: it.answered + 1 }) });

const unwilling = creation(errand, { decide: (_, asked) => asked.refuse({ code: 'parameter_invalid' }) });

const takenBack = otherwise(errand, 'be declined', {
  decide: ({ it }) => [set(it, { declined: it.declined + 1 }), post('topped_up', { amount: 300, currency: 'usd', source: it.id })],
});

/** Runs in the other account, where it is refused. */
const tryThere = rule(errand, 'try there', {
  decide: ({ it }, { fresh }) => within({ id: it.destination }, run(unwilling, fresh(errand), {}, instead(takenBack, it))),
});

const named = rule(errand, 'name', { takes: pick(errand.fields, 'customer'), decide: ({ it, input }) => set(it, input) });

const later = rule(errand, 'go later', {
  takes: pick(errand.fields, 'destination'),
  decide: ({ it, input }, { now }) => [set(it, input), at(now + 60, it, 'go')],
});

const go = timer(errand, 'go', {
  decide: ({ it }) => run(named, it, { customer: it.destination as never }, instead(takenBack, it)),
});

export const followers = [
  action('POST /v1/followers', follow, { about: 'For a test.' }),
  followed,
  retrieve(follower, 'GET /v1/followers/:id', { about: 'For a test.' }),
  action('POST /v1/errands', away, { about: 'For a test.' }),
  action('POST /v1/errands/:id/try_there', tryThere, { about: 'For a test.' }),
  action('POST /v1/errands/:id/later', later, { about: 'For a test.' }),
  heard,
  go,
  retrieve(errand, 'GET /v1/errands/:id', { about: 'For a test.' }),
] as const;
