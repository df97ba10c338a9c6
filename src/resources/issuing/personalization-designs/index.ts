import { type Decision, type Effects, set } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { flag, oneOf, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { many, one, unique } from '../../../kernel/base/reads.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { file } from '../../core/files/file.js';
import { requireFree, requireLogo, requireSuited } from './checks.js';
import { type PersonalizationDesign, personalizationDesign, physical_bundle, rejection_reasons } from './design.js';

const { fields } = personalizationDesign;

const is_default = about('Whether physical cards get this design when they name none. It takes the place of the earlier default.', flag);

const given = {
  ...pick(fields, 'card_logo', 'carrier_text', 'lookup_key', 'metadata', 'name'),
  preferences: about('Which physical cards get the design by themselves.', object({ is_default: required(is_default) })),
  transfer_lookup_key: about('Whether the lookup key is taken from the design that has it; otherwise a key in use is refused.', flag),
};

const reads = {
  logo: one(file, 'card_logo'),
  holder: unique(personalizationDesign, { by: 'lookup_key', of: 'lookup_key' }),
  defaults: many(personalizationDesign, { by: 'default_for', is: 'issuing.card' }),
} as const;

type Others = { readonly holder: PersonalizationDesign | null; readonly defaults: readonly PersonalizationDesign[] };
type Said = Given<typeof given>;

/** The change of a design's preferences. */
const preferred = ({ preferences }: Said) =>
  preferences ? { preferences, default_for: preferences.is_default ? ('issuing.card' as const) : null } : {};

/** What other designs lose: the lookup key, and being the default. */
const lost = (id: string, { lookup_key, preferences }: Said, { holder, defaults }: Others): Effects => {
  const before = preferences?.is_default ? defaults.find((each) => each.id !== id) : undefined;
  const freed = typeof lookup_key === 'string' && holder && holder.id !== id ? holder : null;
  const changes = [...new Set([before?.id, freed?.id])].map((other) => ({
    of: before?.id === other ? before : freed,
    change: {
      ...(before?.id === other && { preferences: { is_default: false }, default_for: null }),
      ...(freed?.id === other && { lookup_key: null }),
    },
  }));
  return changes.map(({ of, change }) => of && set(of, change));
};

/** Creates a design, which is reviewed before cards can have it. */
const create = creation(personalizationDesign, {
  takes: {
    ...given,
    physical_bundle: about('The physical bundle that the cards are printed on and sent with.', required(physical_bundle)),
  },
  reads,
  decide: ({ it, input, logo, ...others }, asked): Decision => {
    const { transfer_lookup_key = false, preferences: _, ...said } = input;
    requireFree(others.holder, it.id, transfer_lookup_key, asked);
    requireLogo(logo, asked);
    const made = set(it, { status: 'review', ...said, ...preferred(input) });
    requireSuited(made, asked);
    return [lost(it.id, input, others), made];
  },
});

/** Changes a design. A change of a printed part starts a new review. */
const update = rule(personalizationDesign, 'update', {
  from: ['active', 'inactive', 'rejected', 'review'],
  takes: { ...given, physical_bundle: fields.physical_bundle },
  reads,
  decide: ({ it, input, logo, ...others }, asked): Decision => {
    const { transfer_lookup_key = false, preferences: _, ...said } = input;
    requireFree(others.holder, it.id, transfer_lookup_key, asked);
    if (said.card_logo) requireLogo(logo, asked);
    const change = { ...said, ...preferred(input) };
    const isPrinted = said.card_logo !== undefined || said.carrier_text !== undefined || said.physical_bundle !== undefined;
    const made = isPrinted ? set(it, { ...change, ...under_review }) : set(it, change);
    requireSuited(made, asked);
    return [lost(it.id, input, others), made];
  },
});

const none = { card_logo: null, carrier_text: null } as const;
const under_review = { status: 'review', rejection_reasons: none } as const;

/** A review that finds nothing wrong (test mode). */
const activate = rule(personalizationDesign, 'activate', {
  from: ['inactive', 'rejected', 'review'],
  decide: ({ it }) => set(it, { status: 'active', rejection_reasons: none }),
});

/** Takes a design out of use (test mode). */
const deactivate = rule(personalizationDesign, 'deactivate', {
  from: ['active'],
  decide: ({ it }) => set(it, { status: 'inactive' }),
});

/** A review that finds something wrong (test mode). */
const reject = rule(personalizationDesign, 'reject', {
  from: ['active', 'review'],
  takes: {
    rejection_reasons: about('What is wrong with the design; at least one reason.', required(object(rejection_reasons))),
  },
  decide: ({ it, input: { rejection_reasons: said } }, asked): Decision => {
    for (const part of ['card_logo', 'carrier_text'] as const) {
      if (said[part]?.length && it[part] === null) {
        const message = `The design has no ${part}. Leave its reasons out.`;
        asked.refuse({ code: 'parameter_invalid', param: `rejection_reasons[${part}]`, message });
      }
    }
    if (!said.card_logo?.length && !said.carrier_text?.length) return asked.refuse(no_reason);
    return set(it, { status: 'rejected', rejection_reasons: { ...none, ...said } });
  },
});

const no_reason = {
  code: 'parameter_missing',
  param: 'rejection_reasons',
  message: 'Send at least one reason, in rejection_reasons[card_logo] or rejection_reasons[carrier_text].',
} as const;

/** The personalization designs group. */
export const personalizationDesigns = [
  action('POST /v1/issuing/personalization_designs', create, {
    about: 'Creates a design for physical cards. It is in `review` until a test helper activates or rejects it.',
  }),
  action('POST /v1/issuing/personalization_designs/:id', update, {
    about: 'Updates a design. A change of its logo, text or bundle returns it to `review`; cards that have the design keep it.',
  }),
  action('POST /v1/test_helpers/issuing/personalization_designs/:id/activate', activate, {
    about: 'Simulates a review that accepts a design, after which cards can have it. Test mode only.',
    summary: 'Activate a personalization design',
  }),
  action('POST /v1/test_helpers/issuing/personalization_designs/:id/deactivate', deactivate, {
    about: 'Takes an active design out of use: new cards cannot have it. Test mode only.',
    summary: 'Deactivate a personalization design',
  }),
  action('POST /v1/test_helpers/issuing/personalization_designs/:id/reject', reject, {
    about: 'Simulates a review that rejects a design. Its cards that are not printed yet are canceled. Test mode only.',
    summary: 'Reject a personalization design',
  }),
  retrieve(personalizationDesign, 'GET /v1/issuing/personalization_designs/:id', { about: 'Retrieves a personalization design.' }),
  list(
    personalizationDesign,
    'GET /v1/issuing/personalization_designs',
    {
      lookup_keys: about('Only the designs with these lookup keys, up to 10.', listOf(textOf(200), 10)),
      preferences: about(
        'Only designs with these preferences.',
        object({
          is_default: about('Only the default design, or only the others.', flag),
          is_platform_default: about('Only the default design of the platform, which no account has, or only the others.', flag),
        }),
      ),
      status: about('Only designs in this state.', oneOf('active', 'inactive', 'rejected', 'review')),
    },
    { columns: { lookup_key: { of: 'lookup_keys' } }, about: 'Lists personalization designs, newest first.', created: false },
  ),
] as const;
