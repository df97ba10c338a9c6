import { type Asked, at, type Decision, remove, set } from '../../../kernel/base/effects.js';
import { about, field, required } from '../../../kernel/base/fields.js';
import { oneOf, ref, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It, Unborn } from '../../../kernel/base/resource.js';
import { action, creation, list, retrieve, rule, timer } from '../../../kernel/base/rules.js';
import { countryOf, formats, type TaxIdType } from './formats.js';
import { numberAdded, numberRemoved } from './known.js';
import { taxId } from './tax-id.js';

const { fields } = taxId;

/** A number, as callers say it. */
export const number_input = {
  type: about('The kind of number, by country or region, such as `eu_vat`.', {
    ...required(fields.type),
    schema: { ...fields.type.schema, examples: ['eu_vat'] },
  }),
  value: about(
    'The number; it must have the form of its type, its check digits are not verified.',
    required(textOf(100, { examples: ['DE123456789'] })),
  ),
};

/** The default owner. */
const own = { type: 'self', customer: undefined } as const;

const owner = about(
  "Whose number it is; your account's by default.",
  object({
    customer: about('The customer who has the number; required with `type=customer`.', ref('customer')),
    type: about('`self` for your own account, or `customer`.', oneOf('self', 'customer')),
  }),
);

/** The same as lists are asked for it: what the column of holders has. */
const holder = field<string>(owner.schema, '', (value, at, reading) => {
  const read = owner.read(value, at, reading);
  return read && (read.customer ?? 'self');
});

type Numbered = { readonly type: TaxIdType; readonly value: string };

/** Numbers whose verification has a known outcome in test mode (Stripe, testing customer tax IDs). */
const outcomes: Readonly<Record<string, 'verified' | 'unverified' | 'pending'>> = {
  '000000000': 'verified',
  '111111111': 'unverified',
  '222222222': 'pending',
};

/** The kinds that an office can be asked about. */
const verifiable: ReadonlySet<TaxIdType> = new Set<TaxIdType>(['au_abn', 'eu_vat', 'gb_vat']);

/** The outcome of a number's verification; nothing for an unpublished number: no office is ever asked. */
const outcomeOf = ({ type, value }: Numbered, livemode: boolean) =>
  livemode || !verifiable.has(type) ? undefined : outcomes[value.replace(/^[A-Z]{2}/, '')];

/** A number as offices write it. */
export const writtenAs = ({ value }: Pick<Numbered, 'value'>): string => value.trim().toUpperCase();

/** Refuses a number that cannot be one of its type. */
export function requireNumber(numbered: Numbered, asked: Asked, param = 'value'): void {
  const { type } = numbered;
  const plain = writtenAs(numbered);
  if (outcomeOf({ type, value: plain }, asked.livemode) || formats[type].test(plain)) return;
  asked.refuse({ code: 'tax_id_invalid', param, message: `The value does not have the format of the type ${type}.` });
}

function given(it: It<typeof taxId, Unborn>, { type, value }: Numbered, customer: string | null, asked: Asked): Decision {
  requireNumber({ type, value }, asked);
  const plain = writtenAs({ value });
  const outcome = outcomeOf({ type, value: plain }, asked.livemode);
  const made = set(it, {
    country: countryOf(type, plain),
    customer,
    held_by: customer ?? 'self',
    owner: customer ? { type: 'customer', customer } : { type: 'self' },
    type,
    value: plain,
    verification: { status: outcome ? 'pending' : 'unavailable' },
  });
  return [made, outcome && outcome !== 'pending' && at(asked.now, made, 'verify')];
}

/** Gives a tax id to the customer that the route, or another rule, names. */
export const createOfCustomer = creation(taxId, {
  takes: { customer: about('The customer who gets the tax id.', required(ref('customer'))), ...number_input },
  decide: ({ it, input: { customer, ...numbered } }, asked) => given(it, numbered, customer, asked),
});

/** Gives the account a tax id, or the customer that is named. */
export const create = creation(taxId, {
  takes: { owner, ...number_input },
  decide: ({ it, input: { owner: { type, customer } = own, ...numbered } }, asked) => {
    if (!type || (type === 'customer') !== (customer !== undefined)) return asked.refuse(type ? whose : of_what_type);
    return given(it, numbered, customer ?? null, asked);
  },
});

const of_what_type: Refusal = { code: 'parameter_missing', param: 'owner[type]', message: 'Missing required param: owner[type].' };

const whose: Refusal = {
  code: 'parameter_missing',
  param: 'owner[customer]',
  message: 'With owner[type]=customer, and only with it, send the id of the customer as owner[customer].',
};

/** Tells what has become of the verification of a published number. */
export const verify = timer(taxId, 'verify', {
  decide: ({ it }) => {
    const status = outcomeOf(it, it.livemode);
    if (!status) return null;
    const found = status === 'verified' && { verified_name: 'Jenny Rosen', verified_address: '1 Test Street' };
    return set(it, { verification: { status, ...found } });
  },
});

/** Deletes a tax id. */
export const erase = rule(taxId, 'delete', { decide: ({ it }) => remove(it) });

/** Deletes a tax id of the customer that the route names. */
export const eraseOfCustomer = rule(taxId, 'delete', {
  takes: { customer: about('The customer whose tax id is deleted.', required(ref('customer'))) },
  decide: ({ it, input: { customer } }, asked) =>
    it.customer === customer ? remove(it) : asked.refuse({ code: 'resource_missing', param: 'id', message: `No such tax_id: '${it.id}'` }),
});

/** The tax ids group. */
export const taxIds = [
  action('POST /v1/customers/:customer/tax_ids', createOfCustomer, {
    about: 'Adds a tax id to a customer. Invoices that are finalized later show it.',
  }),
  action('DELETE /v1/customers/:customer/tax_ids/:id', eraseOfCustomer, {
    about: 'Deletes a tax id of a customer; existing invoices keep it.',
  }),
  retrieve(taxId, 'GET /v1/customers/:customer/tax_ids/:id', { within: 'customer', about: 'Retrieves a tax id of a customer.' }),
  list(
    taxId,
    'GET /v1/customers/:customer/tax_ids',
    { customer: about('The customer whose tax ids are listed.', required(ref('customer'))) },
    { created: false, about: 'Lists the tax ids of a customer, newest first.' },
  ),
  action('POST /v1/tax_ids', create, { about: 'Creates a tax id of your account, or of a customer that `owner` names.' }),
  action('DELETE /v1/tax_ids/:id', erase, { about: 'Deletes a tax id; existing invoices keep it.' }),
  verify,
  numberAdded,
  numberRemoved,
  retrieve(taxId, 'GET /v1/tax_ids/:id', { about: 'Retrieves a tax id of your account or of a customer.' }),
  list(
    taxId,
    'GET /v1/tax_ids',
    { owner: about('Whose tax ids are listed; those of your account by default.', holder) },
    {
      created: false,
      columns: { held_by: { of: 'owner', otherwise: 'self' } },
      about: 'Lists the tax ids of your account, or of a customer that `owner` names, newest first.',
    },
  ),
] as const;
