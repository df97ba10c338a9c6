import { remove, seal, set } from '../../../kernel/base/effects.js';
import { about, nullable } from '../../../kernel/base/fields.js';
import { pick } from '../../../kernel/base/members.js';
import { many, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { payout } from '../payouts/payout.js';
import { type Beneficiary, beneficiary } from './beneficiary.js';
import { destination_input } from './destination-input.js';
import { entity_input } from './entity.js';
import { beneficiary_input, beneficiaryFrom } from './read-beneficiary.js';

/** Keeps whom payouts can go to. */
export const create = creation(beneficiary, {
  takes: beneficiary_input,
  decide: ({ it, input }, asked) => {
    const read = beneficiaryFrom(input, '', asked);
    const made = set(it, read.change);
    return [made, seal(made, read.vault)];
  },
});

/** Payouts that have not arrived yet: one of each is enough to know. */
const under_way = {
  pending: many(payout, { by: 'beneficiary', where: { status: 'pending' }, at_most: 1, cut: true }),
  in_transit: many(payout, { by: 'beneficiary', where: { status: 'in_transit' }, at_most: 1, cut: true }),
};

/** Changes what is given. Where payouts go is changed as a whole, and not while one is on its way there. */
export const update = rule(beneficiary, 'update', {
  takes: {
    ...pick(beneficiary.fields, 'metadata', 'nickname'),
    destination_data: about(
      'Where the beneficiary is paid from now on; it replaces the whole destination, and is refused while a payout is under way.',
      destination_input,
    ),
    entity: about('The person or business behind the destination, replaced as a whole; null removes it.', nullable(entity_input)),
  },
  reads: { ...under_way, kept: one(beneficiary, 'id') },
  decide: ({ it, input: { entity, ...given }, pending, in_transit, kept }, asked) => {
    const read = beneficiaryFrom({ ...given, ...(entity && { entity }) }, '', asked);
    const [busy] = [...pending, ...in_transit];
    if (busy && given.destination_data) return asked.refuse(inUse(it, busy.id, 'destination_data'));
    const changed = set(it, { ...read.change, ...(entity === null && { entity: null }) });
    if (!given.destination_data && entity === undefined) return changed;
    const { number, tax_id, id_number } = kept ? asked.contents(kept) : {};
    const of_destination = given.destination_data ? {} : { ...(number && { number }), ...(tax_id && { tax_id }) };
    const of_entity = entity === undefined && id_number ? { id_number } : {};
    return [changed, seal(changed, { ...of_destination, ...of_entity, ...read.vault })];
  },
});

/** Forgets a beneficiary and their numbers. A payout that is on its way to them still needs both. */
export const erase = rule(beneficiary, 'delete', {
  reads: under_way,
  decide: ({ it, pending, in_transit }, asked) => {
    const [busy] = [...pending, ...in_transit];
    return busy ? asked.refuse(inUse(it, busy.id, 'id')) : [seal(it, {}), remove(it)];
  },
});

const inUse = ({ id }: Beneficiary, payout: string, param: string): Refusal => ({
  code: 'beneficiary_in_use',
  param,
  message: `The payout ${payout} is on its way to ${id}. Wait until it has arrived, or cancel it while it is pending.`,
});

/** The beneficiaries group. */
export const beneficiaries = [
  action('POST /v1/beneficiaries', create, {
    about: 'Creates a beneficiary, to whom payouts can be sent. Account and id numbers are stored in the vault and shown masked.',
  }),
  action('POST /v1/beneficiaries/:id', update, {
    about: 'Updates a beneficiary. The destination cannot change while a payout to it is `pending` or `in_transit`.',
  }),
  action('DELETE /v1/beneficiaries/:id', erase, {
    about: 'Deletes a beneficiary together with the stored numbers. It is refused while a payout to it is `pending` or `in_transit`.',
  }),
  retrieve(beneficiary, 'GET /v1/beneficiaries/:id', { about: 'Retrieves a beneficiary, with masked numbers.' }),
  list(beneficiary, ['GET /v1/beneficiaries', 'GET /v1/beneficiaries/list'], {}, { about: 'Lists beneficiaries, newest first.' }),
] as const;
