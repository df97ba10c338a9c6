import { set } from '../../../kernel/base/effects.js';
import { about, type Field, required } from '../../../kernel/base/fields.js';
import { flag, ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { unique } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { activeEntitlement } from './active-entitlement.js';
import { feature } from './feature.js';
import { askProducts, ended, entitle, followed, goneWithCustomer } from './grant.js';

const { fields } = feature;

/** Makes a feature; its key is its own among all that are active. */
export const create = creation(feature, {
  takes: {
    lookup_key: { ...required(fields.lookup_key), schema: { ...fields.lookup_key.schema, examples: ['priority_support'] } },
    metadata: fields.metadata,
    name: required(fields.name),
  },
  reads: { holder: unique(feature, { by: 'lookup_key', of: 'lookup_key' }) },
  decide: ({ it, input, holder }, asked) => {
    if (!holder || holder.id === it.id) return set(it, input);
    const message = `${holder.id} has the lookup key already. Choose another one, or archive that feature with active=false.`;
    return asked.refuse({ code: 'resource_already_exists', param: 'lookup_key', message });
  },
});

const archived: Refusal = {
  code: 'parameter_invalid',
  param: 'active',
  message: 'This feature is archived for good. Create another one; its lookup key is free again.',
};

/** Changes how a feature is called, or archives it for good: customers keep it, and no further product gets it. */
export const update = rule(feature, 'update', {
  takes: pick(fields, 'active', 'metadata', 'name'),
  decide: ({ it, input }, asked) => (!it.active && input.active !== false ? asked.refuse(archived) : set(it, input)),
});

/** Whether archived ones are asked for, as the column of the active ones has it. */
const archived_filter: Field<boolean, boolean, 'optional'> = {
  ...flag,
  read: (value, at, reading) => {
    const sent = flag.read(value, at, reading);
    return sent === undefined ? undefined : !sent;
  },
};

/** The entitlements group. */
export const entitlements = [
  action('POST /v1/entitlements/features', create, {
    about: 'Creates a feature. Add it to products, whose subscribers are then entitled to it.',
  }),
  action('POST /v1/entitlements/features/:id', update, {
    about: 'Renames a feature, or archives it for good with `active=false`: subscribers keep it, and no further product can get it.',
  }),
  retrieve(feature, 'GET /v1/entitlements/features/:id', { about: 'Retrieves a feature.' }),
  list(
    feature,
    'GET /v1/entitlements/features',
    {
      archived: about('Whether archived features are listed instead of active ones; false by default.', archived_filter),
      lookup_key: about('Only the features with this lookup key.', fields.lookup_key),
    },
    { created: false, columns: { active: { of: 'archived', otherwise: 'true' } }, about: 'Lists active features, newest first.' },
  ),
  retrieve(activeEntitlement, 'GET /v1/entitlements/active_entitlements/:id', { about: 'Retrieves an active entitlement.' }),
  list(
    activeEntitlement,
    'GET /v1/entitlements/active_entitlements',
    { customer: about('The customer whose entitlements are listed.', required(ref('customer'))) },
    {
      created: false,
      about: 'Lists the features that a customer is entitled to by subscriptions that are trialing, active, past due or paused.',
    },
  ),
  askProducts,
  entitle,
  followed,
  ended,
  goneWithCustomer,
] as const;
