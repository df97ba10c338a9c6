import { type Asked, at, type Decision, type Effects, set } from '../../../kernel/base/effects.js';
import { about, type Field, field, nullable, required } from '../../../kernel/base/fields.js';
import { oneOf, timestamp } from '../../../kernel/base/kinds.js';
import { own } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { action, creation, list, retrieve, rule, timer } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { registrations_max } from '../../accounts/accounts/tax-position.js';
import { positionOf } from '../position.js';
import { readOf } from './country-options.js';
import { type TaxRegistration, taxRegistration } from './registration.js';

type Account = It<typeof account>;

/** A time, or the time of the request. */
const moment: Field<number | 'now', number | 'now', 'optional'> = field<number | 'now'>(
  { anyOf: [timestamp.schema, { const: 'now' }] },
  'now',
  (value, at, reading) => (value === 'now' ? 'now' : timestamp.read(value, at, reading)),
);

const momentOf = (given: number | 'now', now: number): number => (given === 'now' ? now : given);

type Dates = Pick<TaxRegistration, 'active_from' | 'expires_at'>;

/** The state of a registration with these dates. */
const statusAt = ({ active_from, expires_at }: Dates, now: number) =>
  expires_at !== null && expires_at <= now ? ('expired' as const) : active_from <= now ? ('active' as const) : ('scheduled' as const);

function requireOrder({ active_from, expires_at }: Dates, asked: Asked): void {
  if (expires_at === null || expires_at > active_from) return;
  asked.refuse({ code: 'parameter_invalid', param: 'expires_at', message: 'expires_at must be after active_from. Send a later time.' });
}

const endOf = ({ expires_at }: Pick<Dates, 'expires_at'>): number => expires_at ?? Number.MAX_SAFE_INTEGER;

/** The account with what it reads of a registration in its position; one that has expired is kept for documents of earlier dates, as long as there is room. */
function noted(owner: Account | null, it: Pick<TaxRegistration, 'id' | 'country' | 'country_options'> & Dates): Effects {
  const read = readOf(it.country_options, it.country);
  if (!owner || !read) return null;
  const { registrations, ...position } = positionOf(owner);
  const { id, country, active_from, expires_at } = it;
  const ends = registrations.filter((each) => each.id !== id).toSorted((one, other) => endOf(other) - endOf(one));
  // What ended first is forgotten first: what has not expired is always kept.
  const kept = new Set(ends.slice(0, registrations_max - 1));
  const others = registrations.filter((each) => kept.has(each));
  return set(owner, { tax_position: { ...position, registrations: [...others, { id, country, active_from, expires_at, ...read }] } });
}

function requireRoom(owner: Account | null, asked: Asked): void {
  const lasting = positionOf(owner).registrations.filter(({ expires_at }) => expires_at === null || expires_at > asked.now);
  if (lasting.length < registrations_max) return;
  const message = `An account has at most ${registrations_max} registrations that have not expired. End one first.`;
  asked.refuse({ code: 'parameter_invalid', param: 'country', message });
}

function requireFree(
  owner: Account | null,
  it: Dates & { readonly id: string; readonly country: string },
  read: object,
  asked: Asked,
): void {
  const { registrations } = positionOf(owner);
  const { type, state } = { type: '', state: null, ...read };
  const other = registrations.find(
    (each) => each.id !== it.id && each.country === it.country && each.type === type && each.state === state && overlaps(each, it),
  );
  if (!other) return;
  const message = `The registration ${other.id} of the same kind is in force at that time. Expire it first, or send other times.`;
  asked.refuse({ code: 'resource_already_exists', param: 'country_options', message });
}

const overlaps = (one: Dates, other: Dates): boolean =>
  (one.expires_at === null || one.expires_at > other.active_from) && (other.expires_at === null || other.expires_at > one.active_from);

/** Creates a registration: taxes are collected in its place. */
export const create = creation(taxRegistration, {
  takes: {
    active_from: about('From when taxes are collected: a time in Unix seconds, or `now`.', required(moment)),
    country: required(taxRegistration.fields.country),
    country_options: required(taxRegistration.fields.country_options),
    expires_at: about('When taxes are collected no longer, in Unix seconds; without it the registration has no end.', timestamp),
  },
  reads: { account: own(account) },
  decide: ({ it, input: { active_from: from, country, country_options, expires_at = null }, account: owner }, asked): Decision => {
    const dates = { active_from: momentOf(from, asked.now), expires_at };
    requireOrder(dates, asked);
    if (expires_at !== null && expires_at <= asked.now)
      return asked.refuse({ code: 'parameter_invalid', param: 'expires_at', message: 'expires_at must be in the future.' });
    const codes = Object.keys(country_options);
    const code = country.toLowerCase();
    const read = readOf(country_options, country);
    if (!read || codes.length !== 1) {
      const message = `Send one member in country_options: the options of ${country}, as country_options[${code}][type].`;
      return asked.refuse({ code: 'parameter_invalid', param: `country_options[${code}]`, message });
    }
    if (read.type === 'province_standard' && !read.state)
      return asked.refuse({
        code: 'parameter_missing',
        param: 'country_options[ca][province_standard][province]',
        message: without_province,
      });
    requireRoom(owner, asked);
    requireFree(owner, { id: it.id, country, ...dates }, read, asked);
    const status = dates.active_from <= asked.now ? ('active' as const) : ('scheduled' as const);
    const made = set(it, { status, ...dates, country, country_options });
    return [made, noted(owner, made), status === 'scheduled' && at(dates.active_from, made, 'activate'), at(expires_at, made, 'expire')];
  },
});

const without_province = 'Missing required param: country_options[ca][province_standard][province].';

/** Changes the dates of a registration. */
export const update = rule(taxRegistration, 'update', {
  from: ['scheduled', 'active'],
  takes: {
    active_from: about('From when taxes are collected: a time in Unix seconds, or `now`.', moment),
    expires_at: about('When taxes are collected no longer: a time in Unix seconds, `now`, or an empty value for no end.', nullable(moment)),
  },
  reads: { account: own(account) },
  decide: ({ it, input: { active_from: from, expires_at: until }, account: owner }, asked): Decision => {
    const active_from = from === undefined ? it.active_from : momentOf(from, asked.now);
    const expires_at = until === undefined ? it.expires_at : until === null ? null : momentOf(until, asked.now);
    if (it.status === 'active' && active_from > asked.now) return asked.refuse(is_active);
    requireOrder({ active_from, expires_at }, asked);
    requireFree(owner, { id: it.id, country: it.country, active_from, expires_at }, readOf(it.country_options, it.country) ?? {}, asked);
    const changed = moved(it, { active_from, expires_at }, asked.now);
    return [
      changed,
      noted(owner, changed),
      at(active_from > asked.now ? active_from : null, changed, 'activate'),
      at(expires_at, changed, 'expire'),
    ];
  },
});

const is_active = {
  code: 'parameter_invalid',
  param: 'active_from',
  message: 'This registration is active already, so it cannot begin in the future. Send a time in the past, or leave active_from out.',
} as const;

function moved(it: It<typeof taxRegistration, 'scheduled' | 'active'>, dates: Dates, now: number) {
  const status = statusAt(dates, now);
  if (status === 'expired') return set(it, { status: 'expired', ...dates });
  if (status === 'active') return set(it, { status: 'active', ...dates });
  return set(it, dates);
}

/** The registration takes effect. */
export const activate = timer(taxRegistration, 'activate', {
  from: ['scheduled'],
  decide: ({ it }, { now }) => (it.active_from <= now ? set(it, { status: 'active' }) : null),
});

/** The registration expires. */
export const expire = timer(taxRegistration, 'expire', {
  from: ['scheduled', 'active'],
  decide: ({ it }, { now }) => (it.expires_at !== null && it.expires_at <= now ? set(it, { status: 'expired' }) : null),
});

const word = oneOf('active', 'all', 'expired', 'scheduled');

/** The statuses that a list asks for. */
const status_filter = field<readonly string[]>(word.schema, [], (value, at, reading) => {
  const read = word.read(value, at, reading);
  return read === undefined ? undefined : read === 'all' ? ['active', 'expired', 'scheduled'] : [read];
});

/** The tax registrations group. */
export const taxRegistrations = [
  action('POST /v1/tax/registrations', create, {
    about:
      'Records that the account collects taxes in a country, a state or a province; automatic taxes are charged where a registration is active.',
  }),
  action('POST /v1/tax/registrations/:id', update, {
    about: 'Changes when a registration begins and ends. What it is for cannot change: end it, and create another one.',
  }),
  activate,
  expire,
  retrieve(taxRegistration, 'GET /v1/tax/registrations/:id', { about: 'Retrieves a tax registration.' }),
  list(
    taxRegistration,
    'GET /v1/tax/registrations',
    { status: about('Only registrations with this status; `all`, as without it, lists every one.', status_filter) },
    { created: false, about: 'Lists tax registrations, newest first.' },
  ),
] as const;
